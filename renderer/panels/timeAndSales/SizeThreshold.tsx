/** A field for a size of prints, such as 2.5 or 10k. Empty means none. Keeps the last good size while the text is no number. */

import { useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { decimal, signOf, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import { exact, readTyped } from '../../format/numbers.ts'

export interface SizeThresholdProps {
  readonly label: ReactNode
  readonly unit: string
  readonly field: RefObject<HTMLInputElement | null>
  readonly value: DecimalText | null
  readonly onChange: (size: DecimalText | null) => void
  readonly onLeave: () => void
}

export function SizeThreshold({ label, unit, field, value, onChange, onLeave }: SizeThresholdProps) {
  const [typed, setTyped] = useState(() => (value === null ? '' : exact(decimal(value))))
  const read = typed.trim() === '' ? null : readTyped(typed)
  const isBad = read !== null && !(read.ok && signOf(read.value) > 0)
  const change = (text: string) => {
    setTyped(text)
    if (text.trim() === '') return onChange(null)
    const size = readTyped(text)
    if (size.ok && signOf(size.value) > 0) onChange(toText(size.value))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    onLeave()
  }
  return (
    <label className="bar-field">
      <span className="muted">{label}</span>
      <input
        ref={field}
        className="field size"
        placeholder={unit}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        aria-invalid={isBad}
        title={isBad ? `Not a size above 0. The list still uses ${value ?? 'none'}.` : undefined}
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  )
}
