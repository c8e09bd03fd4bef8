/** Mark price and funding rate as figures of candles: the last sample that the window took during each candle. Pure. */

import type { SampledFigure, SampledTickers } from '../../../live/tickerSamples.ts'
import type { Fold } from './fold.ts'

/** No sample was ever taken: a chart outside a window. */
export const NO_SAMPLES: SampledTickers = { last: () => null }

/** `length`: of a candle, ms. A candle without a sample has no figure; figures are never carried over. */
export const sampledFigure = (
  figure: SampledFigure,
  samples: SampledTickers,
  length: number,
): Fold<number | null> => ({
  start: () => null,
  step: (_, { openTime }) => samples.last(figure, openTime, openTime + length),
  read: (value) => [value],
})
