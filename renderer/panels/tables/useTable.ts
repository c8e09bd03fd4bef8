/** Hooks between a keyed table and a grid: the keys in view, and a row's record. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { TableStore } from '../../state/stores/keyedTable.ts'
import type { BlotterName } from './downloadCsv.ts'
import { customerIn } from '../../state/stores/panelInstances.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useSession, useWorkspace } from '../../state/useSession.ts'

const NONE: readonly string[] = []

interface TableView {
  readonly count: number
  /** Newest first. */
  readonly keyAt: (index: number) => string
  /** Changes whenever rows are added or removed. */
  readonly revision: number
  /** Names the list: whose rows, and in which instrument. */
  readonly list: string
  readonly known: boolean
  readonly stale: boolean
  /** The only customer shown; null for all. */
  readonly customer: CustomerCode | null
  /** The only instrument shown; null for all. */
  readonly symbol: Symbol | null
}

/** The only customer that a table shows: the pinned customer of its panel, else that of its customer link, else with "This customer only" the window's; null for all. */
export function useTableCustomer(panel: BlotterName): CustomerCode | null {
  const id = usePanelId(panel)
  const pinned = useStore(useSession().panels, (panels) => panels.customers[id])
  const only = useWorkspace((workspace) =>
    workspace.onlyCustomer || (workspace.panels[id]?.customerLink ?? null) !== null
      ? customerIn(workspace, id)
      : null,
  )
  return pinned ?? only
}

/** The only instrument that a table shows: the one that the command line named; null for all. */
export function useTableSymbol(panel: BlotterName): Symbol | null {
  const id = usePanelId(panel)
  return useStore(useSession().panels, (panels) => panels.symbols[id]) ?? null
}

/** The rows a blotter shows, newest first: all of them, one customer's, or one instrument's. Costs nothing per row without an instrument. */
export function useTableView<Row extends { readonly symbol?: Symbol | null }>(
  store: TableStore<Row>,
  panel: BlotterName,
): TableView {
  const only = useTableCustomer(panel)
  const symbol = useTableSymbol(panel)
  const revision = useStore(store, (table) => table.keysRevision)
  const known = useStore(store, (table) => table.known)
  const stale = useStore(store, (table) => table.stale)
  const { keys, keysByCustomer } = store.getState()
  const ofCustomer = only === null ? keys : (keysByCustomer.get(only) ?? NONE)
  // The instrument of a row never changes, so the rows are read again only when some come or go.
  const shown = useMemo(
    () => (symbol === null ? ofCustomer : ofKeys(store, ofCustomer, symbol, revision)),
    [store, ofCustomer, symbol, revision],
  )
  return {
    count: shown.length,
    keyAt: (index) => shown[shown.length - 1 - index] ?? '',
    revision,
    list: `${only ?? ''} ${symbol ?? ''}`,
    known,
    stale,
    customer: only,
    symbol,
  }
}

const ofKeys = <Row extends { readonly symbol?: Symbol | null }>(
  store: TableStore<Row>,
  keys: readonly string[],
  symbol: Symbol,
  _revision: number,
): readonly string[] => {
  const { rows } = store.getState()
  return keys.filter((key) => rows.get(key)?.symbol === symbol)
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
