/** Looks an order up at once where a stream message about it could not be taken as it is. Reads only; decides nothing about the order. */

import { compare, decimal } from '../../../shared/base/decimal.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import { isLive, orderKey, type Order, type OrderReport } from '../../../shared/domain/orders/order.ts'
import { isShownLive } from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { OrderStore, Seen } from './orderStore.ts'
import type { Broker } from '../ports.ts'
import type { UnknownOrderResolver } from './unknownOrderResolver.ts'

/** Ms between two look-ups of one order for its stream messages: a venue may repeat them. The audit reads lists as often. */
const APART = 30_000

export interface StreamMismatchLookUpsOptions {
  readonly clock: Clock
  readonly broker: Broker
  readonly orderStore: Pick<OrderStore, 'get'>
  readonly resolver: Pick<UnknownOrderResolver, 'ask' | 'watch'>
}

export interface StreamMismatchLookUps {
  /** The stream reported an order; `seen`: what became of the report. */
  heard(report: OrderReport, customer: CustomerCode, seen: Seen): void
}

/** Whether the message and the order, as it stands after the message, do not agree. */
function disagrees(report: OrderReport, now: Order, seen: Seen): boolean {
  if (seen === 'contradicts') return true
  const isOpen = isShownLive(report)
  if (seen === 'taken') return isLive(now) !== isOpen
  // What an older message shows open may be over by now.
  return isLive(now) && (!isOpen || compare(decimal(report.filledAmount), decimal(now.filledAmount)) > 0)
}

export function createStreamMismatchLookUps({
  clock,
  broker,
  orderStore,
  resolver,
}: StreamMismatchLookUpsOptions): StreamMismatchLookUps {
  /** By order, monotonic ms of its last look-up. */
  const askedAt = new Map<string, number>()

  const ask = async (customer: CustomerCode, id: ReferenceId): Promise<void> => {
    const key = orderKey({ customerCode: customer, referenceId: id })
    const last = askedAt.get(key)
    if (last !== undefined && clock.monotonic() - last < APART) return
    askedAt.set(key, clock.monotonic())
    const looked = await resolver.ask(broker, customer, id)
    if (looked.ok) return
    // The next message asks again.
    if (looked.failure.kind === 'unreachable') askedAt.delete(key)
    const now = orderStore.get(customer, id)
    if (now && isLive(now)) resolver.watch(now)
  }

  return {
    heard(report, customer, seen) {
      const now = orderStore.get(customer, report.referenceId)
      if (now && disagrees(report, now, seen)) void ask(customer, report.referenceId)
    },
  }
}
