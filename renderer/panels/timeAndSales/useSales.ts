/** The prints of an instrument as time and sales shows them: read at a fixed pace, and standing still while the dealer holds them. */

import { useEffect, useRef, useState } from 'react'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { mirrorMarketTrades } from '../../live/marketTradesMirror.ts'
import type { SalesLog } from '../../live/salesLog.ts'
import { tradesLinkOf } from '../../state/marketOf.ts'
import { useSession } from '../../state/useSession.ts'
import { mayLose, streamOf, type SalesStream } from './salesWords.ts'

/** Ms between two readings; faster rows could not be read. */
export const SALES_PACE = 250

export interface Sales {
  readonly symbol: Symbol
  /** What is on screen. */
  readonly log: SalesLog
  /** Prints that came since the list stands still. */
  readonly waiting: number
  /** State of the venue's channel; null where it is not known. */
  readonly stream: SalesStream | null
}

/** Null without an instrument. `isHeld`: the list stands still, and what comes is counted. */
export function useSales(symbol: Symbol | null, isHeld: boolean): Sales | null {
  const { client, clock, server } = useSession()
  const [sales, setSales] = useState<Sales | null>(null)
  const held = useRef(isHeld)
  useEffect(() => {
    held.current = isHeld
  }, [isHeld])
  useEffect(() => {
    if (symbol === null) return undefined
    const mirror = mirrorMarketTrades(client, clock, symbol)
    let shown: SalesLog | null = null
    let drawn: Sales | null = null
    const tell = () => {
      const stream = streamOf(tradesLinkOf(server, symbol))
      mirror.setStream(stream === null ? null : !mayLose(stream))
    }
    const look = () => {
      const { log } = mirror
      // A log that began anew is not read, or has counted fewer prints than the one that stands still.
      const isAnew = shown !== null && (log.isRead !== shown.isRead || log.arrived < shown.arrived)
      if (shown === null || !held.current || isAnew) shown = log
      const next = {
        symbol,
        log: shown,
        waiting: log.arrived - shown.arrived,
        stream: streamOf(tradesLinkOf(server, symbol)),
      }
      const isSame = drawn?.log === next.log && drawn.waiting === next.waiting && drawn.stream === next.stream
      if (!isSame) setSales((drawn = next))
      mirror.painted()
    }
    tell()
    look()
    const stopPace = clock.every(SALES_PACE, look)
    const stopState = server.connection.subscribe(tell)
    return () => {
      stopPace()
      stopState()
      mirror.close()
    }
  }, [client, clock, server, symbol])
  return sales?.symbol === symbol ? sales : null
}
