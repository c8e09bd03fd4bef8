/** The scale of a ticket: its rows, or what is wrong at which field. Pure; sends nothing. */

import { decimal, type Decimal } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { ScaleRow } from '../../../shared/domain/orders/rows/scaleTag.ts'
import { SCALE_LABELS, scaleRows, type ScaleField } from '../../../shared/domain/orders/scale/scaleRows.ts'
import { readTyped } from '../../format/numbers.ts'
import type { TextField, TicketForm } from './formFields.ts'

/** The field of the ticket for each field of a scale. */
export const FIELD_OF: Readonly<Record<ScaleField, TextField>> = {
  amount: 'amount',
  from: 'limitPrice',
  to: 'scaleTo',
  count: 'scaleCount',
}

/** `isEmpty`: the field is only not filled in yet. */
export interface ScaleFault {
  readonly field: TextField
  readonly sentence: string
  readonly isEmpty: boolean
}

export type TicketScale =
  | { readonly rows: readonly ScaleRow[]; readonly fault: null }
  | { readonly rows: null; readonly fault: ScaleFault }

const step = (text: string | null | undefined): Decimal | null => (text ? decimal(text) : null)

/** Given rows as they are, else the rows of the fields, read in their order on screen; the first fault counts. */
export function readTicketScale(form: TicketForm, instrument: Instrument | undefined): TicketScale {
  if (form.scaleRest !== null) return { rows: form.scaleRest, fault: null }
  const values: Partial<Record<ScaleField, Decimal>> = {}
  for (const field of ['amount', 'from', 'to'] as const) {
    const text = form[FIELD_OF[field]]
    const read = readTyped(text)
    if (!read.ok)
      return {
        rows: null,
        fault: {
          field: FIELD_OF[field],
          sentence: `${SCALE_LABELS[field]}: ${text === '' ? 'type it first' : read.failure}.`,
          isEmpty: text === '',
        },
      }
    values[field] = read.value
  }
  const { amount, from, to } = values
  if (amount === undefined || from === undefined || to === undefined) throw new Error('a field was not read')
  const count = Number(form.scaleCount.trim() === '' ? Number.NaN : form.scaleCount)
  const made = scaleRows({
    from,
    to,
    amount,
    count,
    weights: form.scaleWeights,
    tick: step(instrument?.tickSize),
    lot: step(instrument?.lotSize),
  })
  if (made.ok) return { rows: made.value, fault: null }
  const field = FIELD_OF[made.failure.field]
  return { rows: null, fault: { field, sentence: made.failure.sentence, isEmpty: form[field] === '' } }
}
