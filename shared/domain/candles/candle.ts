/** Candles, their intervals, and the fold of short candles into longer ones. Pure; `candleSeries.ts` stores candles. */

import { z } from 'zod'
import { add, decimal, maximum, minimum, toText } from '../../base/decimal.ts'
import { decimalText, epochMs } from '../scalars.ts'

/** Interval names and their length in ms. Each divides the next. Up to the day all are aligned to 00:00 UTC; a week begins Monday 00:00 UTC. */
export const INTERVALS = {
  '1s': 1_000,
  '5s': 5_000,
  '15s': 15_000,
  '30s': 30_000,
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '2h': 7_200_000,
  '4h': 14_400_000,
  '12h': 43_200_000,
  '1d': 86_400_000,
  '1w': 604_800_000,
} as const
export const interval = z.enum(Object.keys(INTERVALS) as [keyof typeof INTERVALS])
export type Interval = z.infer<typeof interval>

/** Ms. Candles of this length are folded from trades and stored; longer candles are folded from these. */
export const MINUTE = INTERVALS['1m']

/** Intervals whose candles are stored. Every longer interval is folded from one of them. */
export type StoredBase = '5s' | '1m'

/** An interval that the history database can give: all but seconds, which only the market worker's memory holds. */
export type StoredInterval = Exclude<Interval, '1s'>
export const isStoredInterval = (shown: Interval): shown is StoredInterval => shown !== '1s'

/** The stored interval from which another is folded. */
export const baseOf = (folded: StoredInterval): StoredBase => (INTERVALS[folded] < MINUTE ? '5s' : '1m')

export const candle = z.strictObject({
  /** Ms since epoch, aligned as `openTimeOf` says. */
  openTime: epochMs,
  open: decimalText,
  high: decimalText,
  low: decimalText,
  close: decimalText,
  /** Contracts. */
  volume: decimalText,
})
export type Candle = z.infer<typeof candle>

/** A time, `to` excluded, with unknown trades: the terminal was off, the stream was cut, or the venue pages no further back. */
export const candleGap = z.strictObject({ from: epochMs, to: epochMs })
export type CandleGap = z.infer<typeof candleGap>

/** Candles, oldest first, and the gaps in their time. In a time without candle and gap nothing traded. */
export const candleNews = z.strictObject({ candles: z.array(candle), gaps: z.array(candleGap) })
export type CandleNews = z.infer<typeof candleNews>

/** The most candles that one page may hold. */
export const MOST_OF_A_PAGE = 2_000

/** Stored candles next to a time. `more`: others exist beyond them. */
export const candlePage = candleNews.extend({ more: z.boolean() })
export type CandlePage = z.infer<typeof candlePage>

/** The first Monday after the epoch, which began on a Thursday. */
const FIRST_MONDAY = 4 * INTERVALS['1d']

/** The open time of the candle of `length` ms that holds the time `at`. */
export function openTimeOf(at: number, length: number): number {
  const from = length === INTERVALS['1w'] ? FIRST_MONDAY : 0
  return Math.floor((at - from) / length) * length + from
}

/** Folds candles of one interval, oldest first, into a longer interval. Exact: folding in several steps gives the same candles. */
export function foldCandles(smaller: readonly Candle[], into: Interval): Candle[] {
  const length = INTERVALS[into]
  const larger: Candle[] = []
  let from = 0
  while (from < smaller.length) {
    const openTime = openTimeOf((smaller[from] as Candle).openTime, length)
    let to = from + 1
    while (to < smaller.length && (smaller[to] as Candle).openTime < openTime + length) to++
    larger.push({ ...foldOne(smaller.slice(from, to)), openTime })
    from = to
  }
  return larger
}

function foldOne(all: readonly Candle[]): Candle {
  const [first] = all as [Candle, ...Candle[]]
  if (all.length === 1) return first
  const last = all.at(-1) as Candle
  const combined = (read: (part: Candle) => Candle['open'], combine: typeof maximum) =>
    toText(all.map((part) => decimal(read(part))).reduce((a, b) => combine(a, b)))
  return {
    openTime: first.openTime,
    open: first.open,
    high: combined((part) => part.high, maximum),
    low: combined((part) => part.low, minimum),
    close: last.close,
    volume: combined((part) => part.volume, add),
  }
}
