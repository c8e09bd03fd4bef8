/** Which live orders of other customers a new order may trade with, so that two customers of one desk would be buyer and seller. Pure. */

import { shownCode } from '../accounts/lookAlike.ts'
import { compare, decimal, type Decimal } from '../../base/decimal.ts'
import { groupedDigits } from '../../base/groupedText.ts'
import type { BookWalk } from '../book/bookWalk.ts'
import { isLive, type Order, type OrderDraft } from '../orders/order.ts'

/** An order that rests, or may rest, at a price. */
export type RestingOrder = Pick<Order, 'customerCode' | 'side' | 'amount' | 'cashAmount'> & {
  readonly limitPrice: NonNullable<Order['limitPrice']>
}

const hasPrice = <T extends Order>(order: T): order is T & RestingOrder => order.limitPrice !== null

const REACHED = new Set<string | null>(['triggered', 'open', 'partially_filled'])
const waitsForTrigger = ({ triggerPrice, stopLossPrice, takeProfitPrice, status }: Order): boolean =>
  [triggerPrice, stopLossPrice, takeProfitPrice].some((price) => price !== null) && !REACHED.has(status)

/**
 * The live orders of an instrument and a side that stand in the book at a price, or may: an order of unknown outcome is among them, one that waits for
 * its trigger is not. `live`: every live order of the desk.
 */
export const standingOrders = (
  live: readonly Order[],
  { symbol, side }: Pick<Order, 'symbol' | 'side'>,
): readonly (Order & RestingOrder)[] =>
  live
    .filter((order) => order.symbol === symbol && order.side === side && isLive(order))
    .filter((order) => !waitsForTrigger(order))
    .filter(hasPrice)

/** The worst price at which the order may trade; `any` for a market order without a known book; null for one that waits for a trigger and then has no price. */
function reachOf(draft: OrderDraft, walk: BookWalk | null): Decimal | 'any' | null {
  if (draft.limitPrice !== null) return decimal(draft.limitPrice)
  if (draft.type !== 'market') return null
  return walk?.whole === true ? decimal(walk.worstPrice) : 'any'
}

/**
 * Of the standing orders of the other side those of other customers that the order may trade with, best price first. The book may fill the order before
 * it reaches them, so each is a possibility, never a certainty.
 */
export function crossedBy<T extends RestingOrder>(
  draft: OrderDraft,
  walk: BookWalk | null,
  standing: readonly T[],
): readonly T[] {
  const reach = reachOf(draft, walk)
  if (reach === null) return []
  const isReached = (price: Decimal) =>
    reach === 'any' || (draft.side === 'buy' ? compare(price, reach) <= 0 : compare(price, reach) >= 0)
  const better = draft.side === 'buy' ? 1 : -1
  return standing
    .filter(
      (order) =>
        order.customerCode !== draft.customerCode &&
        order.side !== draft.side &&
        isReached(decimal(order.limitPrice)),
    )
    .toSorted((a, b) => better * compare(decimal(a.limitPrice), decimal(b.limitPrice)))
}

const sizeWords = ({ amount, cashAmount }: RestingOrder): string =>
  amount !== null
    ? groupedDigits(amount)
    : cashAmount !== null
      ? `${groupedDigits(cashAmount)} USDC`
      : 'an unknown amount'

/** `This order may trade with the sell of C2007, 2 at 62,150, and with 1 more order of other customers.` Empty without one. */
export function crossWords(crossed: readonly RestingOrder[]): string {
  const [first] = crossed
  if (!first) return ''
  const more = crossed.length - 1
  const others =
    more === 0 ? '' : `, and with ${more} more ${more === 1 ? 'order' : 'orders'} of other customers`
  return `This order may trade with the ${first.side} of ${shownCode(first.customerCode)}, ${sizeWords(first)} at ${groupedDigits(first.limitPrice)}${others}: customers of this desk would trade with each other.`
}
