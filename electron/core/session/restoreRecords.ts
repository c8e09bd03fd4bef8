/** What outlives a run: takes up what earlier runs left in the journal for this venue and user, and puts back what a new segment begins with. Sends nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import { orderKey } from '../../../shared/domain/orders/order.ts'
import type { CustomerDirectory } from '../accounts/customerDirectory.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import { carriedOver, restartEvents, type Kept, type RecoveredState } from '../journal/journalFold.ts'
import type { OrderStore } from '../orders/orderStore.ts'
import type { Journal } from '../ports.ts'

export interface RestoredRecordsOptions {
  readonly clock: Clock
  readonly journal: Journal
  /** What earlier runs left in it. */
  readonly kept: RecoveredState
  readonly orderStore: OrderStore
  readonly journalWriter: JournalWriter
  readonly customers: CustomerDirectory
  /** Entries of what is in force whoever signs in: halts, limits, confirmed codes, keys of webhooks. */
  readonly rules: () => readonly JournalBody[]
}

export interface RestoredRecords {
  /** The records of the venue and user in use. */
  current(): Kept
  /** Puts what the board holds of our own orders back into the records that outlive it. */
  keep(): void
  /** Takes up what this user's earlier runs left at this venue. */
  restore(): void
}

export function createRestoredRecords(parts: RestoredRecordsOptions): RestoredRecords {
  const { clock, journal, kept, orderStore, journalWriter, customers } = parts
  const current = () => kept.of(journalWriter.whose)
  const keep = () => {
    const { orders } = current()
    orders.clear()
    for (const order of orderStore.live()) if (order.origin === 'desk') orders.set(orderKey(order), order)
  }
  journal.carry(() => {
    keep()
    const at = clock.now()
    return [
      ...carriedOver(kept, at),
      ...parts.rules().map((body) => ({ at, whose: journalWriter.whose, body })),
    ]
  })
  return {
    current,
    keep,
    restore() {
      const orders = [...current().orders.values()]
      orderStore.restore(orders)
      customers.see(orders.map((order) => order.customerCode))
      for (const { order, event } of restartEvents(current(), clock.now()))
        orderStore.note(order.customerCode, order.referenceId, event)
      // From here on the board has them.
      keep()
    },
  }
}
