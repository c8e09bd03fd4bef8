/** Restores the orders of one venue and user from the journal into the order store, and their customers into the list of customers. Sends nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { CustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { RecoveredState } from '../journal/recoverStateFromJournal.ts'
import { restartEvents } from '../journal/restartEventsOfOrders.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import { copyLiveOrdersToRecoveredState } from './copyLiveOrdersToRecoveredState.ts'

export interface RestoredOrdersOptions {
  readonly clock: Clock
  /** The state recovered from the journal. */
  readonly recovered: RecoveredState
  readonly orderStore: OrderStore
  readonly journalWriter: Pick<JournalWriter, 'accountKey'>
  readonly customers: Pick<CustomerDirectory, 'see'>
}

/** Takes over the orders that this user's earlier runs left at this venue. */
export function restoreOrdersFromJournal(options: RestoredOrdersOptions): void {
  const { clock, recovered, orderStore, journalWriter, customers } = options
  const records = recovered.recordsOf(journalWriter.accountKey)
  const orders = [...records.orders.values()]
  orderStore.restore(orders)
  customers.see(orders.map((order) => order.customerCode))
  for (const { order, event } of restartEvents(records, clock.now()))
    orderStore.note(order.customerCode, order.referenceId, event)
  // The order store has applied the restart events to these orders.
  copyLiveOrdersToRecoveredState(options)
}
