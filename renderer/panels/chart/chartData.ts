/** Candles and slots as lightweight-charts takes them. Pure; the numbers are those to draw. */

import type { UTCTimestamp } from 'lightweight-charts'
import type { Candle } from '../../../shared/domain/candles/candle.ts'
import type { Theme } from '../../style/theme.ts'
import type { Slot } from './candleWindow.ts'
import { drawable, isUp } from './chartModel.ts'

const timeOf = (of: { readonly openTime: number }) => (of.openTime / 1000) as UTCTimestamp

export const barOf = (of: Candle) => ({
  time: timeOf(of),
  open: drawable(of.open),
  high: drawable(of.high),
  low: drawable(of.low),
  close: drawable(of.close),
})

/** A slot without a candle is a place without a bar. */
export const placeOf = (of: Slot) => (of.candle ? barOf(of.candle) : { time: timeOf(of) })

export const volumeOf = (of: Candle, theme: Theme) => ({
  time: timeOf(of),
  value: drawable(of.volume),
  color: isUp(of) ? theme.bidFill : theme.askFill,
})

/** Bars that the library is given at least while its view holds the newest. */
const LEAST_GIVEN = 300

/** How many of the newest slots the library is given for a view of so many: it goes through all it has for each drawing, so three views of them. */
export const givenFor = (seen: number): number => Math.max(LEAST_GIVEN, Math.ceil(3 * seen))
