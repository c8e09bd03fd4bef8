/** A fixed afternoon of candles: a slow wave with a finer one on it, so that every run draws the same. */

import type { Candle, CandleGap, CandleNews } from '../../../../shared/domain/candles/candle.ts'
import { text } from '../ladder/scenes.ts'

const START = Date.UTC(2026, 0, 5, 9)
const halfTicks = (value: number) => text(String(Math.round(value * 2) / 2))

export function candlesOf(count: number, every = 300_000): Candle[] {
  const level = (n: number) => 62_000 + 90 * Math.sin(n / 13) + 34 * Math.sin(n * 1.7) + n
  return Array.from({ length: count }, (_, n) => {
    const [open, close] = [level(n), level(n + 1)]
    return {
      openTime: START + n * every,
      open: halfTicks(open),
      high: halfTicks(Math.max(open, close) + 12 + 9 * Math.abs(Math.sin(n * 3))),
      low: halfTicks(Math.min(open, close) - 12 - 9 * Math.abs(Math.cos(n * 2))),
      close: halfTicks(close),
      volume: text(String(Math.round(900 + 700 * Math.abs(Math.sin(n * 0.9))) / 1000)),
    }
  })
}

export const newsOf = (candles: readonly Candle[], gaps: readonly CandleGap[] = []): CandleNews => ({
  candles: [...candles],
  gaps: [...gaps],
})
