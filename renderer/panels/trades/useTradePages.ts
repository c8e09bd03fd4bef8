/** Reads pages of the venue's trades that fit a filter: of one customer or all, from the newest back or from the oldest forward. */

import { ok } from '../../../shared/base/result.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { useSession } from '../../state/useSession.ts'
import type { TimeRange } from '../ledger/ledgerFilter.ts'
import type { TradeFilter } from './tradeFilter.ts'
import { usePages, type Pages } from '../tables/usePages.ts'

export function useTradePages(
  customer: CustomerCode | null,
  { symbol, sort }: Pick<TradeFilter, 'symbol' | 'sort'>,
  { from, to }: TimeRange,
): Pages<Trade> {
  const { client, server } = useSession()
  const ascending = sort === 'asc'
  return usePages({
    query: [customer, symbol, sort, from, to].join(' '),
    keyOf: (trade) => trade.code,
    // From the oldest on, the table is empty at first, so known trades are new rows too.
    isLive: (key) => !ascending && server.trades.getState().rows.has(key),
    read: async (cursor) => {
      const reply = await client.call('trades.read', {
        customerCode: customer,
        symbol: symbol === '' ? null : (symbol as Symbol),
        // Oldest first there is no cursor, so the next page begins at the last trade of this page.
        from: ascending && cursor !== null ? Number(cursor) : from,
        to,
        sort,
        before: ascending ? null : cursor,
      })
      if (!reply.ok) return reply
      const { trades, next, ...end } = reply.value
      const last = trades.findLast((trade) => trade.createdAt !== null)?.createdAt ?? null
      return ok({ ...end, rows: trades, next: ascending ? (last === null ? null : String(last)) : next })
    },
  })
}
