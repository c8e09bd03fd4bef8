/** Candles folded from market trades. Pure; a gap stays a gap. */

import { z } from 'zod'
import { add, decimal, maximum, minimum, toText } from '../base/decimal.ts'
import { decimalText, epochMs } from './text.ts'
import type { MarketTrade } from './trade.ts'

/** Interval names and their length in ms. */
export const INTERVALS = {
  '5s': 5_000,
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
} as const
export const interval = z.enum(['5s', '1m', '5m', '15m', '1h'])
export type Interval = z.infer<typeof interval>

export const candle = z.strictObject({
  /** Ms since epoch, a multiple of the interval. */
  openTime: epochMs,
  open: decimalText,
  high: decimalText,
  low: decimalText,
  close: decimalText,
  /** Contracts. */
  volume: decimalText,
})
export type Candle = z.infer<typeof candle>

/** The candle a trade belongs to, grown by it; starts a new one when the trade is past `current`. Trades older than `current` are left out. */
export function applyToCandle(current: Candle | undefined, print: MarketTrade, every: Interval): Candle {
  const openTime = Math.floor(print.createdAt / INTERVALS[every]) * INTERVALS[every]
  if (!current || openTime > current.openTime)
    return {
      openTime,
      open: print.price,
      high: print.price,
      low: print.price,
      close: print.price,
      volume: print.amount,
    }
  if (openTime < current.openTime) return current
  const price = decimal(print.price)
  return {
    ...current,
    high: toText(maximum(decimal(current.high), price)),
    low: toText(minimum(decimal(current.low), price)),
    close: print.price,
    volume: toText(add(decimal(current.volume), decimal(print.amount))),
  }
}
