/** What a chart draws beside its candles. It is loaded when the dealer wants it, and follows every change of the candles. Types only. */

import type { IChartApi, ISeriesApi } from 'lightweight-charts'
import type { Slot } from '../candleWindow.ts'

export interface AdditionSurface {
  readonly chart: IChartApi
  /** The prices. */
  readonly bars: ISeriesApi<'Candlestick'>
  /** Whether the chart holds every candle between two places of its time axis. */
  readonly holdsAll: (from: number, to: number) => boolean
  /** Reads on where an addition needs older candles now. */
  readonly readOn: () => void
}

export interface ChartAddition {
  /** All slots of the window anew, and the index of the first one that the chart shows. */
  all(slots: readonly Slot[], shownFrom: number): void
  /** The shown slots, and the index of the first one that changed or is new. */
  tail(shown: readonly Slot[], from: number): void
  /** The index of the shown slot under the crosshair, else of the newest. Null where the chart does not hold the newest candle. */
  pointed?(shown: number | null): void
  /** The moment (ms) from which it needs every candle; Infinity where it needs no more than is shown. */
  wantsFrom?(): number
  close(): void
}
