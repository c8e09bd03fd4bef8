/** A scale: limit orders over a price range, sent as one act with one id. Its rows, the tag of each of its orders, and the orders themselves. Pure. */

import { z } from 'zod'
import { ZERO, add, compare, decimal, maximum, toText } from '../../../base/decimal.ts'
import { decimalText } from '../../scalars.ts'
import type { OrderDraft } from '../order.ts'

export const MOST_ROWS = 30

export const scaleRow = z.strictObject({ limitPrice: decimalText, amount: decimalText })
export type ScaleRow = z.infer<typeof scaleRow>

export const scaleRowList = z.array(scaleRow).min(2).max(MOST_ROWS)

/** Of an order that belongs to a scale: the id of the act, which is also a part of the order's reference id, and which row of how many it is. */
export const scaleTag = z.strictObject({
  act: z.string().regex(/^[a-z0-9]{1,10}$/),
  row: z.number().int().min(1).max(MOST_ROWS),
  of: z.number().int().min(2).max(MOST_ROWS),
})
export type ScaleTag = z.infer<typeof scaleTag>

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
  if (draft.timeInForce !== null && draft.timeInForce !== 'GTC') return 'The orders of a scale rest: GTC alone.'
  const sum = rows.reduce((all, { amount }) => add(all, decimal(amount)), ZERO)
  if (draft.amount === null || compare(sum, decimal(draft.amount)) !== 0)
    return `The amounts of the orders add up to ${toText(sum)}, and the scale says ${draft.amount ?? 'nothing'}.`
  const prices = new Set(rows.map(({ limitPrice }) => limitPrice))
  return prices.size === rows.length ? null : 'Two orders of the scale have the same price.'
}
