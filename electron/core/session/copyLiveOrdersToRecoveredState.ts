/** Copies the live orders of this desk to the recovered state of the account in use, which outlives the order store. */

import { orderKey } from '../../../shared/domain/orders/order.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { RecoveredState } from '../journal/recoverStateFromJournal.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'

export interface CopiedLiveOrdersOptions {
  /** The state recovered from the journal, which holds the records of every account. */
  readonly recovered: Pick<RecoveredState, 'recordsOf'>
  readonly journalWriter: Pick<JournalWriter, 'accountKey'>
  readonly orderStore: Pick<OrderStore, 'live'>
}

export function copyLiveOrdersToRecoveredState({
  recovered,
  journalWriter,
  orderStore,
}: CopiedLiveOrdersOptions): void {
  const { orders } = recovered.recordsOf(journalWriter.accountKey)
  orders.clear()
  for (const order of orderStore.live()) if (order.origin === 'desk') orders.set(orderKey(order), order)
}
