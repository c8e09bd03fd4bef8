/** Restores the journal's records of one venue and user into the order store and the list of customers. Sends nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { CustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { RecoveredState } from '../journal/recoverStateFromJournal.ts'
import { restartEvents } from '../journal/restartEventsOfOrders.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import { storeLiveOrders } from './storeLiveOrdersInRecords.ts'

export interface RestoredRecordsOptions {
  readonly clock: Clock
  /** The state recovered from the journal. */
  readonly recovered: RecoveredState
  readonly orderStore: OrderStore
  readonly journalWriter: Pick<JournalWriter, 'accountKey'>
  readonly customers: Pick<CustomerDirectory, 'see'>
}

/** Takes over the orders that this user's earlier runs left at this venue. */
export function restoreRecords(options: RestoredRecordsOptions): void {
  const { clock, recovered, orderStore, journalWriter, customers } = options
  const records = recovered.recordsOf(journalWriter.accountKey)
  const orders = [...records.orders.values()]
  orderStore.restore(orders)
  customers.see(orders.map((order) => order.customerCode))
  for (const { order, event } of restartEvents(records, clock.now()))
    orderStore.note(order.customerCode, order.referenceId, event)
  // The order store has applied the restart events to these orders.
  storeLiveOrders(options)
}
