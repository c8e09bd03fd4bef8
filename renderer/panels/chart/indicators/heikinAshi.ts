/** Heikin-Ashi candles as a fold: each opens in the middle of the one before it and closes at the mean of its own four prices. */

import { toDrawable } from '../../../../shared/base/decimal.ts'
import type { Fold } from './fold.ts'

interface Averaged {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Open, high, low, close. The first candle behind an unread time opens in the middle of its own open and close. */
export const heikinAshi: Fold<Averaged | null> = {
  start: () => null,
  step: (before, bar) => {
    const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map(toDrawable) as [
      number,
      number,
      number,
      number,
    ]
    const first = before === null ? (open + close) / 2 : (before.open + before.close) / 2
    const mean = (open + high + low + close) / 4
    return { open: first, high: Math.max(high, first, mean), low: Math.min(low, first, mean), close: mean }
  },
  read: (state) =>
    state === null ? [null, null, null, null] : [state.open, state.high, state.low, state.close],
}

/** The prices of each candle themselves: open, high, low, close. */
export const plainPrices: Fold<readonly number[] | null> = {
  start: () => null,
  step: (_, { open, high, low, close }) => [open, high, low, close].map(toDrawable),
  read: (state) => state ?? [null, null, null, null],
}

/** The close of each candle. */
export const closes: Fold<number | null> = {
  start: () => null,
  step: (_, { close }) => toDrawable(close),
  read: (state) => [state],
}
