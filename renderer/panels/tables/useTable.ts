/** Hooks between a keyed table and a grid: the keys in view, and a row's record. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { TableStore } from '../../state/stores/keyedTable.ts'
import type { BlotterName } from './downloadCsv.ts'
import { useSession, useWorkspace } from '../../state/useSession.ts'

const NONE: readonly string[] = []

interface TableView {
  readonly count: number
  /** Newest first. */
  readonly keyAt: (index: number) => string
  /** Changes whenever rows are added or removed. */
  readonly revision: number
  readonly known: boolean
  readonly stale: boolean
  /** The only customer shown; null for all. */
  readonly customer: CustomerCode | null
}

/** The only customer that a table shows: the pinned customer of its panel, else with "This customer only" the window's customer; null for all. */
export function useTableCustomer(panel: BlotterName): CustomerCode | null {
  const pinned = useStore(useSession().panels, (panels) => panels.customers[panel])
  const only = useWorkspace((workspace) => (workspace.onlyCustomer ? workspace.customer : null))
  return pinned ?? only
}

/** The rows a blotter shows, newest first: all of them, or one customer's. Costs nothing per row. */
export function useTableView<Row>(store: TableStore<Row>, panel: BlotterName): TableView {
  const only = useTableCustomer(panel)
  const revision = useStore(store, (table) => table.keysRevision)
  const known = useStore(store, (table) => table.known)
  const stale = useStore(store, (table) => table.stale)
  const { keys, keysByCustomer } = store.getState()
  const shown = only === null ? keys : (keysByCustomer.get(only) ?? NONE)
  return {
    count: shown.length,
    keyAt: (index) => shown[shown.length - 1 - index] ?? '',
    revision,
    known,
    stale,
    customer: only,
  }
}

/** Creates the hook with which a grid line reads its row, live or older, and follows only that row. */
const rowHook = <Row>(store: TableStore<Row>, older: ReadonlyMap<string, Row> | undefined) =>
  function useRow(key: string): Row | undefined {
    const live = useStore(store, (table) => table.rows.get(key))
    return live ?? older?.get(key)
  }

/** The row hook of a table; `older`: further rows. The grid draws its lines again when either changes. */
export const useRowOf = <Row>(store: TableStore<Row>, older?: ReadonlyMap<string, Row>) =>
  useMemo(() => rowHook(store, older), [store, older])
