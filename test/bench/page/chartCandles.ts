/** The candles of the bench of charts. Pure. */

import { fromInteger, toText } from '../../../shared/base/decimal.ts'
import type { Candle } from '../../../shared/domain/candles/candle.ts'

export const MINUTE = 60_000
export const START = Date.UTC(2026, 0, 5)
/** Updates of each chart a second, and how many make a bar. */
export const UPDATES = 20
export const A_BAR = 40

export const tenth = (value: number) => toText(fromInteger(Math.round(value * 10), 1))
/** The n-th candle. `moved`: by how much its close has moved since. */
export const candleAt = (n: number, moved = 0): Candle => {
  const level = (value: number) => 62_000 + 900 * Math.sin(value / 131) + 34 * Math.sin(value * 1.7)
  const [open, close] = [level(n), level(n + 1) + moved]
  return {
    openTime: START + n * MINUTE,
    open: tenth(open),
    high: tenth(Math.max(open, close) + 12),
    low: tenth(Math.min(open, close) - 12),
    close: tenth(close),
    volume: tenth(1 + (n % 90)),
  }
}

/** The first `count` candles, for a caller to make before anything is measured: a core makes them on a thread of its own. */
export const candlesUpTo = (count: number): readonly Candle[] =>
  Array.from({ length: count }, (_, n) => candleAt(n))
