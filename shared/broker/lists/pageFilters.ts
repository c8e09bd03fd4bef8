/** Checks that rows match the filters of the request, because a venue that does not know a filter silently sends other rows. Pure. */

import type { CustomerCode, Symbol } from '../../domain/scalars.ts'
import type { EpochMs } from '../../base/clock.ts'
import type { LedgerQuery, TradesQuery } from '../requests.ts'

/** The fields of a row that filters compare. */
export interface Filtered {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol | null
  /** On ledger rows only. */
  readonly status?: string
  /** Null where the venue gives none, so that no range can be checked. */
  readonly createdAt: EpochMs | null
}

/** The filters of all lists. A caller sets only the filters that its list has. */
type Filters = LedgerQuery & TradesQuery

const answers = (row: Filtered, { customer, symbol, from, to, status }: Filters): boolean =>
  (customer === undefined || row.customerCode === customer) &&
  (symbol === undefined || row.symbol === symbol) &&
  (status === undefined || row.status === status) &&
  (row.createdAt === null || from === undefined || row.createdAt >= from) &&
  (row.createdAt === null || to === undefined || row.createdAt <= to)

/** The matching rows, and a sentence where other rows were dropped. */
export function withinQuery<T extends Filtered>(
  name: string,
  query: Filters,
  rows: readonly T[],
): { readonly items: readonly T[]; readonly sentence: string | null } {
  const items = rows.filter((row) => answers(row, query))
  const others = rows.length - items.length
  return {
    items,
    sentence:
      others === 0
        ? null
        : `${name}: the venue sent ${others} rows that do not match the request. Openpit dropped them. The venue may not know one of the filters`,
  }
}
