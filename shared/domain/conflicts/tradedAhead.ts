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

/** Whether `other` was older and still waited, at a price at least as good as that of the fill. An order behind a trigger is left out: nobody knows since when it stood in the book. */
function waitedFor({ order, at, filled, quote }: Filled, other: Order): boolean {
  if (other.customerCode === order.customerCode || other.side !== order.side) return false
  const { limitPrice, triggerPrice, stopLossPrice, takeProfitPrice } = other
  if (limitPrice === null || (triggerPrice ?? stopLossPrice ?? takeProfitPrice) !== null) return false
  const sentAt = other.execution?.sentAt ?? null
  if (sentAt === null || sentAt > (order.execution?.sentAt ?? order.createdAt)) return false
  const until = waitedUntil(other)
  if (until !== null && until <= at + SAME_NEWS) return false
  const reach = multiply(decimal(limitPrice), filled)
  return order.side === 'buy' ? compare(reach, quote) >= 0 : compare(reach, quote) <= 0
}

/** `orders`: those of this desk in one instrument. Oldest fill first. */
export function tradedAheadOf(orders: readonly Order[]): readonly TradedAhead[] {
  const standing = orders.filter(({ limitPrice }) => limitPrice !== null)
  const found: TradedAhead[] = []
  for (const order of orders) {
    const fill = filledOf(order)
    if (!fill) continue
    const waited = standing
      .filter((other) => waitedFor(fill, other))
      .toSorted((a, b) => (a.execution?.sentAt ?? 0) - (b.execution?.sentAt ?? 0))
    const [first] = waited
    if (!first?.limitPrice) continue
    found.push({
      at: fill.at,
      symbol: order.symbol,
      side: order.side,
      customerCode: order.customerCode,
      referenceId: order.referenceId,
      price: toText(divide(fill.quote, fill.filled)),
      waiting: {
        customerCode: first.customerCode,
        referenceId: first.referenceId,
        limitPrice: first.limitPrice,
        since: first.execution?.sentAt ?? first.createdAt,
      },
      more: new Set(waited.map(({ customerCode }) => customerCode)).size - 1,
    })
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/** Whether the order filled at a time that nobody knows. */
export const isUntimed = (order: Order): boolean =>
  decimal(order.filledAmount) > ZERO && (order.execution?.firstFillAt ?? null) === null
