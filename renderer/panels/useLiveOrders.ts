/** The live orders of one customer and instrument. The list is the same object while no order changes. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Order } from '../../shared/domain/orders/order.ts'
import { stateAt, type TableStore } from '../state/stores/keyedTable.ts'
import { ofPair } from '../state/stores/serverMirrors.ts'
import { useSession } from '../state/useSession.ts'

/** The list at a revision of the group. */
function liveOrdersOf(store: TableStore<Order>, group: string, revision: number): readonly Order[] {
  const { rows, groups } = stateAt(store, revision)
  return [...(groups.get(group)?.keys ?? [])].flatMap((key) => rows.get(key) ?? [])
}

export function useLiveOrders(customer: string | null, symbol: string | null): readonly Order[] {
  const store = useSession().server.orders
  const group = customer === null || symbol === null ? '' : ofPair(customer, symbol)
  const revision = useStore(store, (table) => table.groups.get(group)?.revision ?? 0)
  return useMemo(() => liveOrdersOf(store, group, revision), [store, group, revision])
}
