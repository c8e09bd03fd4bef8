/** One key takes every value of the ticket to its tick, lot or smallest size, and says what it changed. Pure. */

import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { exact, readTyped } from '../../format/numbers.ts'
import {
  FIELD_NAMES,
  NUMBER_FIELDS,
  type NumberField,
  type TicketForm,
  type TicketProblem,
} from './ticketForm.ts'

export interface Rounding {
  readonly values: Partial<Readonly<Record<NumberField, DecimalText>>>
  /** `Amount 2.5004 → 2.5 (lot 0.001).` */
  readonly said: string
}

const stepWords = (field: NumberField, { tickSize, lotSize }: Instrument): string => {
  if (field === 'cashAmount') return lotSize === null ? '' : ` (smallest amount ${lotSize})`
  if (field === 'amount') return lotSize === null ? '' : ` (lot ${lotSize})`
  return tickSize === null ? '' : ` (tick ${tickSize})`
}

/** Null where no typed value has one that fits better. */
export function roundingOf(
  form: TicketForm,
  problems: readonly TicketProblem[],
  instrument: Instrument | undefined,
): Rounding | null {
  if (!instrument) return null
  const values: Partial<Record<NumberField, DecimalText>> = {}
  const said: string[] = []
  for (const field of NUMBER_FIELDS) {
    const offer = problems.find((problem) => problem.field === field)?.offer ?? null
    if (offer === null) continue
    values[field] = offer
    const typed = readTyped(form[field])
    const from = typed.ok ? exact(typed.value) : form[field]
    said.push(`${FIELD_NAMES[field]} ${from} → ${exact(decimal(offer))}${stepWords(field, instrument)}`)
  }
  return said.length === 0 ? null : { values, said: `${said.join(', ')}.` }
}
