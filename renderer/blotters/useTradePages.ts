/** Older pages of the venue's trades: of one customer, or of all. */

import { ok } from '../../shared/base/result.ts'
import type { CustomerCode } from '../../shared/domain/text.ts'
import type { Trade } from '../../shared/domain/trade.ts'
import { useSession } from '../useSession.ts'
import { usePages, type Pages } from './usePages.ts'

const WHOLE_RANGE = { symbol: null, from: null, to: null, sort: 'desc' } as const

export function useTradePages(customer: CustomerCode | null): Pages<Trade> {
  const { client, server } = useSession()
  return usePages({
    query: customer ?? '',
    keyOf: (of) => of.code,
    isLive: (key) => server.trades.getState().rows.has(key),
    read: async (before) => {
      const reply = await client.call('trades.read', { customerCode: customer, ...WHOLE_RANGE, before })
      return reply.ok ? ok({ rows: reply.value.trades, next: reply.value.next }) : reply
    },
  })
}
