/** The sparkline of the last 24 hours: stored candles as lines between 0 and 1, broken where trades are unknown. Pure; binary numbers are for drawing only. */

import type { EpochMs } from '../../../../shared/base/clock.ts'
import { compare, decimal, toDrawable } from '../../../../shared/base/decimal.ts'
import {
  INTERVALS,
  type CandleGap,
  type CandlePage,
  type Interval,
} from '../../../../shared/domain/candles/candle.ts'

export const TREND_INTERVAL: Interval = '5m'
const DAY = 86_400_000
/** Candles of a day. */
export const TREND_CANDLES = DAY / INTERVALS[TREND_INTERVAL]

export interface TrendPoint {
  /** 0: 24 hours ago, 1: now. */
  readonly x: number
  /** 0: the lowest close of the day, 1: the highest. */
  readonly y: number
}

export interface Trend {
  /** Oldest first. A line of one point is a single candle. */
  readonly lines: readonly (readonly TrendPoint[])[]
  /** The last close against the first. */
  readonly direction: 'up' | 'down' | 'flat'
  /** Part of the day is unknown: a gap, a later beginning, or an end more than a candle ago. */
  readonly isPartial: boolean
  /** Open time of the oldest candle of the day, ms. */
  readonly from: EpochMs
}

/** Null where no candle of the last 24 hours is stored. */
export function trendOf({ candles, gaps }: CandlePage, now: EpochMs): Trend | null {
  const start = now - DAY
  const day = candles.filter(({ openTime }) => openTime >= start && openTime <= now)
  const [first] = day
  const last = day.at(-1)
  if (!first || !last) return null
  const closes = day.map(({ close }) => toDrawable(decimal(close)))
  const [low, high] = [Math.min(...closes), Math.max(...closes)]
  const lines: TrendPoint[][] = []
  for (const [n, { openTime }] of day.entries()) {
    const before = day[n - 1]?.openTime
    const isBroken =
      before === undefined ||
      gaps.some(({ from, to }) => from < openTime && to > before + INTERVALS[TREND_INTERVAL])
    const point = {
      x: (openTime - start) / DAY,
      y: high === low ? 0.5 : ((closes[n] ?? low) - low) / (high - low),
    }
    if (isBroken) lines.push([point])
    else lines.at(-1)?.push(point)
  }
  const length = INTERVALS[TREND_INTERVAL]
  const isUnknown = ({ from, to }: CandleGap) =>
    from < last.openTime ? to > start : to - Math.max(from, last.openTime + length) > length
  const moved = compare(decimal(last.close), decimal(first.open))
  return {
    lines,
    direction: moved > 0 ? 'up' : moved < 0 ? 'down' : 'flat',
    isPartial: first.openTime > start + length || gaps.some(isUnknown),
    from: first.openTime,
  }
}
