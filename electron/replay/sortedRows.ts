/** Rows of a list that the API returns newest first, page by page. The newest version of a row counts. */

import type { EpochMs } from '../../shared/base/clock.ts'
import type { Json } from '../../shared/broker/fields.ts'

export interface Row {
  /** Cursor of the row. */
  readonly code: string
  /** Identity of the row. */
  readonly key: string
  readonly customer: string | null
  readonly symbol: string | null
  readonly at: EpochMs | null
  readonly status: string | null
  readonly json: Json
}

/** Null means no filter. Times are ms since epoch, both ends included. */
export interface RowFilter {
  readonly customer: string | null
  readonly symbol: string | null
  readonly status: string | null
  readonly from: EpochMs | null
  readonly to: EpochMs | null
  readonly before: string | null
  readonly oldestFirst: boolean
  readonly limit: number
}

export class SortedRows {
  private readonly rows = new Map<string, Row & { readonly order: number }>()
  private count = 0
  private sorted: readonly (Row & { readonly order: number })[] | null = null

  put(row: Row): void {
    const known = this.rows.get(row.key)
    this.rows.set(row.key, { ...row, order: known?.order ?? this.count++ })
    this.sorted = null
  }

  page(filter: RowFilter): { readonly rows: readonly Json[]; readonly next: string | null } {
    this.sorted ??= [...this.rows.values()].toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0) || b.order - a.order)
    const start = filter.before === null ? 0 : this.sorted.findIndex(({ code }) => code === filter.before) + 1
    const newestFirst = (filter.before !== null && start === 0 ? [] : this.sorted.slice(start)).filter(
      (row) =>
        (filter.customer === null || row.customer === filter.customer) &&
        (filter.symbol === null || row.symbol === filter.symbol) &&
        (filter.status === null || row.status === filter.status) &&
        (filter.from === null || (row.at ?? 0) >= filter.from) &&
        (filter.to === null || (row.at ?? 0) <= filter.to),
    )
    const all = filter.oldestFirst ? newestFirst.toReversed() : newestFirst
    const page = all.slice(0, filter.limit)
    return {
      rows: page.map(({ json }) => json),
      next: page.length < all.length ? (page.at(-1)?.code ?? null) : null,
    }
  }
}
