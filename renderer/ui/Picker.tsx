/** A palette to pick one of many by typing: arrows move, Enter picks, Esc leaves. No domain words. */

import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { rankItems, soleFitting } from './rankItems.ts'
import { Sheet } from './Sheet.tsx'

export interface PickerItem {
  readonly key: string
  readonly label: string
  /** Muted words behind the label; searched too, after all labels. */
  readonly detail: string
}

export interface PickerProps {
  readonly title: string
  readonly placeholder: string
  readonly items: readonly PickerItem[]
  readonly empty: string
  /**
   * What Enter takes before an arrow key was pressed: the first item that fits, or an item only where no other can be meant. `sole` is for
   * what orders go to: a customer, an instrument.
   */
  readonly enter: 'first' | 'sole'
  readonly onPick: (key: string) => void
  readonly onClose: () => void
}

/** Items drawn at most: the others are found by typing. */
const DRAWN = 200

export function Picker({ title, placeholder, items, empty, enter, onPick, onClose }: PickerProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  /** The item that the arrow keys went to; null as soon as the text changes. A pointer at rest marks nothing. */
  const [walkedTo, setWalkedTo] = useState<string | null>(null)
  const fitting = useMemo(() => rankItems(items, typed), [items, typed])
  const offered = useMemo(
    () => (enter === 'first' ? fitting[0] : soleFitting(fitting, typed)),
    [enter, fitting, typed],
  )
  const drawn = fitting.slice(0, DRAWN)
  const marked = drawn.find((item) => item.key === walkedTo) ?? offered ?? null
  const at = marked === null ? -1 : drawn.indexOf(marked)

  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const pick = (key: string) => {
    onClose()
    onPick(key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault()
        const last = drawn.length - 1
        const to = event.key === 'ArrowDown' ? (at >= last ? 0 : at + 1) : at <= 0 ? last : at - 1
        return setWalkedTo(drawn[to]?.key ?? null)
      }
      case 'Enter':
        event.preventDefault()
        if (!event.repeat && marked !== null) pick(marked.key)
    }
  }

  return (
    <Sheet title={title} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        className="field"
        aria-label={title}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={marked === null ? undefined : `${id}-${at}`}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setWalkedTo(null)
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="picker-note">
        {fitting.length === 0
          ? empty
          : marked === null && (
              <>
                {fitting.length} fit. Enter chooses none yet: type more, or choose one with{' '}
                <span className="key-cap">↓</span>
              </>
            )}
        {fitting.length > DRAWN && ` The list below has the first ${DRAWN}: type to find the others.`}
      </p>
      <div ref={list} id={id} role="listbox" aria-label={title} className="picker-list">
        {drawn.map((item, index) => (
          // The keys are heard in the field, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={item.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={item === marked}
            className="picker-item"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(item.key)}
          >
            <span className="strong">{item.label}</span> <span className="muted">{item.detail}</span>
          </div>
        ))}
      </div>
    </Sheet>
  )
}
