/** Finds fills of one customer that went ahead of older orders of other customers. Pure. */

import { ZERO, compare, decimal, divide, multiply, toText, type Decimal } from '../../base/decimal.ts'
import { isLive, type Order } from '../orders/order.ts'
import type { TradedAhead } from './conflictReport.ts'

/** Ms. The news of two orders that one trade filled may arrive apart, so an order that ends so soon after is not taken to have waited. */
export const SAME_NEWS = 1_000

interface Filled {
  readonly order: Order
  readonly at: number
  /** Ms since when it had the price at which it filled. */
  readonly since: number
  readonly filled: Decimal
  readonly quote: Decimal
}

function filledOf(order: Order, pricedAt: number | null): Filled | null {
  const at = order.execution?.firstFillAt ?? null
  const [filled, quote] = [decimal(order.filledAmount), decimal(order.filledQuote)]
  if (at === null || filled <= ZERO || quote <= ZERO) return null
  const sentAt = order.execution?.sentAt ?? order.createdAt
  // An amend after the first fill gave that fill no price.
  const since = pricedAt !== null && pricedAt <= at ? Math.max(sentAt, pricedAt) : sentAt
  return { order, at, since, filled, quote }
}

/** Until when the order waited for a fill that it did not get; null: it waits still. One that ended after a part of its fills waited until its end. */
const waitedUntil = (order: Order): number | null => {
  if (isLive(order)) return null
  const isFull = order.amount !== null && compare(decimal(order.filledAmount), decimal(order.amount)) >= 0
  return (isFull ? order.execution?.lastFillAt : null) ?? order.updatedAt
}

const NEVER_THERE: ReadonlySet<Order['phase']> = new Set(['rejected', 'dead', 'not-sent'])
/** Whether the venue showed the order. One that was refused, or that nobody proved to have arrived, is not known to have waited. */
const wasShown = ({ phase, status }: Order): boolean => status !== null && !NEVER_THERE.has(phase)

/** When the order got the limit price that it has, by an amend; null: it had it from its start. */
export type PricedAt = (order: Order) => number | null

/** Comparisons after which a part ends: a few ms. */
const PART = 5_000

interface Waiting {
  readonly order: Order
  readonly limit: Decimal
  /** Ms since when it stood at this price. */
  readonly since: number
  readonly until: number
}

/** An order that stood in the book from its start. One behind a trigger is left out: nobody knows since when it stood there. */
function waitingOf(order: Order, pricedAt: number | null): Waiting | null {
  const { limitPrice, triggerPrice, stopLossPrice, takeProfitPrice } = order
  const sentAt = order.execution?.sentAt ?? null
  if (
    !wasShown(order) ||
    limitPrice === null ||
    sentAt === null ||
    (triggerPrice ?? stopLossPrice ?? takeProfitPrice) !== null
  )
    return null
  const since = Math.max(sentAt, pricedAt ?? sentAt)
  return { order, limit: decimal(limitPrice), since, until: waitedUntil(order) ?? Infinity }
}

/** Whether the other order was older, and would have accepted the price of the fill. */
function isBehind({ order, since, filled, quote }: Filled, other: Waiting): boolean {
  if (other.order.customerCode === order.customerCode || other.order.side !== order.side) return false
  if (other.since > since) return false
  const reach = multiply(other.limit, filled)
  return order.side === 'buy' ? compare(reach, quote) >= 0 : compare(reach, quote) <= 0
}

function aheadOf(fill: Filled, waited: readonly Waiting[]): TradedAhead | null {
  const [first] = waited.toSorted((a, b) => a.since - b.since)
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
      since: first.since,
    },
    more: new Set(waited.map((each) => each.order.customerCode)).size - 1,
  }
}

/**
 * `orders`: those of this desk in one instrument. In parts of a few ms, oldest fill first: the caller lets everything else run between two. Each fill is
 * compared with the orders that wait at its time, not with all.
 */
export function* tradedAheadOf(
  orders: readonly Order[],
  pricedAt: PricedAt = () => null,
): Generator<readonly TradedAhead[]> {
  const fills = orders
    .flatMap((order) => filledOf(order, pricedAt(order)) ?? [])
    .toSorted((a, b) => a.at - b.at)
  const standing = orders
    .flatMap((order) => waitingOf(order, pricedAt(order)) ?? [])
    .toSorted((a, b) => a.since - b.since)
  let waiting: Waiting[] = []
  let next = 0
  let compared = 0
  let part: TradedAhead[] = []
  for (const fill of fills) {
    for (let one = standing[next]; one && one.since <= fill.at; one = standing[next]) {
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
