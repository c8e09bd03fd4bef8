/** Says what the end of the process means for the orders that the journal recovered. Pure. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { OrderEvent } from '../../../shared/domain/orders/orderLife.ts'
import type { RecoveredRecords } from './recoverStateFromJournal.ts'

/** The events that the end of the process means for an order: a request that was on its way may have arrived. */
function afterRestart(order: Order, at: EpochMs): OrderEvent[] {
  const events: OrderEvent[] = []
  if (order.phase === 'intent')
    events.push({ kind: 'not-sent', at, act: 'order', message: 'The desk ended before it was sent.' })
  if (order.phase === 'sent')
    events.push({ kind: 'unproven', at, act: 'order', message: 'The desk ended before an answer came.' })
  if (order.pending !== null) events.push({ kind: 'wish-over', at, act: order.pending, proven: false })
  return events
}

/** The events that the end of the process means for all recovered orders; the new run journals them. */
export const restartEvents = (
  records: RecoveredRecords,
  at: EpochMs,
): readonly { readonly order: Order; readonly event: OrderEvent }[] =>
  [...records.orders.values()].flatMap((order) => afterRestart(order, at).map((event) => ({ order, event })))
