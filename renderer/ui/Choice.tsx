/** One of a few, side by side: a radio group that arrows walk. No domain words. */

import { useRef, type KeyboardEvent } from 'react'

export interface ChoiceProps<T extends string> {
  readonly name: string
  readonly options: readonly {
    readonly value: T
    readonly label: string
    readonly tone?: 'buy' | 'sell'
    /** Why this one cannot be chosen; it stays readable and is passed over. */
    readonly refused?: string | null
  }[]
  readonly value: T | ''
  readonly onChoose: (value: T) => void
  readonly disabled?: boolean
}

export function Choice<T extends string>({ name, options, value, onChoose, disabled }: ChoiceProps<T>) {
  const root = useRef<HTMLDivElement>(null)
  const stop = options.some((of) => of.value === value) ? value : options[0]?.value
  const onKeyDown = (event: KeyboardEvent) => {
    const by =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? -1
          : 0
    if (by === 0) return
    event.preventDefault()
    const open = options.filter((of) => !of.refused || of.value === value)
    const at = open.findIndex((of) => of.value === value)
    const next = open[(at + by + open.length) % open.length] ?? open[0]
    if (!next) return
    onChoose(next.value)
    root.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }
  return (
    // The focus moves among its radios, as ARIA's pattern for the group has it: they hear the keys.
    <div ref={root} role="radiogroup" aria-label={name} className="choice">
      {options.map((of) => (
        <button
          key={of.value}
          type="button"
          role="radio"
          aria-checked={of.value === value}
          data-value={of.value}
          disabled={disabled || (Boolean(of.refused) && of.value !== value)}
          title={of.refused ?? undefined}
          tabIndex={of.value === stop ? 0 : -1}
          className={`choice-option${of.tone ? ` ${of.tone}` : ''}`}
          onKeyDown={onKeyDown}
          onClick={() => onChoose(of.value)}
        >
          {of.label}
        </button>
      ))}
    </div>
  )
}
