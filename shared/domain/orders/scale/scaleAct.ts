/** A scale: limit orders over a price range, sent as one act with one id. Its orders, the whole, and what makes rows no scale. Pure. */

import { ZERO, add, compare, decimal, maximum, toText } from '../../../base/decimal.ts'
import type { OrderDraft } from '../order.ts'
import type { ScaleRow } from '../rows/scaleTag.ts'

/** The orders of a scale: the draft with the amount and the price of each row. */
export const draftsOfRows = (draft: OrderDraft, rows: readonly ScaleRow[]): readonly OrderDraft[] =>
  rows.map((row) => ({ ...draft, ...row }))

/** The whole scale as one order: all contracts, at the price that costs or brings the most USDC. */
export function wholeOfRows(draft: OrderDraft, rows: readonly ScaleRow[]): OrderDraft {
  const amount = rows.reduce((sum, row) => add(sum, decimal(row.amount)), ZERO)
  const highest = rows.reduce((most, { limitPrice }) => maximum(most, decimal(limitPrice)), ZERO)
  return { ...draft, amount: toText(amount), limitPrice: toText(highest) }
}

/** Why these rows are no scale of this draft, one sentence; null: they are. */
export function whyNoScale(draft: OrderDraft, rows: readonly ScaleRow[]): string | null {
  if (draft.type !== 'limit' || draft.cashAmount !== null)
    return 'A scale is made of limit orders with an amount in contracts.'
  if (draft.timeInForce !== null && draft.timeInForce !== 'GTC')
    return 'The orders of a scale rest: GTC alone.'
  const sum = rows.reduce((all, { amount }) => add(all, decimal(amount)), ZERO)
  if (draft.amount === null || compare(sum, decimal(draft.amount)) !== 0)
    return `The amounts of the orders add up to ${toText(sum)}, and the scale says ${draft.amount ?? 'nothing'}.`
  const prices = new Set(rows.map(({ limitPrice }) => limitPrice))
  return prices.size === rows.length ? null : 'Two orders of the scale have the same price.'
}
