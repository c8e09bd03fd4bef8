/** The live orders of one customer and instrument, as a list that stays the same object while nothing in it changed. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Order } from '../../shared/domain/orders/order.ts'
import { stateAt, type TableStore } from '../state/stores/keyedTable.ts'
import { ofPair } from '../state/stores/serverMirrors.ts'
import { useSession } from '../state/useSession.ts'

/** As of a revision of their group. */
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
