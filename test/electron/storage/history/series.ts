/** Candles to keep: minutes with exact, awkward numbers, the same for the same number in every process. */

import type { CandlesToKeep, SeriesName } from '../../../../electron/core/ports/candleHistory.ts'
import { fromInteger, toText } from '../../../../shared/base/decimal.ts'
import { MINUTE, type Candle } from '../../../../shared/domain/candles/candle.ts'
import type { KnownRange } from '../../../../shared/domain/candles/candleCoverage.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'

export const BTC: SeriesName = { venue: 'venue-1', symbol: 'BTCUSDC_PERP' as Symbol }
/** A whole hour. */
export const START = Date.UTC(2026, 0, 5, 9)

const price = (n: number) => toText(fromInteger(620_000 + ((n * 7_919) % 4_001), 1))

export const minuteAt = (n: number): Candle => {
  const [open, close] = [n * 3, n * 5 + 1]
  const high = fromInteger(620_000 + 4_001 + (n % 7), 1)
  const low = fromInteger(620_000 - (n % 11), 1)
  return {
    openTime: START + n * MINUTE,
    open: price(open),
    high: toText(high),
    low: toText(low),
    close: price(close),
    // A tenth is no binary number: sums of floats would tell.
    volume: toText(fromInteger(1 + ((n * 31) % 97), 8)),
  }
}

export const known = (from: number, to: number, more: Partial<KnownRange> = {}): KnownRange => ({
  from: START + from * MINUTE,
  to: START + to * MINUTE,
  cursor: `t${from}`,
  ended: false,
  ...more,
})

/** Minutes `from` to `to` (not included), all whole. */
export const wholeMinutes = (from: number, to: number): CandlesToKeep => ({
  candles: Array.from({ length: to - from }, (_, n) => ({
    length: MINUTE,
    whole: true,
    candle: minuteAt(from + n),
  })),
  known: [known(from, to)],
})
