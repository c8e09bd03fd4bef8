/** The volume-weighted average price from a moment on, as a fold. Each candle counts with its typical price, the mean of high, low and close. */

import { toDrawable, type Decimal } from '../../../../shared/base/decimal.ts'
import { openTimeOf } from '../../../../shared/domain/candles/candle.ts'
import type { Fold, FoldBar } from './fold.ts'

const DAY = 86_400_000
/** 00:00 UTC of the day of a moment, ms. */
export const dayOf = (at: number): number => Math.floor(at / DAY) * DAY

interface Turnover {
  /** Every trade from this moment (ms) on is in the run. */
  readonly since: number
  /** The moment (ms) from which `value` and `volume` count; null while they count nothing. */
  readonly from: number | null
  /** The sum of volume × (high + low + close), both with 18 digits behind the point. */
  readonly value: bigint
  readonly volume: bigint
}

const start = (since: number): Turnover => ({ since, from: null, value: 0n, volume: 0n })

function add(state: Turnover, { high, low, close, volume }: FoldBar, from: number): Turnover {
  const before = state.from === from ? state : { value: 0n, volume: 0n }
  return {
    ...state,
    from,
    value: before.value + volume * (high + low + close),
    volume: before.volume + volume,
  }
}

const read = ({ volume, value }: Turnover): readonly (number | null)[] => [
  volume === 0n ? null : toDrawable((value / (3n * volume)) as Decimal),
]

/** From 00:00 UTC of each day, over candles of `length` ms. Unknown for a day whose beginning was not read, and where a candle is longer than a day. */
export const sessionVwap = (length: number): Fold<Turnover> => ({
  start,
  step: (state, bar) => {
    const day = dayOf(bar.openTime)
    return day < state.since || length > DAY ? state : add(state, bar, day)
  },
  read,
})

/**
 * From an anchor (ms since epoch) on, over candles of `length` ms. Unknown where anything since then was not read, and where the anchor lies inside a
 * candle, because a candle does not say what traded in a part of it.
 */
export const anchoredVwap = (anchor: number, length: number): Fold<Turnover> => ({
  start,
  step: (state, bar) =>
    openTimeOf(anchor, length) !== anchor || anchor < state.since || bar.openTime < anchor
      ? state
      : add(state, bar, anchor),
  read,
})
