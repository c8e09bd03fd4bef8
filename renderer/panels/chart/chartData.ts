/** Candles and slots in the form of lightweight-charts. Pure. The numbers are for drawing only. */

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

/** The data of a slot; a slot without a candle is an empty place. */
export const placeOf = (slot: Slot) => (slot.candle ? barOf(slot.candle) : { time: timeOf(slot) })

export const volumeOf = (candle: Candle, theme: Theme) => ({
  time: timeOf(candle),
  value: drawable(candle.volume),
  color: isUp(candle) ? theme.bidFill : theme.askFill,
})

/** The least number of bars given to the library while the view shows the newest. */
const LEAST_GIVEN = 300

/** The number of newest slots for the library: three views, because the library reads all its slots at each drawing. */
export const givenFor = (seen: number): number => Math.max(LEAST_GIVEN, Math.ceil(3 * seen))
