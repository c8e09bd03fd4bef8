/** Moving averages and the bands around one, as folds. Sums over a window are exact; see docs/adr/0021-indicators.md for the arithmetic. */

import { toDrawable, type Decimal } from '../../../../shared/base/decimal.ts'
import type { Fold } from './fold.ts'

interface WindowSums {
  readonly count: number
  readonly sum: bigint
  readonly squares: bigint
}

/** Mean and population standard deviation of the last `period` closes; null before there are so many. Exact up to the last division and root. */
const windowSums = (period: number): Pick<Fold<WindowSums>, 'start' | 'step'> => ({
  start: () => ({ count: 0, sum: 0n, squares: 0n }),
  step: ({ count, sum, squares }, { close }, back) => {
    const leaving = count === period ? (back(period)?.close ?? 0n) : 0n
    return {
      count: Math.min(count + 1, period),
      sum: sum + close - leaving,
      squares: squares + close * close - leaving * leaving,
    }
  },
})

const meanOf = (sum: bigint, period: number): number => toDrawable(sum as Decimal) / period

/** Simple moving average: the mean of the last `period` closes. */
export const simpleAverage = (period: number): Fold<WindowSums> => ({
  ...windowSums(period),
  read: ({ count, sum }) => [count < period ? null : meanOf(sum, period)],
})

/** Bollinger bands: the mean of the last `period` closes, and `width` population standard deviations above and below it. */
export const bollingerBands = (period: number, width: number): Fold<WindowSums> => ({
  ...windowSums(period),
  read: ({ count, sum, squares }) => {
    if (count < period) return [null, null, null]
    const mean = meanOf(sum, period)
    const n = BigInt(period)
    const deviation = Math.sqrt(Number(n * squares - sum * sum)) / Number(10n ** 18n) / period
    return [mean, mean + width * deviation, mean - width * deviation]
  },
})

/** An average that forgets slowly: the mean of the first `period` values, then each value with its weight. */
export interface Smoothed {
  readonly count: number
  readonly sum: number
  readonly value: number | null
}

export const NOT_SMOOTHED: Smoothed = { count: 0, sum: 0, value: null }

/** `weight`: of the newest value. */
export function smooth(state: Smoothed, value: number, period: number, weight: number): Smoothed {
  if (state.value !== null) return { ...state, value: state.value + (value - state.value) * weight }
  const sum = state.sum + value
  const count = state.count + 1
  return { count, sum, value: count < period ? null : sum / period }
}

/** The weight of the newest value in an exponential average. */
export const exponential = (period: number): number => 2 / (period + 1)
/** The weight of the newest value in Wilder's average. */
export const wilder = (period: number): number => 1 / period

/** Exponential moving average of the closes. It starts with their simple average. */
export const exponentialAverage = (period: number): Fold<Smoothed> => ({
  start: () => NOT_SMOOTHED,
  step: (state, { close }) => smooth(state, toDrawable(close), period, exponential(period)),
  read: ({ value }) => [value],
})
