/** Filters and sorts trades with the parameters of the API (symbol, from, to, sort). Pure. */

import type { Trade } from '../../../shared/domain/trade.ts'
import { newestFirst, type TimeRange } from '../ledger/ledgerFilter.ts'

/** The typed or chosen filter; an empty field does not filter. */
export interface TradeFilter {
  readonly symbol: string
  readonly from: string
  readonly to: string
  readonly sort: 'desc' | 'asc'
}

export const NO_TRADE_FILTER: TradeFilter = { symbol: '', from: '', to: '', sort: 'desc' }

/** Whether a trade fits the filter. A trade without a time fits no range. */
export function fitsTrade(
  trade: Trade,
  customer: string | null,
  symbol: string,
  { from, to }: TimeRange,
): boolean {
  if (customer !== null && trade.customerCode !== customer) return false
  if (symbol !== '' && trade.symbol !== symbol) return false
  if (from === null && to === null) return true
  return (
    trade.createdAt !== null && trade.createdAt >= (from ?? -Infinity) && trade.createdAt <= (to ?? Infinity)
  )
}

/** Sorts by `sort`. Trades without a time are last, in their given order. */
export const sorted = (trades: readonly Trade[], sort: TradeFilter['sort']): readonly Trade[] =>
  sort === 'desc'
    ? newestFirst(trades)
    : trades.toSorted((a, b) => (a.createdAt ?? Infinity) - (b.createdAt ?? Infinity) || 0)
