/** Rows kept by key in order of first arrival, for tables of any length. Written by `followTopics.ts` alone; never sorts, never drops a row by itself. */

import { createStore, type StoreApi } from 'zustand/vanilla'

/**
 * The maps and lists are changed in place and belong to the writer; `revision` grows with every change, `keysRevision` only when rows came or
 * went. A view compares revisions, a row compares its own record.
 */
export interface KeyedTable<Row> {
  readonly rows: ReadonlyMap<string, Row>
  /** Oldest first. */
  readonly keys: readonly string[]
  readonly keysByCustomer: ReadonlyMap<string, readonly string[]>
  /** Keys of the rows that are still open, as the table was told to see it. */
  readonly openKeys: ReadonlySet<string>
  readonly revision: number
  readonly keysRevision: number
  /** False until the first snapshot. */
  readonly known: boolean
  /** The link is gone: what is shown is old. */
  readonly stale: boolean
}

export interface TableWriter<Row> {
  replaceAll(rows: readonly Row[]): void
  put(rows: readonly Row[]): void
  markStale(): void
}

export type TableStore<Row> = StoreApi<KeyedTable<Row>>

/**
 * The table as it is now. Its maps change in place and tell nothing of it, so whoever keeps what he made of them names the revision that it
 * stands for, and makes it anew when there is another.
 */
export const stateAt = <Row>(store: TableStore<Row>, _revision: number): KeyedTable<Row> => store.getState()

/**
 * A table and its one writer. The core folded every report already, so a newer record takes the older one's place whole. `isOpen` marks the few
 * rows that are counted often.
 */
export function createTable<Row extends { readonly customerCode: string }>(
  keyOf: (row: Row) => string,
  isOpen: (row: Row) => boolean = () => false,
): { readonly store: TableStore<Row>; readonly writer: TableWriter<Row> } {
  let rows = new Map<string, Row>()
  let keys: string[] = []
  let keysByCustomer = new Map<string, string[]>()
  let openKeys = new Set<string>()
  const store = createStore<KeyedTable<Row>>(() => ({
    rows,
    keys,
    keysByCustomer,
    openKeys,
    revision: 0,
    keysRevision: 0,
    known: false,
    stale: false,
  }))

  const insert = (reports: readonly Row[]): boolean => {
    let grew = false
    for (const report of reports) {
      const key = keyOf(report)
      const known = rows.has(key)
      rows.set(key, report)
      if (isOpen(report)) openKeys.add(key)
      else openKeys.delete(key)
      if (known) continue
      grew = true
      keys.push(key)
      const own = keysByCustomer.get(report.customerCode)
      if (own) own.push(key)
      else keysByCustomer.set(report.customerCode, [key])
    }
    return grew
  }

  return {
    store,
    writer: {
      replaceAll(reports) {
        rows = new Map()
        keys = []
        keysByCustomer = new Map()
        openKeys = new Set()
        insert(reports)
        store.setState((was) => ({
          rows,
          keys,
          keysByCustomer,
          openKeys,
          revision: was.revision + 1,
          keysRevision: was.keysRevision + 1,
          known: true,
          stale: false,
        }))
      },
      put(reports) {
        const grew = insert(reports)
        store.setState((was) => ({
          revision: was.revision + 1,
          keysRevision: was.keysRevision + (grew ? 1 : 0),
        }))
      },
      markStale() {
        store.setState({ stale: true })
      },
    },
  }
}
