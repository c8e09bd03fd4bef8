/** What a candle is, and which intervals there are. Folds nothing: see candleSeries. */

import { z } from 'zod'
import { decimalText, epochMs } from './text.ts'

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
