/** Holds the newest public trades of one instrument in a ring. Read once per screen frame. No React. */

import { MARKET_TRADES_KEPT } from '../../shared/contract/contract.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../shared/domain/trade.ts'

export interface MarketTradesMirror {
  /** Prints held, at most `MARKET_TRADES_KEPT`. */
  readonly size: number
  /** Grows with every change. */
  readonly version: number
  /** Prints since the last snapshot, so that a reader can find the new rows. */
  readonly arrived: number
  /** Whether the link to the core is lost, so that the data is old. */
  readonly stale: boolean
  /** The n-th newest print, 0 the newest; undefined beyond `size`. */
  at(n: number): MarketTrade | undefined
  /** Grants the next prints. Call after painting. */
  painted(): void
  close(): void
}

/** Opens the `marketTrades` topic; calls `onNews` synchronously when `version` grows. */
export function mirrorMarketTrades(
  client: ContractClient,
  symbol: Symbol,
  onNews: () => void,
): MarketTradesMirror {
  const ring: MarketTrade[] = []
  let next = 0
  let version = 0
  let arrived = 0
  let stale = false
  let owes = false

  const push = (trades: readonly MarketTrade[]) => {
    for (const trade of trades) {
      ring[next] = trade
      next = (next + 1) % MARKET_TRADES_KEPT
    }
    stale = false
    owes = true
    version++
    onNews()
  }
  const handle = client.open(
    'marketTrades',
    { symbol },
    {
      snapshot(trades) {
        ring.length = 0
        next = 0
        arrived = 0
        push(trades)
      },
      delta(trades) {
        arrived += trades.length
        push(trades)
      },
      stale() {
        stale = true
        version++
        onNews()
      },
    },
  )
  return {
    get size() {
      return ring.length
    },
    get version() {
      return version
    },
    get arrived() {
      return arrived
    },
    get stale() {
      return stale
    },
    at: (n) =>
      n < 0 || n >= ring.length
        ? undefined
        : ring[(next - 1 - n + 2 * MARKET_TRADES_KEPT) % MARKET_TRADES_KEPT],
    painted() {
      if (!owes) return
      owes = false
      handle.painted()
    },
    close: () => handle.close(),
  }
}
