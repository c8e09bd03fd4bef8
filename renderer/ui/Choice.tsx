/** A radio group of a few options side by side, walked by arrows. No domain words. */

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
  const stop = options.some((option) => option.value === value) ? value : options[0]?.value
  const onKeyDown = (event: KeyboardEvent) => {
    const by =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? -1
          : 0
    if (by === 0) return
    event.preventDefault()
    const open = options.filter((option) => !option.refused || option.value === value)
    const at = open.findIndex((option) => option.value === value)
    const next = open[(at + by + open.length) % open.length] ?? open[0]
    if (!next) return
    onChoose(next.value)
    root.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus()
  }
  return (
    // The focus moves among its radios, as ARIA's pattern for the group has it: they hear the keys.
    <div ref={root} role="radiogroup" aria-label={name} className="choice">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          data-value={option.value}
          disabled={disabled || (Boolean(option.refused) && option.value !== value)}
          title={option.refused ?? undefined}
          tabIndex={option.value === stop ? 0 : -1}
          className={`choice-option${option.tone ? ` ${option.tone}` : ''}`}
          onKeyDown={onKeyDown}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
