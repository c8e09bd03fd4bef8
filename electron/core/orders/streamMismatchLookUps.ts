/** Looks an order up at once where a stream message about it does not agree with what is known. Reads only; decides nothing about the order. */

import { compare, decimal } from '../../../shared/base/decimal.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import { isLive, orderKey, type Order, type OrderReport } from '../../../shared/domain/orders/order.ts'
import { isShownLive } from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { OrderStore, Seen } from './journaledOrderStore.ts'
import { LookUpThrottle } from './throttleLookUpsPerOrder.ts'
import type { Broker } from '../ports/broker.ts'
import type { UnknownOrderResolver } from './unknownOrderResolver.ts'

export interface StreamMismatchLookUpsOptions {
  readonly clock: Clock
  readonly broker: Broker
  readonly orderStore: Pick<OrderStore, 'get'>
  readonly resolver: Pick<UnknownOrderResolver, 'ask' | 'watch'>
}

export interface StreamMismatchLookUps {
  /** Call with every order that the stream reports. `seen`: what the order store did with the report. */
  orderReported(report: OrderReport, customer: CustomerCode, seen: Seen): void
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
}: StreamMismatchLookUpsOptions): StreamMismatchLookUps {
  const throttle = new LookUpThrottle(clock)

  const lookUp = async (customer: CustomerCode, id: ReferenceId): Promise<void> => {
    const key = orderKey({ customerCode: customer, referenceId: id })
    if (!throttle.claim(key)) return
    const looked = await resolver.ask(broker, customer, id)
    if (looked.ok) return
    if (looked.failure.kind === 'unreachable') throttle.release(key)
    const now = orderStore.get(customer, id)
    if (now && isLive(now)) resolver.watch(now)
  }

  return {
    orderReported(report, customer, seen) {
      const now = orderStore.get(customer, report.referenceId)
      if (now && disagrees(report, now, seen)) void lookUp(customer, report.referenceId)
    },
  }
}
