/** One amend of a block: the orders that change, to which prices or amounts, and how far the change got. Pure but for the run, which its owner changes in place. */

import { compare, decimal, type DecimalText } from '../../../../../shared/base/decimal.ts'
import type { Request } from '../../../../../shared/contract/contract.ts'
import type { Block } from '../../../../../shared/domain/block/blockFold.ts'
import type { BlockAmend } from '../../../../../shared/domain/block/blockRecord.ts'
import {
  NO_CHANGES,
  isLive,
  orderKey,
  type Order,
  type OrderChanges,
} from '../../../../../shared/domain/orders/order.ts'
import type { BlockAmendToCheck, DecidedForWhole } from '../../../risk/limits/amends/checkBlockAmends.ts'

export type BlockAmendRequest = Request<'block.checkAmend'>
export type NamedOrder = Pick<Order, 'customerCode' | 'referenceId'>

/** The new prices; null: that price stays. */
export type BlockPrices = Pick<OrderChanges, 'limitPrice' | 'triggerPrice'>

export interface BlockAmendRun {
  readonly prices: BlockPrices
  /** The new amount of each order by its key; an order that is not here keeps its amount. */
  readonly amounts: ReadonlyMap<string, DecimalText>
  /** The orders that were live when the dealer sent the change, as they were then, by key. */
  readonly asSent: ReadonlyMap<string, Order>
  readonly inFlight: number
  readonly whole: DecidedForWhole
  /** Orders whose change has not had its turn; changed in place. */
  readonly waiting: NamedOrder[]
  /** Keys of the orders whose change had its turn: it is at the venue, or has not left yet. Changed in place. */
  readonly underWay: Set<string>
  /** Why a later act of the dealer keeps back what has not left, a sentence; null: none does. */
  stopped: string | null
  progress: Omit<BlockAmend, 'waiting'>
}

/** Orders of which nobody knows yet what became of the change. */
export const leftOf = ({ orders, moved, over, failed }: BlockAmendRun['progress']): number =>
  orders - moved - over - failed.length

const isSame = (shown: DecimalText | null, price: DecimalText | null): boolean =>
  price === null || (shown !== null && compare(decimal(shown), decimal(price)) === 0)

export const changesOf = (
  { prices, amounts }: Pick<BlockAmendRun, 'prices' | 'amounts'>,
  order: NamedOrder,
): OrderChanges => ({
  ...NO_CHANGES,
  ...prices,
  amount: amounts.get(orderKey(order)) ?? null,
})

/** Whether the order shows the change already. */
export function isAt(order: Order, run: BlockAmendRun): boolean {
  const { limitPrice, triggerPrice, amount } = changesOf(run, order)
  return (
    isSame(order.limitPrice, limitPrice) &&
    isSame(order.triggerPrice, triggerPrice) &&
    isSame(order.amount, amount)
  )
}

/** The progress with one order more that the venue shows at the change, also where the order ended there, or that ended elsewhere. Null: it is live elsewhere. */
export function countShown(
  order: Order | undefined,
  run: BlockAmendRun,
): Partial<BlockAmendRun['progress']> | null {
  const { moved, over } = run.progress
  if (order && isAt(order, run)) return { moved: moved + 1 }
  return order && isLive(order) ? null : { over: over + 1 }
}

const areEqual = (one: DecimalText | null, other: DecimalText | null): boolean =>
  one === null || other === null ? one === other : compare(decimal(one), decimal(other)) === 0

const CHANGED_SINCE =
  'Not amended. The order was changed after you sent this change. Look at the order before you change it again.'

/** A newer change of the order alone must stand. Null: it has the amount and the prices that it had when the dealer sent the change. */
export function whyNotAsSent(order: Order | undefined, { asSent }: BlockAmendRun): string | null {
  const sent = order && asSent.get(orderKey(order))
  return order &&
    sent &&
    areEqual(sent.amount, order.amount) &&
    areEqual(sent.limitPrice, order.limitPrice) &&
    areEqual(sent.triggerPrice, order.triggerPrice)
    ? null
    : CHANGED_SINCE
}

/** `61000`, `trigger 60000`, `61000, trigger 60000`. */
const priceWords = ({ limitPrice, triggerPrice }: BlockPrices): string =>
  [limitPrice, triggerPrice === null ? null : `trigger ${triggerPrice}`]
    .filter((price) => price !== null)
    .join(', ')

/** Why the orders of the block cannot be amended so, one sentence; null: they may. */
export function whyNoChange(
  { plan: { draft } }: Block,
  { limitPrice, triggerPrice }: BlockPrices,
  total: DecimalText | null,
): string | null {
  if (total !== null)
    return limitPrice === null && triggerPrice === null
      ? null
      : 'Change the amount or the prices, one after the other.'
  if (limitPrice === null && triggerPrice === null) return 'No new price was named.'
  if (limitPrice !== null && draft.limitPrice === null) return 'The orders of this block have no limit price.'
  return triggerPrice !== null && draft.triggerPrice === null
    ? 'The orders of this block have no trigger price.'
    : null
}

export const amountsOf = ({ orders, total }: BlockAmendRequest): BlockAmendRun['amounts'] =>
  new Map(
    orders.flatMap((order) =>
      total === undefined || order.amount === undefined ? [] : [[orderKey(order), order.amount] as const],
    ),
  )

export function newRun(
  request: BlockAmendRequest,
  { prices, orders: live }: Pick<BlockAmendToCheck, 'prices' | 'orders'>,
  inFlight: number,
  { isApproved, warnings }: DecidedForWhole,
): BlockAmendRun {
  const { orders, limitPrice, triggerPrice, total } = request
  return {
    prices,
    amounts: amountsOf(request),
    asSent: new Map(live.map(([order]) => [orderKey(order), order])),
    inFlight,
    whole: { isApproved, warnings },
    waiting: orders.map(({ customerCode, referenceId }) => ({ customerCode, referenceId })),
    underWay: new Set(),
    stopped: null,
    progress: {
      limitPrice,
      ...(triggerPrice === undefined ? {} : { triggerPrice }),
      ...(total === undefined ? {} : { total }),
      orders: orders.length,
      moved: 0,
      over: 0,
      failed: [],
    },
  }
}

const are = (count: number): string => (count === 1 ? '1 is' : `${count} are`)

/** What became of the whole amend, a clause for each outcome. The block has a new total only where every order has its part. */
export function endWords({ prices, progress }: BlockAmendRun): string {
  const { orders, moved, over, failed, total } = progress
  const sum = moved === orders ? 'in all' : 'asked for'
  const words = total === undefined ? priceWords(prices) : `their new amounts, ${total} ${sum}`
  return [
    `the venue shows ${moved} of ${orders === 1 ? '1 order' : `${orders} orders`} at ${words}`,
    ...(over > 0 ? [`${over} ended`] : []),
    ...(failed.length > 0 ? [`${are(failed.length)} not amended`] : []),
  ].join(', ')
}
