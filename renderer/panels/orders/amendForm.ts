/** The amend sheet as data: the fields that may change, the typed values, and the resulting changes (docs/api.md#gap.11). Pure. */

import { subtract, decimal, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import { NO_CHANGES, type Order, type OrderChanges } from '../../../shared/domain/orders/order.ts'
import { amendProblems, typeRule } from '../../../shared/domain/orders/orderFieldRules.ts'
import { amendMarketProblems, type MarketView } from '../../state/marketProblems.ts'
import { readTyped } from '../../format/numbers.ts'

export const AMEND_LABELS = {
  amount: 'Amount',
  limitPrice: 'Limit price',
  triggerPrice: 'Trigger price',
  takeProfitPrice: 'Take profit',
  stopLossPrice: 'Stop loss',
} as const satisfies Readonly<Record<keyof OrderChanges, string>>

type AmendField = keyof OrderChanges
/** The typed values. A field that is not here keeps the value of the order. */
export type AmendForm = Readonly<Partial<Record<AmendField, string>>>

/** The fields of an order that may be changed, in the order of the ticket. */
export function amendFields(order: Order): readonly AmendField[] {
  const rule = typeRule(order.type)
  const has: Readonly<Record<AmendField, boolean>> = {
    amount: order.cashAmount === null,
    limitPrice: rule?.limitPrice ?? order.limitPrice !== null,
    triggerPrice: rule?.triggerPrice ?? order.triggerPrice !== null,
    takeProfitPrice: rule?.combo ?? order.takeProfitPrice !== null,
    stopLossPrice: rule?.combo ?? order.stopLossPrice !== null,
  }
  return (Object.keys(AMEND_LABELS) as AmendField[]).filter((field) => has[field])
}

interface AmendReading {
  readonly changes: OrderChanges
  /** Sentences by field; nothing is sent while there is one. */
  readonly problems: Readonly<Partial<Record<AmendField, string>>>
  /** Fitting values in place of typed values that do not fit. */
  readonly offers: Readonly<Partial<Record<AmendField, DecimalText>>>
  /** Whether something was changed and nothing is wrong. */
  readonly sendable: boolean
}

/** `view`: the instrument, its market and the limits in force; null while the instrument is not known. */
export function readAmendForm(order: Order, form: AmendForm, view: MarketView | null): AmendReading {
  const problems: Partial<Record<AmendField, string>> = {}
  const changes: Record<AmendField, DecimalText | null> = { ...NO_CHANGES }
  for (const field of amendFields(order)) {
    const text = form[field]
    if (text === undefined) continue
    const read = readTyped(text)
    if (!read.ok)
      problems[field] = `${AMEND_LABELS[field]}: ${text.trim() === '' ? 'type a number' : read.failure}.`
    else if (toText(read.value) !== order[field]) changes[field] = toText(read.value)
  }
  const offers: Partial<Record<AmendField, DecimalText>> = {}
  const changed = Object.values(changes).some((value) => value !== null)
  for (const { field, sentence, offer } of view && changed ? amendMarketProblems(order, changes, view) : []) {
    problems[field as AmendField] ??= sentence
    if (offer !== null) offers[field as AmendField] = offer
  }
  if (changed)
    for (const { field, sentence } of amendProblems(order, changes))
      problems[field as AmendField] ??= sentence
  return { changes, problems, offers, sendable: changed && Object.keys(problems).length === 0 }
}

/** Contracts that have not filled; null for a cash order. */
export const unfilledRest = (order: Order): DecimalText | null =>
  order.amount === null ? null : toText(subtract(decimal(order.amount), decimal(order.filledAmount)))
