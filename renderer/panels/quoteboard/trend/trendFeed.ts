/** Reads the sparklines of the rows in view from the stored candles: one after another, and again once a minute. No React. */

import type { Clock, EpochMs, Stop } from '../../../../shared/base/clock.ts'
import type { ContractClient } from '../../../../shared/contract/ports.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { TREND_CANDLES, TREND_INTERVAL, trendOf, type Trend } from './trend.ts'

/** Ms for which a sparkline is shown before it is read again. */
const TREND_LASTS = 60_000
const LOOK_EVERY = 1_000

export type TrendState =
  | { readonly kind: 'read'; readonly trend: Trend | null; readonly at: EpochMs }
  | { readonly kind: 'failed'; readonly why: string; readonly at: EpochMs }

export interface TrendFeed {
  /** Undefined until it was read. */
  readonly trend: (symbol: string) => TrendState | undefined
  readonly follow: (symbol: string, run: () => void) => Stop
}

export interface TrendFeedOptions {
  readonly client: Pick<ContractClient, 'call'>
  readonly clock: Clock
  readonly isSeen: () => boolean
}

export function createTrendFeed({ client, clock, isSeen }: TrendFeedOptions): TrendFeed {
  const known = new Map<string, TrendState>()
  const listeners = new Map<string, Set<() => void>>()
  let isReading = false
  let stop: Stop | null = null

  const isDue = (symbol: string) => clock.now() - (known.get(symbol)?.at ?? -Infinity) >= TREND_LASTS
  const read = async (symbol: string): Promise<void> => {
    const before = clock.now()
    const query = { interval: TREND_INTERVAL, before, after: null, count: TREND_CANDLES }
    const reply = await client.call('candles.read', { symbol: symbol as Symbol, ...query })
    const at = clock.now()
    known.set(
      symbol,
      reply.ok
        ? { kind: 'read', trend: trendOf(reply.value, before), at }
        : { kind: 'failed', why: reply.failure.message, at },
    )
    for (const run of listeners.get(symbol) ?? []) run()
  }
  /** One reading at a time, so that a page of rows never holds up the history. */
  const readDue = async (): Promise<void> => {
    if (isReading || !isSeen()) return
    isReading = true
    try {
      for (;;) {
        const due = [...listeners.keys()].find(isDue)
        if (due === undefined) return
        // oxlint-disable-next-line no-await-in-loop -- One after another is the point.
        await read(due)
      }
    } finally {
      isReading = false
    }
  }

  return {
    trend: (symbol) => known.get(symbol),
    follow(symbol, run) {
      const own = listeners.get(symbol) ?? new Set()
      listeners.set(symbol, own.add(run))
      stop ??= clock.every(LOOK_EVERY, () => void readDue())
      void readDue()
      return () => {
        own.delete(run)
        if (own.size === 0) listeners.delete(symbol)
        if (listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
  }
}
