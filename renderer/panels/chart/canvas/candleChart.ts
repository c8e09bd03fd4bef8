/** Creates a lightweight-charts chart in our colors, with its candles and volumes. Feeds it no data. */

import {
  CandlestickSeries,
  ColorType,
  createChart,
  CrosshairMode,
  HistogramSeries,
  LineStyle,
  PriceScaleMode,
  TickMarkType,
  type IChartApi,
  type ISeriesApi,
  type Time,
} from 'lightweight-charts'
import { INTERVALS, type Interval } from '../../../../shared/domain/candles/candle.ts'
import type { ChartScale } from '../../../state/stores/chartChoices.ts'
import type { Theme } from '../../../style/theme.ts'
import { displayFormat } from '../../../format/displayFormat.ts'
import { dayAndTimeWithZone, shownDate, timeOfDay } from '../../../format/times.ts'
import { placesOf } from '../../../format/numbers.ts'
import { spareCanvases } from './chartCanvases.ts'
import { axisText, drawable, type ChartedInstrument } from '../chartModel.ts'

/** CSS px from one bar to the next, until the dealer zooms. */
export const BAR_SPACING = 7
/** CSS px on the right of the newest candle. */
export const LEAST_ROOM = 42

export const SCALE_MODES: Readonly<Record<ChartScale, PriceScaleMode>> = {
  linear: PriceScaleMode.Normal,
  logarithmic: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
}

interface CandleChart {
  readonly chart: IChartApi
  readonly bars: ISeriesApi<'Candlestick'>
  readonly volumes: ISeriesApi<'Histogram'>
}

export function candleChart(
  container: HTMLElement,
  theme: Theme,
  instrument: ChartedInstrument,
  interval: Interval,
): CandleChart {
  const chart = createChart(container, chartOptions(theme, interval))
  const places = placesOf(instrument.tickSize, 2)
  const minMove = instrument.tickSize === null ? 0.01 : drawable(instrument.tickSize)
  const bars = chart.addSeries(CandlestickSeries, {
    upColor: theme.bid,
    downColor: theme.ask,
    wickUpColor: theme.bid,
    wickDownColor: theme.ask,
    borderVisible: false,
    priceLineColor: theme.bidText,
    priceLineStyle: LineStyle.Dotted,
    // At 0 % of the percent scale.
    baseLineColor: theme.lineStrong,
    priceFormat: {
      type: 'custom',
      formatter: (price: number) => axisText(Math.round(price / minMove) * minMove, places),
      minMove,
    },
  })
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    priceLineVisible: false,
    lastValueVisible: false,
  })
  bars.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0.2 } })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } })
  spareCanvases(chart.chartElement())
  return { chart, bars, volumes }
}

/** The library writes UTC by itself. */
const isPlain = (): boolean => {
  const { aheadOfUtc, dates } = displayFormat()
  return aheadOfUtc === null && dates === 'iso'
}

const momentOf = (time: Time): number => (typeof time === 'number' ? time * 1000 : 0)

/** A mark below the candles: the day where the library marks a day that begins then, else the time. */
function markText(time: Time, kind: TickMarkType): string {
  const at = momentOf(time)
  const clock = timeOfDay(at)
  const isDay = kind <= TickMarkType.DayOfMonth && clock === '00:00:00'
  if (isDay) return shownDate(at)
  return kind === TickMarkType.TimeWithSeconds ? clock : clock.slice(0, 5)
}

const chartOptions = (theme: Theme, interval: Interval) => ({
  autoSize: false,
  layout: {
    // README and about box have the credit. The logo's inline style would violate the page's content policy.
    attributionLogo: false,
    background: { type: ColorType.Solid as const, color: theme.panel },
    textColor: theme.muted,
    fontFamily: theme.fontNumbers,
    fontSize: 11,
    panes: { separatorColor: theme.line, separatorHoverColor: theme.lineStrong },
  },
  grid: { vertLines: { visible: false }, horzLines: { color: theme.line, style: LineStyle.Solid } },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { color: theme.muted, labelBackgroundColor: theme.lineStrong },
    horzLine: { color: theme.muted, labelBackgroundColor: theme.lineStrong },
  },
  ...(isPlain()
    ? {}
    : { localization: { timeFormatter: (time: Time) => dayAndTimeWithZone(momentOf(time)) } }),
  rightPriceScale: { borderColor: theme.line, entireTextOnly: true },
  timeScale: {
    borderColor: theme.line,
    timeVisible: true,
    secondsVisible: INTERVALS[interval] < 60_000,
    ...(isPlain() ? {} : { tickMarkFormatter: markText }),
    rightOffsetPixels: LEAST_ROOM,
    barSpacing: BAR_SPACING,
  },
})
