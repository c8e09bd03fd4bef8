/** Selects one page of rows from any table, by filters and cursors. */

import type { SQLInputValue } from 'node:sqlite'
import type { Database } from './database.ts'

/** A page and the cursor of the next: the code of its last row, null when no further row matches. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: string | null
}

/** Conditions in SQL with `?` for each value. A null value omits its condition. */
export type Conditions = readonly (readonly [condition: string, value: SQLInputValue])[]

export function selectPage<T extends { readonly code: string }>(
  database: Database,
  table: string,
  columns: string,
  conditions: Conditions,
  sort: 'asc' | 'desc',
  limit: number,
): Page<T> {
  const used = conditions.filter(([, value]) => value !== null)
  const where = used.length === 0 ? '' : `WHERE ${used.map(([condition]) => condition).join(' AND ')}`
  const rows = database
    .statement(`SELECT ${columns} FROM ${table} ${where} ORDER BY sequence ${sort} LIMIT ?`)
    .all(...used.map(([, value]) => value), limit + 1) as unknown as T[]
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? (items.at(-1)?.code ?? null) : null }
}
