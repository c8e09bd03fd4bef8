/** One line of the ticket: a label, a box, what stands beside it, and what is wrong with it. */

import type { KeyboardEvent } from 'react'
import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import { OFFER_KEY, Offer } from '../../ui/Offer.tsx'
import { exact } from '../../format/numbers.ts'
import type { NumberField, TextField } from '../../state/ticket/ticketForm.ts'

interface RowProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly problem: string | null
  readonly onText: (text: string) => void
}

export interface TextRowProps extends RowProps {
  readonly field: TextField
  readonly beside: string
  readonly onLeave?: () => void
}

export const TextRow = ({
  field,
  label,
  value,
  beside,
  placeholder,
  problem,
  onText,
  onLeave,
}: TextRowProps) => (
  <div className="ticket-row">
    <label id={`ticket-${field}-label`} htmlFor={`ticket-${field}`}>
      {label}
    </label>
    <div className="boxed">
      <input
        id={`ticket-${field}`}
        data-field={field}
        aria-labelledby={`ticket-${field}-label`}
        className="field"
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `ticket-${field}-problem`}
        onChange={(event) => onText(event.target.value)}
        onBlur={onLeave}
      />
      <label className="unit" htmlFor={`ticket-${field}`} title={beside}>
        {beside}
      </label>
    </div>
    {problem !== null && (
      <span id={`ticket-${field}-problem`} className="problem">
        {problem}
      </span>
    )}
  </div>
)

export interface NumberRowProps extends RowProps {
  readonly field: NumberField
  readonly unit: string
  /** Fits in place of what is typed; null: none does. */
  readonly offer: DecimalText | null
  /** ↑ and ↓: whole steps, ten with Shift. */
  readonly onStep: (steps: number) => void
}

export function NumberRow({
  field,
  label,
  value,
  unit,
  placeholder,
  problem,
  offer,
  onText,
  onStep,
}: NumberRowProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === OFFER_KEY && offer !== null) {
      event.preventDefault()
      return onText(offer)
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1))
  }
  return (
    <div className="ticket-row">
      <label id={`ticket-${field}-label`} htmlFor={`ticket-${field}`}>
        {label}
      </label>
      <div className="boxed">
        <input
          id={`ticket-${field}`}
          data-field={field}
          aria-labelledby={`ticket-${field}-label`}
          className="field grey"
          inputMode="decimal"
          value={value}
          placeholder={placeholder}
          autoComplete="off"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `ticket-${field}-problem`}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <label className="unit" htmlFor={`ticket-${field}`} title={unit}>
          {unit}
        </label>
      </div>
      {problem !== null && (
        <span id={`ticket-${field}-problem`} className="problem">
          {problem}
          {offer !== null && <Offer words={exact(decimal(offer))} onTake={() => onText(offer)} />}
        </span>
      )}
    </div>
  )
}
