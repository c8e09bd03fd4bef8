/** The field of a size preset: Enter accepts the size; Esc, or leaving the field, drops it. Sends nothing. */

import { useState, type ReactElement } from 'react'
import {
  compare,
  decimal,
  decimalOf,
  divide,
  isMultiple,
  signOf,
  toText,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { readTyped } from '../../format/numbers.ts'

/** Reads contracts such as `2.5` or `10k` (docs/keyboard.md#ladder). Fails with the reason. */
export function typedSize(text: string, lotSize: DecimalText | null): Result<DecimalText, string> {
  const read = readTyped(text)
  if (!read.ok) return read
  if (signOf(read.value) <= 0) return fail('A size is above 0')
  return lotSize !== null && !isMultiple(read.value, decimal(lotSize))
    ? fail(`A size is a multiple of the lot, ${lotSize}`)
    : ok(toText(read.value))
}

const SHORTER = [
  { suffix: 'M', by: decimalOf(1_000_000) },
  { suffix: 'k', by: decimalOf(1_000) },
] as const

/** A size as short as it can be typed without losing a digit: `10k` for 10000, and 2500 as it is. */
export function shortSize(size: DecimalText): string {
  const value = decimal(size)
  const texts = SHORTER.filter(({ by }) => compare(value, by) >= 0).map(
    ({ suffix, by }) => `${toText(divide(value, by))}${suffix}`,
  )
  return texts.find((text) => text.length < size.length) ?? size
}

interface Props {
  readonly size: DecimalText
  readonly number: number
  readonly lotSize: DecimalText | null
  /** Receives the new size, or null when the dealer dropped it. */
  readonly onDone: (size: DecimalText | null) => void
  /** Called when the focus leaves the field. Nothing changes then. */
  readonly onLeave: () => void
  readonly onRefused: (why: string) => void
}

export function SizeField({ size, number, lotSize, onDone, onLeave, onRefused }: Props): ReactElement {
  const [text, setText] = useState<string>(size)
  const [wrong, setWrong] = useState(false)
  return (
    <input
      className="ladder-size"
      aria-label={`Size preset ${number}`}
      aria-invalid={wrong}
      inputMode="decimal"
      // The dealer opened this field with a key and types at once.
      ref={focusAndSelect}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        setWrong(false)
      }}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Escape') return onDone(null)
        const read = typedSize(text, lotSize)
        setWrong(!read.ok)
        return read.ok ? onDone(read.value) : onRefused(read.failure)
      }}
    />
  )
}

function focusAndSelect(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}
