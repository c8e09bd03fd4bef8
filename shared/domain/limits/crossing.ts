/** Which live orders of other customers a new order may trade with, and which it goes ahead of. Pure. */

import { shownCode } from '../../base/shownCode.ts'
import { compare, decimal, type Decimal } from '../../base/decimal.ts'
import { groupedDigits } from '../../base/groupedText.ts'
import type { BookWalk } from '../book/bookWalk.ts'
import { capital, isAllSeen, type Unseen } from '../orders/openOrderReading.ts'
import { isLive, type Order, type OrderDraft } from '../orders/order.ts'
import type { Side } from '../scalars.ts'
import { once } from './once.ts'

/** An order that rests, or may rest, at a price. */
export type RestingOrder = Pick<Order, 'customerCode' | 'side' | 'amount' | 'cashAmount'> & {
  readonly limitPrice: NonNullable<Order['limitPrice']>
}

const hasPrice = <T extends Order>(order: T): order is T & RestingOrder => order.limitPrice !== null

const REACHED = new Set<string | null>(['triggered', 'open', 'partially_filled'])
const waitsForTrigger = ({ triggerPrice, stopLossPrice, takeProfitPrice, status }: Order): boolean =>
  [triggerPrice, stopLossPrice, takeProfitPrice].some((price) => price !== null) && !REACHED.has(status)

type StandingOrder = Order & RestingOrder

/** Where an order may trade: at a price or better; `any`: at every price. */
type Reach = Decimal | 'any'

/** Standing orders of one side. Their prices are read once, when a list is first asked for, and each list is made once: the rows of a block have one price. */
export interface StandingOrders {
  readonly side: Side
  /** Those that an order of the other side meets, best price first. */
  reachedAt(reach: Reach): readonly StandingOrder[]
  /** Those that an order of the same side goes ahead of, best price first. */
  worseThan(reach: Reach): readonly StandingOrder[]
}

/**
 * The live orders of an instrument and a side that stand in the book at a price, or may: an order of unknown outcome is among them, one that waits for
 * its trigger is not. `live`: every live order of the desk.
 */
export function standingOrders(
  live: readonly Order[],
  { symbol, side }: Pick<Order, 'symbol' | 'side'>,
): StandingOrders {
  const isWorse = (price: Decimal, than: Decimal) =>
    side === 'buy' ? compare(price, than) < 0 : compare(price, than) > 0
  const bestFirst = once(() =>
    live
      .filter((order) => order.symbol === symbol && order.side === side && isLive(order))
      .filter((order) => !waitsForTrigger(order))
      .filter(hasPrice)
      .map((order) => ({ order, price: decimal(order.limitPrice) }))
      .toSorted((a, b) => (isWorse(a.price, b.price) ? 1 : isWorse(b.price, a.price) ? -1 : 0)),
  )
  const listBy = (isListed: (price: Decimal, reach: Decimal) => boolean) => {
    const lists = new Map<Reach, readonly StandingOrder[]>()
    return (reach: Reach) => {
      const list =
        lists.get(reach) ??
        bestFirst()
          .filter(({ price }) => reach === 'any' || isListed(price, reach))
          .map(({ order }) => order)
      lists.set(reach, list)
      return list
    }
  }
  return {
    side,
    reachedAt: listBy((price, reach) => !isWorse(price, reach)),
    worseThan: listBy(isWorse),
  }
}

/** The worst price at which the order may trade; `any` for a market order without a known book; null for one that waits for a trigger and then has no price. */
function reachOf(draft: OrderDraft, walk: BookWalk | null): Reach | null {
  if (draft.limitPrice !== null) return decimal(draft.limitPrice)
  if (draft.type !== 'market') return null
  return walk?.whole === true ? decimal(walk.worstPrice) : 'any'
}

/**
 * Of the standing orders of the other side those of other customers that the order may trade with, best price first. The book may fill the order before
 * it reaches them, so each is a possibility, never a certainty.
 */
export function crossedBy(
  draft: OrderDraft,
  walk: BookWalk | null,
  standing: StandingOrders,
): readonly StandingOrder[] {
  const reach = reachOf(draft, walk)
  if (reach === null || standing.side === draft.side) return []
  return standing.reachedAt(reach).filter(({ customerCode }) => customerCode !== draft.customerCode)
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
export function aheadOf(
  draft: OrderDraft,
  standing: StandingOrders,
  { amends, blockId }: OwnAct = { amends: null, blockId: null },
): readonly StandingOrder[] {
  const reach = reachOf(draft, null)
  if (reach === null || standing.side !== draft.side) return []
  const passed = standing.worseThan(reach)
  const before =
    amends === null || amends.limitPrice === null || waitsForTrigger(amends)
      ? []
      : standing.worseThan(decimal(amends.limitPrice))
  // The worst prices come last, so those that the order was ahead of before are the end of the list.
  return passed
    .slice(0, Math.max(0, passed.length - before.length))
    .filter(
      ({ customerCode, block }) =>
        customerCode !== draft.customerCode && (blockId === null || block?.id !== blockId),
    )
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
