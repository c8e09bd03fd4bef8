/** Finds fills of one customer that went ahead of older orders of other customers. Pure. */

import { ZERO, compare, decimal, divide, multiply, toText, type Decimal } from '../../base/decimal.ts'
import { isLive, type Order } from '../orders/order.ts'
import type { TradedAhead } from './conflictReport.ts'

/** Ms. The news of two orders that one trade filled may arrive apart, so an order that ends so soon after is not taken to have waited. */
export const SAME_NEWS = 1_000

interface Filled {
  readonly order: Order
  readonly at: number
  readonly filled: Decimal
  readonly quote: Decimal
}

function filledOf(order: Order): Filled | null {
  const at = order.execution?.firstFillAt ?? null
  const [filled, quote] = [decimal(order.filledAmount), decimal(order.filledQuote)]
  return at === null || filled <= ZERO || quote <= ZERO ? null : { order, at, filled, quote }
}

/** Until when the order waited for a fill that it did not get; null: it waits still. */
const waitedUntil = (order: Order): number | null =>
  isLive(order) ? null : (order.execution?.lastFillAt ?? order.updatedAt)

/** Comparisons after which a part ends: a few ms. */
const PART = 5_000

interface Waiting {
  readonly order: Order
  readonly limit: Decimal
  readonly sentAt: number
  readonly until: number
}

/** An order that stood in the book from its start. One behind a trigger is left out: nobody knows since when it stood there. */
function waitingOf(order: Order): Waiting | null {
  const { limitPrice, triggerPrice, stopLossPrice, takeProfitPrice } = order
  const sentAt = order.execution?.sentAt ?? null
  if (limitPrice === null || sentAt === null || (triggerPrice ?? stopLossPrice ?? takeProfitPrice) !== null)
    return null
  return { order, limit: decimal(limitPrice), sentAt, until: waitedUntil(order) ?? Infinity }
}

/** Whether the other order was older, and would have accepted the price of the fill. */
function isBehind({ order, filled, quote }: Filled, other: Waiting): boolean {
  if (other.order.customerCode === order.customerCode || other.order.side !== order.side) return false
  if (other.sentAt > (order.execution?.sentAt ?? order.createdAt)) return false
  const reach = multiply(other.limit, filled)
  return order.side === 'buy' ? compare(reach, quote) >= 0 : compare(reach, quote) <= 0
}

function aheadOf(fill: Filled, waited: readonly Waiting[]): TradedAhead | null {
  const [first] = waited.toSorted((a, b) => a.sentAt - b.sentAt)
  if (!first?.order.limitPrice) return null
  const { order, at, filled, quote } = fill
  return {
    at,
    symbol: order.symbol,
    side: order.side,
    customerCode: order.customerCode,
    referenceId: order.referenceId,
    price: toText(divide(quote, filled)),
    waiting: {
      customerCode: first.order.customerCode,
      referenceId: first.order.referenceId,
      limitPrice: first.order.limitPrice,
      since: first.sentAt,
    },
    more: new Set(waited.map((each) => each.order.customerCode)).size - 1,
  }
}

/**
 * `orders`: those of this desk in one instrument. In parts of a few ms, oldest fill first: the caller lets everything else run between two. Each fill is
 * compared with the orders that wait at its time, not with all.
 */
export function* tradedAheadOf(orders: readonly Order[]): Generator<readonly TradedAhead[]> {
  const fills = orders.flatMap((order) => filledOf(order) ?? []).toSorted((a, b) => a.at - b.at)
  const standing = orders.flatMap((order) => waitingOf(order) ?? []).toSorted((a, b) => a.sentAt - b.sentAt)
  let waiting: Waiting[] = []
  let next = 0
  let compared = 0
  let part: TradedAhead[] = []
  for (const fill of fills) {
    for (let one = standing[next]; one && one.sentAt <= fill.at; one = standing[next]) {
      waiting.push(one)
      next++
    }
    // Fills come in the order of their times, so that what ended by this one waits for no later one.
    waiting = waiting.filter(({ until }) => until > fill.at + SAME_NEWS)
    const found = aheadOf(
      fill,
      waiting.filter((other) => isBehind(fill, other)),
    )
    if (found) part.push(found)
    compared += waiting.length
    if (compared < PART) continue
    yield part
    part = []
    compared = 0
  }
  yield part
}

/** Whether the order filled at a time that nobody knows. */
export const isUntimed = (order: Order): boolean =>
  decimal(order.filledAmount) > ZERO && (order.execution?.firstFillAt ?? null) === null
