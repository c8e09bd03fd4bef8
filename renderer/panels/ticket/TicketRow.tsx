/** One line of the ticket: a label, a box, muted words in the box, and the fault of the value. */

import type { InputHTMLAttributes, KeyboardEvent, ReactNode } from 'react'
import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import { exact } from '../../format/numbers.ts'
import type { NumberField, TextField } from '../../state/ticket/ticketForm.ts'
import { SUGGESTED_VALUE_KEY, SuggestedValue } from '../../ui/SuggestedValue.tsx'

interface RowProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly problem: string | null
  readonly onText: (text: string) => void
}

interface BoxedRowProps extends RowProps {
  readonly field: TextField
  /** Muted words in the box, after the typed text. */
  readonly beside: string
  /** Further attributes of the input. */
  readonly input: InputHTMLAttributes<HTMLInputElement>
  /** Shown after the problem. */
  readonly remedy?: ReactNode
}

export function BoxedRow({
  field,
  label,
  value,
  placeholder,
  beside,
  problem,
  onText,
  input,
  remedy,
}: BoxedRowProps) {
  const id = `ticket-${field}`
  return (
    <div className="ticket-row">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <div className="boxed">
        <input
          className="field"
          {...input}
          id={id}
          data-field={field}
          aria-labelledby={`${id}-label`}
          value={value}
          placeholder={placeholder}
          autoComplete="off"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={(event) => onText(event.target.value)}
        />
        {beside !== '' && (
          <label className="unit" htmlFor={id} title={beside}>
            {beside}
          </label>
        )}
      </div>
      {problem !== null && (
        <span id={`${id}-problem`} className="problem">
          {problem}
          {remedy}
        </span>
      )}
    </div>
  )
}

interface TextRowProps extends RowProps {
  readonly field: TextField
  readonly beside: string
  readonly onLeave?: () => void
}

export const TextRow = ({ onLeave, ...row }: TextRowProps) => (
  <BoxedRow {...row} input={{ spellCheck: false, onBlur: onLeave }} />
)

interface NumberRowProps extends RowProps {
  readonly field: NumberField
  readonly unit: string
  /** The fitting value in place of the typed one; null: none. */
  readonly offer: DecimalText | null
  /** Takes the fitting values of the ticket; null: none is better than what is typed. */
  readonly onTake: (() => void) | null
  /** ↑ and ↓: whole steps, ten with Shift. */
  readonly onStep: (steps: number) => void
}

export function NumberRow({ unit, offer, onTake, onStep, ...row }: NumberRowProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === SUGGESTED_VALUE_KEY) {
      // No part of a number: where nothing is offered yet, the press does nothing.
      event.preventDefault()
      return onTake?.()
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1))
  }
  return (
    <BoxedRow
      {...row}
      beside={unit}
      input={{ className: 'field grey', inputMode: 'decimal', onKeyDown }}
      remedy={
        offer !== null && onTake !== null && <SuggestedValue words={exact(decimal(offer))} onTake={onTake} />
      }
    />
  )
}
