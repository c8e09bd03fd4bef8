/** Rows by key in order of first arrival, for tables of any length. Written by `followTopics.ts` alone; never sorts. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import { RowGroups, type RowGroup } from './rowGroups.ts'

/**
 * The writer mutates the maps and lists in place. `revision` grows with every change, `keysRevision` only when rows are added or removed, `openRevision` only when rows open or close. A view
 * compares revisions, a row compares its own record.
 */
export interface KeyedTable<Row> {
  readonly rows: ReadonlyMap<string, Row>
  /** Oldest first. */
  readonly keys: readonly string[]
  readonly keysByCustomer: ReadonlyMap<string, readonly string[]>
  /** Keys of the open rows, by `isOpen` of the options. */
  readonly openKeys: ReadonlySet<string>
  /** The open rows by group, by `groupsOf` of the options. */
  readonly groups: ReadonlyMap<string, RowGroup>
  /** The number of rows dropped since the last snapshot. */
  readonly letGo: number
  readonly revision: number
  readonly keysRevision: number
  /** Grows whenever a row opens or closes. */
  readonly openRevision: number
  /** False until the first snapshot. */
  readonly known: boolean
  /** The link is lost, so the rows are old. */
  readonly stale: boolean
}

export interface TableWriter<Row> {
  replaceAll(rows: readonly Row[]): void
  put(rows: readonly Row[]): void
  markStale(): void
}

export type TableStore<Row> = StoreApi<KeyedTable<Row>>

/** Follows the open rows, for sums that must not read all of them. */
export interface OpenRows<Row> {
  /** No row is open any more. */
  clear(): void
  /** Replaces a row by its newer record; undefined: it was not open before, or is not open now. */
  change(before: Row | undefined, now: Row | undefined): void
}

export interface TableOptions<Row> {
  /** Marks the few rows that are counted often. By default no row. */
  readonly isOpen?: (row: Row) => boolean
  /** Names of the groups that an open row counts in. */
  readonly groupsOf?: (row: Row) => readonly string[]
  readonly openRows?: OpenRows<Row>
  /** The number of closed rows that stay. With a twentieth more, the rows that closed first are dropped. By default all stay. */
  readonly mostOver?: number
}

/**
 * The table now. The maps are mutated in place. Callers that cache a derived value pass the revision it was derived from, and recompute it
 * when the revision changes.
 */
export const stateAt = <Row>(store: TableStore<Row>, _revision: number): KeyedTable<Row> => store.getState()

/** A table and its one writer. The core has folded every report, so a newer record replaces the older one whole. */
export function createTable<Row extends { readonly customerCode: string }>(
  keyOf: (row: Row) => string,
  { isOpen = () => false, groupsOf = () => [], openRows, mostOver = Infinity }: TableOptions<Row> = {},
): { readonly store: TableStore<Row>; readonly writer: TableWriter<Row> } {
  let rows = new Map<string, Row>()
  let keys: string[] = []
  let keysByCustomer = new Map<string, string[]>()
  let openKeys = new Set<string>()
  const groups = new RowGroups(groupsOf)
  /** Keys of the rows that are over, as they were over, each as often as it was. */
  let overKeys: string[] = []
  const store = createStore<KeyedTable<Row>>(() => ({
    rows,
    keys,
    keysByCustomer,
    openKeys,
    groups: groups.all,
    letGo: 0,
    revision: 0,
    keysRevision: 0,
    openRevision: 0,
    known: false,
    stale: false,
  }))

  let openRevision = 0
  const insert = (reports: readonly Row[]): boolean => {
    let grew = false
    for (const report of reports) {
      const key = keyOf(report)
      const known = rows.has(key)
      const before = openKeys.has(key) ? rows.get(key) : undefined
      const open = isOpen(report)
      if (open !== (before !== undefined)) openRevision++
      rows.set(key, report)
      groups.change(key, before, open ? report : undefined)
      openRows?.change(before, open ? report : undefined)
      if (open) openKeys.add(key)
      else if ((openKeys.delete(key) || !known) && mostOver < Infinity) overKeys.push(key)
      if (known) continue
      grew = true
      keys.push(key)
      const own = keysByCustomer.get(report.customerCode)
      if (own) own.push(key)
      else keysByCustomer.set(report.customerCode, [key])
    }
    return grew
  }

  /** How many rows went. */
  const letGo = (): number => {
    const goes = new Set<string>()
    for (const key of overKeys.splice(0, overKeys.length - mostOver))
      // One that is open again is among them once more when it is over again.
      if (!openKeys.has(key) && rows.delete(key)) goes.add(key)
    keys = keys.filter((key) => !goes.has(key))
    for (const [customer, own] of keysByCustomer)
      keysByCustomer.set(
        customer,
        own.filter((key) => !goes.has(key)),
      )
    return goes.size
  }

  return {
    store,
    writer: {
      replaceAll(reports) {
        rows = new Map()
        keys = []
        keysByCustomer = new Map()
        openKeys = new Set()
        groups.clear()
        openRows?.clear()
        overKeys = []
        openRevision++
        insert(reports)
        store.setState((was) => ({
          rows,
          keys,
          keysByCustomer,
          openKeys,
          groups: groups.all,
          letGo: 0,
          revision: was.revision + 1,
          keysRevision: was.keysRevision + 1,
          openRevision,
          known: true,
          stale: false,
        }))
      },
      put(reports) {
        const over = overKeys.length
        const grew = insert(reports)
        const went = overKeys.length > over && overKeys.length > mostOver * 1.05 ? letGo() : 0
        store.setState((was) => ({
          keys,
          letGo: was.letGo + went,
          revision: was.revision + 1,
          keysRevision: was.keysRevision + (grew || went > 0 ? 1 : 0),
          openRevision,
        }))
      },
      markStale() {
        store.setState({ stale: true })
      },
    },
  }
}
