/** Looks an order up where a stream message about it, or a trade of it, does not agree with what is known. Reads only; decides nothing about the order. */

import { compare, decimal, type Decimal } from '../../../shared/base/decimal.ts'
import type { Clock, Stop } from '../../../shared/base/clock.ts'
import { isLive, orderKey, type Order, type OrderReport } from '../../../shared/domain/orders/order.ts'
import { isShownLive } from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { OrderStore, Seen } from './journaledOrderStore.ts'
import { LookUpThrottle } from './throttleLookUpsPerOrder.ts'
import type { Broker } from '../ports/broker.ts'
import type { UnknownOrderResolver } from './unknownOrderResolver.ts'

/** Ms that an order's report may arrive after the trade of its fill: the channels are not synchronized. */
const REPORT_LATER = 3_000

export interface StreamMismatchLookUpsOptions {
  readonly clock: Clock
  readonly broker: Broker
  readonly orderStore: Pick<OrderStore, 'get'>
  readonly resolver: Pick<UnknownOrderResolver, 'ask' | 'watch'>
  /** Contracts that trades show for an order; null where they cannot tell. */
  readonly filledBy: (customer: CustomerCode, symbol: Symbol, order: ReferenceId) => Decimal | null
}

export interface StreamMismatchLookUps {
  /** Call with every order that the stream reports. `seen`: what the order store did with the report. */
  orderReported(report: OrderReport, customer: CustomerCode, seen: Seen): void
  /** Call with every trade that the stream reports, once the trade book has it. */
  tradeReported(trade: Trade): void
  close(): void
}

/** Whether the message and the order, as it is after the message, do not agree. */
function disagrees(report: OrderReport, now: Order, seen: Seen): boolean {
  if (seen === 'contradicts') return true
  const isOpen = isShownLive(report)
  if (seen === 'taken') return isLive(now) !== isOpen
  // An order that an older message shows open may be done by now.
  return isLive(now) && (!isOpen || compare(decimal(report.filledAmount), decimal(now.filledAmount)) > 0)
}

export function createStreamMismatchLookUps({
  clock,
  broker,
  orderStore,
  resolver,
  filledBy,
}: StreamMismatchLookUpsOptions): StreamMismatchLookUps {
  const throttle = new LookUpThrottle(clock)
  /** Orders with a trade whose report may still come. */
  const waiting = new Map<string, Stop>()
  let closed = false

  const lookUp = async (customer: CustomerCode, id: ReferenceId): Promise<void> => {
    const key = orderKey({ customerCode: customer, referenceId: id })
    if (!throttle.claim(key)) return
    const looked = await resolver.ask(broker, customer, id)
    if (looked.ok) return
    if (looked.failure.kind === 'unreachable') throttle.release(key)
    const now = orderStore.get(customer, id)
    if (now && isLive(now)) resolver.watch(now)
  }

  const showsLessThanTrades = (customer: CustomerCode, id: ReferenceId): boolean => {
    const now = orderStore.get(customer, id)
    const traded = now ? filledBy(customer, now.symbol, id) : null
    return now !== undefined && traded !== null && compare(traded, decimal(now.filledAmount)) > 0
  }
  /** Until the order shows what its trades show: a venue's reads may lag behind its stream. */
  const awaitReport = (customer: CustomerCode, id: ReferenceId): void => {
    const key = orderKey({ customerCode: customer, referenceId: id })
    const look = async (): Promise<void> => {
      waiting.delete(key)
      if (!showsLessThanTrades(customer, id)) return
      await lookUp(customer, id)
      if (!closed && showsLessThanTrades(customer, id)) awaitReport(customer, id)
    }
    if (!waiting.has(key))
      waiting.set(
        key,
        clock.after(REPORT_LATER, () => void look()),
      )
  }

  return {
    orderReported(report, customer, seen) {
      const now = orderStore.get(customer, report.referenceId)
      if (now && disagrees(report, now, seen)) void lookUp(customer, report.referenceId)
    },
    tradeReported({ customerCode, referenceId }) {
      if (referenceId !== null && showsLessThanTrades(customerCode, referenceId))
        awaitReport(customerCode, referenceId)
    },
    close() {
      closed = true
      for (const stop of waiting.values()) stop()
      waiting.clear()
    },
  }
}
