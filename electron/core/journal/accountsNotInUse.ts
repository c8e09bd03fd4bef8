/** Counts what the journal recovered for accounts other than the one in use, which nobody looks up until their user signs in. Pure. */

import { isLive, isUnproven, type Order } from '../../../shared/domain/orders/order.ts'
import type { RecoveredState } from './recoverStateFromJournal.ts'

/** An order that no run sent ended with the run that journaled it (`restartEventsOfOrders.ts`). */
const mayBeAtVenue = (order: Order): boolean => isLive(order) && order.phase !== 'intent'

/** Every account that left something behind. `accountKey`: the one in use; empty before anybody signed in. */
export const accountsNotInUse = (
  recovered: Pick<RecoveredState, 'accountKeys' | 'recordsOf'>,
  accountKey: string,
) =>
  recovered.accountKeys().flatMap((key) => {
    if (key === accountKey) return []
    const { orders, requests } = recovered.recordsOf(key)
    const all = [...orders.values()]
    const liveOrders = all.filter(mayBeAtVenue).length
    const transfers = [...requests.open.values()].filter(({ asked }) => asked.deed === 'transfer').length
    if (liveOrders + transfers === 0) return []
    return [
      {
        accountKey: key,
        unknownOrders: all.filter(isUnproven).length,
        liveOrders,
        unknownTransfers: transfers,
      },
    ]
  })
