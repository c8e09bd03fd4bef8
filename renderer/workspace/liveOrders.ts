/** The live orders of one customer and instrument, as a list that stays the same object while nothing in it changed. */

import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { Order } from '../../shared/domain/order.ts'
import type { KeyedTable } from '../state/keyedTable.ts'
import { useSession } from '../useSession.ts'

export function liveOrdersOf(
  table: Pick<KeyedTable<Order>, 'rows' | 'openKeys'>,
  customer: string | null,
  symbol: string | null,
): Order[] {
  if (customer === null || symbol === null) return []
  const live: Order[] = []
  for (const key of table.openKeys) {
    const order = table.rows.get(key)
    if (order && order.customerCode === customer && order.symbol === symbol) live.push(order)
  }
  return live
}

export const useLiveOrders = (customer: string | null, symbol: string | null): readonly Order[] =>
  useStore(
    useSession().server.orders,
    useShallow((of) => liveOrdersOf(of, customer, symbol)),
  )
