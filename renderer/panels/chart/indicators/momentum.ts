/** RSI, MACD and ATR as folds, drawn in panes of their own. */

import { absolute, maximum, subtract, toDrawable, ZERO } from '../../../../shared/base/decimal.ts'
import { exponential, NOT_SMOOTHED, smooth, wilder, type Smoothed } from './averages.ts'
import type { Fold } from './fold.ts'

interface Moves {
  readonly gain: Smoothed
  readonly loss: Smoothed
}

/** Relative strength index, 0 to 100: Wilder's averages of the gains and losses from close to close. 50 where no close moved. */
export const relativeStrength = (period: number): Fold<Moves> => ({
  start: () => ({ gain: NOT_SMOOTHED, loss: NOT_SMOOTHED }),
  step: (state, { close }, back) => {
    const previous = back(1)
    if (previous === null) return state
    const move = subtract(close, previous.close)
    const [up, down] = move > 0n ? [move, ZERO] : [ZERO, absolute(move)]
    return {
      gain: smooth(state.gain, toDrawable(up), period, wilder(period)),
      loss: smooth(state.loss, toDrawable(down), period, wilder(period)),
    }
  },
  read: ({ gain, loss }) => {
    if (gain.value === null || loss.value === null) return [null]
    const both = gain.value + loss.value
    return [both === 0 ? 50 : (100 * gain.value) / both]
  },
})

interface Convergence {
  readonly fast: Smoothed
  readonly slow: Smoothed
  readonly signal: Smoothed
}

const macdOf = ({ fast, slow }: Convergence): number | null =>
  fast.value === null || slow.value === null ? null : fast.value - slow.value

/** MACD: the fast exponential average minus the slow one, the signal (its own exponential average), and the difference of both. */
export const convergence = (fast: number, slow: number, signal: number): Fold<Convergence> => ({
  start: () => ({ fast: NOT_SMOOTHED, slow: NOT_SMOOTHED, signal: NOT_SMOOTHED }),
  step: (state, { close }) => {
    const value = toDrawable(close)
    const next = {
      fast: smooth(state.fast, value, fast, exponential(fast)),
      slow: smooth(state.slow, value, slow, exponential(slow)),
      signal: state.signal,
    }
    const macd = macdOf(next)
    return macd === null ? next : { ...next, signal: smooth(state.signal, macd, signal, exponential(signal)) }
  },
  read: (state) => {
    const macd = macdOf(state)
    const drawn = state.signal.value
    return [macd, drawn, macd === null || drawn === null ? null : macd - drawn]
  },
})

/** Average true range: Wilder's average of how far each bar reaches, counted from the close before it. The first bar has its own range. */
export const averageTrueRange = (period: number): Fold<Smoothed> => ({
  start: () => NOT_SMOOTHED,
  step: (state, { high, low }, back) => {
    const close = back(1)?.close ?? null
    const range =
      close === null
        ? subtract(high, low)
        : maximum(
            subtract(high, low),
            maximum(absolute(subtract(high, close)), absolute(subtract(low, close))),
          )
    return smooth(state, toDrawable(range), period, wilder(period))
  },
  read: ({ value }) => [value],
})
