/** Restores the journal's records of one venue and user, and supplies the entries with which a new segment begins. Sends nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import { orderKey } from '../../../shared/domain/orders/order.ts'
import type { CustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import { carriedOver } from '../journal/carryStateIntoNewSegment.ts'
import type { RecoveredState } from '../journal/recoverStateFromJournal.ts'
import { restartEvents } from '../journal/restartEventsOfOrders.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { Journal } from '../ports.ts'

export interface RestoredRecordsOptions {
  readonly clock: Clock
  readonly journal: Journal
  /** The state recovered from the journal. */
  readonly recovered: RecoveredState
  readonly orderStore: OrderStore
  readonly journalWriter: JournalWriter
  readonly customers: CustomerDirectory
  /** Entries of the rules in force for every user: halts, limits, confirmed codes, keys of webhooks. */
  readonly rules: () => readonly JournalBody[]
}

export interface RestoredRecords {
  /** Stores the live orders of this desk in the records, which outlive the order store. */
  storeLiveOrders(): void
  /** Takes over the orders that this user's earlier runs left at this venue. */
  restore(): void
}

export function createRestoredRecords(options: RestoredRecordsOptions): RestoredRecords {
  const { clock, journal, recovered, orderStore, journalWriter, customers } = options
  const current = () => recovered.recordsOf(journalWriter.accountKey)
  const storeLiveOrders = () => {
    const { orders } = current()
    orders.clear()
    for (const order of orderStore.live()) if (order.origin === 'desk') orders.set(orderKey(order), order)
  }
  journal.carry(() => {
    storeLiveOrders()
    const at = clock.now()
    return [
      ...carriedOver(recovered, at),
      ...options.rules().map((body) => ({ at, whose: journalWriter.accountKey, body })),
    ]
  })
  return {
    storeLiveOrders,
    restore() {
      const orders = [...current().orders.values()]
      orderStore.restore(orders)
      customers.see(orders.map((order) => order.customerCode))
      for (const { order, event } of restartEvents(current(), clock.now()))
        orderStore.note(order.customerCode, order.referenceId, event)
      // The order store has applied the restart events to these orders.
      storeLiveOrders()
    },
  }
}
