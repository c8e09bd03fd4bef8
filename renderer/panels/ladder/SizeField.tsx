/** The field in which a size preset is typed: Enter accepts the size, Esc or leaving the field drops it. Sends nothing. */

import { useState, type ReactElement } from 'react'
import { decimal, isMultiple, signOf, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { readTyped } from '../../format/numbers.ts'

/** Contracts as typed, such as `2.5` or `10k` (docs/keyboard.md#ladder); fails with why not. */
export function typedSize(text: string, lotSize: DecimalText | null): Result<DecimalText, string> {
  const read = readTyped(text)
  if (!read.ok) return read
  if (signOf(read.value) <= 0) return fail('A size is above 0')
  return lotSize !== null && !isMultiple(read.value, decimal(lotSize))
    ? fail(`A size is a multiple of the lot, ${lotSize}`)
    : ok(toText(read.value))
}

interface Props {
  readonly size: DecimalText
  readonly number: number
  readonly lotSize: DecimalText | null
  /** The new size, or null when it was dropped. */
  readonly onDone: (size: DecimalText | null) => void
  /** The focus went elsewhere: nothing changed. */
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
      // The dealer asked for this field with a key and types on at once.
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
