/** Copies the live orders of this desk, and ended entries of brackets that may have filled further, to the recovered state of the account in use, which outlives the order store. */

import { isLive, orderKey } from '../../../shared/domain/orders/order.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import { mayFillLate } from '../../../shared/domain/orders/bracket/bracket.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { RecoveredState } from '../journal/recoverStateFromJournal.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'

export interface CopiedLiveOrdersOptions {
  /** The state recovered from the journal, which holds the records of every account. */
  readonly recovered: Pick<RecoveredState, 'recordsOf'>
  readonly journalWriter: Pick<JournalWriter, 'accountKey'>
  readonly clock: Clock
  readonly orderStore: Pick<OrderStore, 'all'>
}

export function copyLiveOrdersToRecoveredState({
  clock,
  recovered,
  journalWriter,
  orderStore,
}: CopiedLiveOrdersOptions): void {
  const { orders } = recovered.recordsOf(journalWriter.accountKey)
  orders.clear()
  const now = clock.now()
  for (const order of orderStore.all())
    if (order.origin === 'desk' && (isLive(order) || mayFillLate(order, now)))
      orders.set(orderKey(order), order)
}
