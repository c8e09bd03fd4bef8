/** Which live orders of other customers a new order may trade with, and which it goes ahead of. Pure. */

import { shownCode } from '../../base/shownCode.ts'
import { compare, decimal, type Decimal } from '../../base/decimal.ts'
import { groupedDigits } from '../../base/groupedText.ts'
import type { BookWalk } from '../book/bookWalk.ts'
import { capital, isAllSeen, type Unseen } from '../orders/openOrderReading.ts'
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

/** What of the standing orders belongs to the act that is checked. */
export interface OwnAct {
  /** The order that the draft would change; null for a new order. */
  readonly amends: Order | null
  /** The block that the draft is a row of; null for every other order. */
  readonly blockId: string | null
}

/**
 * Of the standing orders of the same side those of other customers that the order goes ahead of, best price first: the venue fills the better price first,
 * although they are older. An order at the same price waits behind them. An amend goes ahead only of those that it was not ahead of before. The rows of one
 * block are one act, so none goes ahead of another.
 */
export function aheadOf<T extends RestingOrder & Pick<Order, 'block'>>(
  draft: OrderDraft,
  standing: readonly T[],
  { amends, blockId }: OwnAct = { amends: null, blockId: null },
): readonly T[] {
  const reach = reachOf(draft, null)
  if (reach === null) return []
  const isBetter = (price: Decimal, than: Decimal) =>
    draft.side === 'buy' ? compare(price, than) > 0 : compare(price, than) < 0
  const before =
    amends === null || amends.limitPrice === null || waitsForTrigger(amends)
      ? null
      : decimal(amends.limitPrice)
  const isPassed = (price: Decimal) =>
    (reach === 'any' || isBetter(reach, price)) && (before === null || !isBetter(before, price))
  const better = draft.side === 'buy' ? -1 : 1
  return standing
    .filter(
      (order) =>
        order.customerCode !== draft.customerCode &&
        order.side === draft.side &&
        (blockId === null || order.block?.id !== blockId) &&
        isPassed(decimal(order.limitPrice)),
    )
    .toSorted((a, b) => better * compare(decimal(a.limitPrice), decimal(b.limitPrice)))
}

const sizeWords = ({ amount, cashAmount }: RestingOrder): string =>
  amount !== null
    ? groupedDigits(amount)
    : cashAmount !== null
      ? `${groupedDigits(cashAmount)} USDC`
      : 'an unknown amount'

/** `the sell of C2007, 2 at 62,150, and with 1 more order of other customers`. `word`: what stands before each order. */
function ordersWords([first, ...more]: readonly RestingOrder[], word: string): string {
  if (!first) return ''
  const others =
    more.length === 0
      ? ''
      : `, and ${word} ${more.length} more ${more.length === 1 ? 'order' : 'orders'} of other customers`
  return `${word} the ${first.side} of ${shownCode(first.customerCode)}, ${sizeWords(first)} at ${groupedDigits(first.limitPrice)}${others}`
}

/** `This order may trade with the sell of C2007, 2 at 62,150, and with 1 more order of other customers: …` Empty without one. */
export const crossWords = (crossed: readonly RestingOrder[]): string =>
  crossed.length === 0
    ? ''
    : `This order may trade ${ordersWords(crossed, 'with')}: customers of this desk would trade with each other.`

/** `This order goes ahead of the buy of C2007, 2 at 62,150, and of 1 more order of other customers: …` Empty without one. */
export const aheadWords = (passed: readonly RestingOrder[]): string =>
  passed.length === 0
    ? ''
    : `This order goes ahead ${ordersWords(passed, 'of')}: the venue may fill this order first.`

/** Why a warning may name too few orders: one sentence. Empty where every open order of the other customers is read. */
export function unreadWords(unseen: Unseen): string {
  if (isAllSeen(unseen)) return ''
  const { lists, customers } = unseen
  const parts = [
    ...(lists.length === 0
      ? []
      : [
          `the open orders of ${lists.length} other ${lists.length === 1 ? 'customer' : 'customers'} are not read whole`,
        ]),
    ...(customers === null ? [] : ['not every customer of the desk is known']),
  ]
  return `${capital(parts.join(', and '))}, so there may be more such orders.`
}
