/** Follows the public prints of one instrument into a log. Read at the pace of its reader. No React. */

import type { Clock } from '../../shared/base/clock.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'
import {
  EMPTY_LOG,
  linkLost,
  streamBack,
  streamLost,
  withPrints,
  withSnapshot,
  type SalesLog,
} from './salesLog.ts'

export interface MarketTradesMirror {
  /** A new object after every change. */
  readonly log: SalesLog
  /** Tells whether the venue's channel is live; null where nothing is known of it. The mirror begins with an unknown channel. */
  setStream(isLive: boolean | null): void
  /** Grants the next prints. Call after painting. */
  painted(): void
  close(): void
}

export function mirrorMarketTrades(client: ContractClient, clock: Clock, symbol: Symbol): MarketTradesMirror {
  let log = EMPTY_LOG
  let wasLive: boolean | null = null
  let owes = false
  const handle = client.open(
    'marketTrades',
    { symbol },
    {
      snapshot(trades) {
        log = withSnapshot(log, trades, clock.now())
        owes = true
      },
      delta(trades) {
        log = withPrints(log, trades)
        owes = true
      },
      stale() {
        if (log.isRead) log = linkLost(log, clock.now())
      },
    },
  )
  return {
    get log() {
      return log
    },
    setStream(isLive) {
      if (log.isRead && wasLive === true && isLive === false) log = streamLost(log, clock.now())
      if (isLive === true) log = streamBack(log, clock.now())
      if (isLive !== null) wasLive = isLive
    },
    painted() {
      if (!owes) return
      owes = false
      handle.painted()
    },
    close: () => handle.close(),
  }
}
