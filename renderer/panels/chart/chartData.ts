/** Candles and slots as lightweight-charts takes them. Pure; the numbers are those to draw. */

import type { UTCTimestamp } from 'lightweight-charts'
import type { Candle } from '../../../shared/domain/candles/candle.ts'
import type { Theme } from '../../style/theme.ts'
import type { Slot } from './candleWindow.ts'
import { drawable, isUp } from './chartModel.ts'

const timeOf = (bar: { readonly openTime: number }) => (bar.openTime / 1000) as UTCTimestamp

export const barOf = (candle: Candle) => ({
  time: timeOf(candle),
  open: drawable(candle.open),
  high: drawable(candle.high),
  low: drawable(candle.low),
  close: drawable(candle.close),
})

/** A slot without a candle is a place without a bar. */
export const placeOf = (slot: Slot) => (slot.candle ? barOf(slot.candle) : { time: timeOf(slot) })

export const volumeOf = (candle: Candle, theme: Theme) => ({
  time: timeOf(candle),
  value: drawable(candle.volume),
  color: isUp(candle) ? theme.bidFill : theme.askFill,
})

/** Bars that the library is given at least while its view holds the newest. */
const LEAST_GIVEN = 300

/** How many of the newest slots the library is given for a view of so many: it goes through all it has for each drawing, so three views of them. */
export const givenFor = (seen: number): number => Math.max(LEAST_GIVEN, Math.ceil(3 * seen))
