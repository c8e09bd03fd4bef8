/** The trades of the grid: all, or those that fit a filter, each with the older trades read from the venue. */

import { useMemo } from 'react'
import type { Trade } from '../../../shared/domain/trade.ts'
import { stateAt } from '../../state/stores/keyedTable.ts'
import { useSession } from '../../state/useSession.ts'
import { newestFirst, type TimeRange } from '../ledger/ledgerFilter.ts'
import type { Pages } from '../tables/usePages.ts'
import { useTableView } from '../tables/useTable.ts'
import { fitsTrade, sorted, type TradeFilter } from './tradeFilter.ts'

/** Rows of the grid: their number, their keys in order, and the last trade read from the venue. */
interface TradeView {
  readonly count: number
  readonly keyAt: (index: number) => string
  readonly lastRead: Trade | undefined
}

/** All live trades without a copy, then the older trades that were read. */
export function useWholeView(read: Pages<Trade>['rows'], active: boolean): TradeView {
  const table = useSession().server.trades
  const live = useTableView(table, 'trades')
  // An older trade that also came live is among the live rows.
  const older = useMemo(() => {
    if (!active) return []
    const { rows } = stateAt(table, live.revision)
    return newestFirst([...read.values()].filter((trade) => !rows.has(trade.code)))
  }, [active, read, table, live.revision])
  return {
    count: live.count + older.length,
    keyAt: (index) => (index < live.count ? live.keyAt(index) : (older[index - live.count]?.code ?? '')),
    lastRead: older.at(-1),
  }
}

/** The trades that fit a filter. Oldest first, live trades join only once the venue has no newer trades, because trades between them could be missing. */
export function useFilteredView(
  { rows: read, done }: Pages<Trade>,
  customer: string | null,
  { symbol, sort }: TradeFilter,
  { from, to }: TimeRange,
  revision: number | null,
): TradeView {
  const table = useSession().server.trades
  return useMemo(() => {
    if (revision === null) return { count: 0, keyAt: () => '', lastRead: undefined }
    const { rows } = stateAt(table, revision)
    const live = sort === 'desc' || done ? [...rows.values()] : []
    const unread = live.filter((trade) => !read.has(trade.code))
    const all = [...unread, ...read.values()].filter((trade) =>
      fitsTrade(trade, customer, symbol, { from, to }),
    )
    const shown = sorted(all, sort)
    return {
      count: shown.length,
      keyAt: (index) => shown[index]?.code ?? '',
      lastRead: read.size === 0 ? undefined : shown.findLast((trade) => read.has(trade.code)),
    }
  }, [table, read, done, customer, symbol, sort, from, to, revision])
}
