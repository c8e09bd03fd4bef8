/** The rows of the orders: those at work with the selected one, or with all finished ones, and the counts of both. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { stateAt, type KeyedTable, type TableStore } from '../../state/stores/keyedTable.ts'
import { UNKNOWN_FATE } from '../../state/stores/serverMirrors.ts'
import type { TableRows } from '../tables/arrange/rowOrder.ts'
import { useTableView } from '../tables/useTable.ts'

export interface OrderRows extends TableRows<Order> {
  readonly view: ReturnType<typeof useTableView>
  /** Orders that may still cost money, with those of unknown outcome. */
  readonly working: number
  /** Of these, the orders of unknown outcome. */
  readonly unknown: number
  readonly finished: number
}

/** `selected` stays in its place after it finished, so that the dealer sees how it ended; null: no row is selected. */
export function useOrderRows(
  store: TableStore<Order>,
  showsFinished: boolean,
  selected: string | null,
): OrderRows {
  const view = useTableView(store, 'orders')
  const { customer, symbol, list } = view
  const openRevision = useStore(store, (table) => table.openRevision)
  const unknownRevision = useStore(store, ({ groups }) => groups.get(UNKNOWN_FATE)?.revision ?? 0)
  const rowOf = (key: string) => store.getState().rows.get(key)
  const working = useMemo(() => {
    const table = stateAt(store, openRevision)
    return ofTarget(table, table.openKeys, customer, symbol)
  }, [store, openRevision, customer, symbol])
  const unknown = useMemo(() => {
    const table = stateAt(store, unknownRevision)
    return ofTarget(table, table.groups.get(UNKNOWN_FATE)?.keys ?? [], customer, symbol).length
  }, [store, unknownRevision, customer, symbol])
  const shown = useMemo(() => {
    const table = stateAt(store, openRevision)
    const [ownSelected] = selected === null ? [] : ofTarget(table, [selected], customer, symbol)
    return ownSelected === undefined ? working : withSelected(table, working, ownSelected)
  }, [store, openRevision, working, selected, customer, symbol])
  const counts = { view, rowOf, working: working.length, unknown, finished: view.count - working.length }
  if (showsFinished) {
    const { count, keyAt, revision } = view
    return { ...counts, list, count, keyAt, revision }
  }
  return {
    ...counts,
    list: `${list} working`,
    count: shown.length,
    // The newest first.
    keyAt: (index) => shown[shown.length - 1 - index] ?? '',
    revision: shown,
  }
}

/** The working orders with a selected one that finished, in the place that it had. */
function withSelected(
  { rows, keys, openKeys }: KeyedTable<Order>,
  working: readonly string[],
  selected: string,
): readonly string[] {
  if (!rows.has(selected) || openKeys.has(selected)) return working
  const places = new Map(working.map((key, place) => [key, place]))
  const later = keys.slice(keys.indexOf(selected)).find((key) => places.has(key))
  const place = later === undefined ? working.length : (places.get(later) ?? 0)
  return [...working.slice(0, place), selected, ...working.slice(place)]
}

/** The keys of one customer or instrument; null: of all. */
function ofTarget(
  { rows }: KeyedTable<Order>,
  keys: Iterable<string>,
  customer: string | null,
  symbol: string | null,
): readonly string[] {
  if (customer === null && symbol === null) return [...keys]
  return [...keys].filter((key) => {
    const order = rows.get(key)
    return (
      (customer === null || order?.customerCode === customer) && (symbol === null || order?.symbol === symbol)
    )
  })
}
