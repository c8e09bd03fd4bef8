/** Whether rows of a list answer what was asked: a venue that does not know a filter answers with others, and says nothing. Pure. */

import type { CustomerCode, Symbol } from '../../domain/scalars.ts'
import type { EpochMs } from '../../base/clock.ts'
import type { LedgerQuery, TradesQuery } from '../requests.ts'

/** What a row tells of the filters that it was asked by. */
export interface Filtered {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol | null
  /** Of ledger rows alone. */
  readonly status?: string
  /** Null where the venue gives none: then no range can be checked. */
  readonly createdAt: EpochMs | null
}

/** The filters of every list; one that a list does not have is never set for it. */
type Filters = LedgerQuery & TradesQuery

const answers = (row: Filtered, { customer, symbol, from, to, status }: Filters): boolean =>
  (customer === undefined || row.customerCode === customer) &&
  (symbol === undefined || row.symbol === symbol) &&
  (status === undefined || row.status === status) &&
  (row.createdAt === null || from === undefined || row.createdAt >= from) &&
  (row.createdAt === null || to === undefined || row.createdAt <= to)

/** The rows that were asked for, and a sentence when there were others. */
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
        : `${name}: the venue sent ${others} rows outside of what was asked for; they are left out. It may not know one of the filters`,
  }
}
