/** The fields of a scale: amount, first and last price, how many orders, and how their amounts go. None sends. */

import type { ScaleWeights } from '../../../../shared/domain/orders/scale/scaleRows.ts'
import { readTicketScale } from '../../../state/ticket/ticketScale.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { FieldRow, type TicketFieldsProps } from '../TicketFields.tsx'
import { TextRow } from '../TicketRow.tsx'

const WEIGHTS: readonly { readonly value: ScaleWeights; readonly label: string }[] = [
  { value: 'even', label: 'Even' },
  { value: 'rising', label: 'Rising' },
  { value: 'falling', label: 'Falling' },
]

export function ScaleFields(fields: TicketFieldsProps) {
  const { order, onChange } = fields
  const { form, instrument } = order
  const { fault } = readTicketScale(form, instrument)
  const row = (field: 'scaleTo' | 'scaleCount', label: string, beside: string) => (
    <TextRow
      field={field}
      label={label}
      value={form[field]}
      beside={beside}
      placeholder=""
      problem={fault?.field === field && !fault.isEmpty ? fault.sentence : null}
      onText={(text) => onChange({ kind: 'typed', field, text })}
    />
  )
  return (
    <>
      <FieldRow {...fields} field="amount" label="Amount" unit={instrument?.underlying ?? ''} />
      <FieldRow {...fields} field="limitPrice" label="From" unit="first price" />
      {row('scaleTo', 'To', 'last price')}
      {row('scaleCount', 'Orders', 'over the range')}
      <div className="ticket-row">
        <span className="label">Amounts</span>
        <Choice<ScaleWeights>
          name="Amounts"
          options={WEIGHTS}
          value={form.scaleRest === null ? form.scaleWeights : ''}
          onChoose={(weights) => onChange({ kind: 'scaleWeights', weights })}
        />
      </div>
    </>
  )
}
