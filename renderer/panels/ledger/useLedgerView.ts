/** The ledger rows of the grid: all live rows without a copy, or the live and older rows that fit a filter. */

import { useMemo } from 'react'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import { stateAt } from '../../state/stores/keyedTable.ts'
import { ledgerKey } from '../../state/stores/serverMirrors.ts'
import { useSession } from '../../state/useSession.ts'
import { useTableView } from '../tables/useTable.ts'
import { fits, newestFirst, type LedgerFilter, type TimeRange } from './ledgerFilter.ts'

export interface LedgerView {
  readonly count: number
  readonly keyAt: (index: number) => string
  /** The rows shown, newest first; null while all live rows are shown. */
  readonly rows: readonly LedgerRow[] | null
}

export interface LedgerQuery {
  /** Null: every customer. */
  readonly customer: string | null
  readonly filter: LedgerFilter
  readonly range: TimeRange
  readonly older: ReadonlyMap<string, LedgerRow>
  /** The revision of the ledger in the view. */
  readonly revision: number
}

/** `query` null: all live rows. */
export function useLedgerView(query: LedgerQuery | null): LedgerView {
  const table = useSession().server.ledger
  const live = useTableView(table, 'ledger')
  const { customer = null, filter, older, revision = null } = query ?? {}
  const { from = null, to = null } = query?.range ?? {}
  const rows = useMemo(() => {
    if (filter === undefined || older === undefined || revision === null) return null
    const state = stateAt(table, revision)
    const unheld = [...older].flatMap(([key, row]) => (state.rows.has(key) ? [] : [row]))
    const all = [...state.rows.values(), ...unheld]
    return newestFirst(all.filter((row) => fits(row, customer, filter, { from, to })))
  }, [table, older, customer, filter, from, to, revision])
  if (rows === null) return { count: live.count, keyAt: live.keyAt, rows }
  return {
    count: rows.length,
    keyAt(index) {
      const row = rows[index]
      return row ? ledgerKey(row) : ''
    },
    rows,
  }
}
