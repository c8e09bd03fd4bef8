/** The amount and the prices with which a row of a block is sent once more: those that its last order had, or the prices to which the block moved since. Pure. */

import { compare, decimal, type DecimalText } from '../../../base/decimal.ts'
import type { BlockRow } from '../../orders/rows/blockTag.ts'
import type { BlockDraft, BlockRowState, RowPrices } from '../blockRecord.ts'

export interface RowTerms extends RowPrices {
  /** Contracts. */
  readonly amount: DecimalText
}

/** What a block knows of a row, for its terms. */
export type TermsRow = Pick<BlockRowState, 'end'> & {
  readonly amended?: DecimalText | undefined
  /** Prices to which the block moved after the last order of the row was over; null: that price stays. */
  readonly moved?: RowPrices | undefined
}

/** Contracts of the row: those of its last order, once that is over. */
export const amountOfRow = ({ amount }: Pick<BlockRow, 'amount'>, { end, amended }: TermsRow): DecimalText =>
  end?.terms?.amount ?? amended ?? amount

/** Undefined: the order was sent with a price, and its record names none. */
function priceOf(
  planned: DecimalText | null,
  last: DecimalText | null | undefined,
  moved: DecimalText | null,
): DecimalText | null | undefined {
  // A venue may show a price at an order that was sent without one.
  if (planned === null) return null
  if (moved !== null) return moved
  if (last === undefined || (last !== null && compare(decimal(last), decimal(planned)) === 0)) return planned
  return last ?? undefined
}

/** Null: it is not known with what the last order of the row ended. Call it for a row without a live order. */
export function termsOfRetry(draft: BlockDraft, planned: BlockRow, row: TermsRow): RowTerms | null {
  const { end, moved } = row
  // An order that the venue had may have been changed. Older releases did not record how it was last.
  if (end && !end.terms && end.as !== 'not-sent' && end.as !== 'never-arrived') return null
  if (end?.terms?.amount === null) return null
  const limitPrice = priceOf(draft.limitPrice, end?.terms?.limitPrice, moved?.limitPrice ?? null)
  const triggerPrice = priceOf(draft.triggerPrice, end?.terms?.triggerPrice, moved?.triggerPrice ?? null)
  if (limitPrice === undefined || triggerPrice === undefined) return null
  return { amount: amountOfRow(planned, row), limitPrice, triggerPrice }
}

const isSame = (a: DecimalText | null, b: DecimalText | null): boolean =>
  a === null || b === null ? a === b : compare(decimal(a), decimal(b)) === 0

export const areSamePrices = (a: RowPrices, b: RowPrices): boolean =>
  isSame(a.limitPrice, b.limitPrice) && isSame(a.triggerPrice, b.triggerPrice)

/**
 * Whether what was judged of the plan covers the row with these terms: no larger, and at no price that is worse for the customer or worth more. A higher price of a sell is
 * worth more, and a lower one is worse.
 */
export function isWithinPlan(
  { side, limitPrice, triggerPrice }: BlockDraft,
  planned: Pick<BlockRow, 'amount'>,
  terms: RowTerms,
): boolean {
  const isWithin = (price: DecimalText | null, judged: DecimalText | null): boolean =>
    isSame(price, judged) ||
    (side === 'buy' && price !== null && judged !== null && compare(decimal(price), decimal(judged)) < 0)
  return (
    compare(decimal(terms.amount), decimal(planned.amount)) <= 0 &&
    isWithin(terms.limitPrice, limitPrice) &&
    isWithin(terms.triggerPrice, triggerPrice)
  )
}

export const areSameTerms = (a: RowTerms, b: RowTerms): boolean =>
  isSame(a.amount, b.amount) && areSamePrices(a, b)
