/** Charts of lightweight-charts by itself: what the charts of the terminal are measured beside. Measures nothing. */

import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { FrameScheduler } from '../../../renderer/live/frameLoop.ts'
import type { Candle } from '../../../shared/domain/candles/candle.ts'
import { A_BAR, candleAt, UPDATES } from './chartCandles.ts'

const timeOf = (candle: Candle) => (candle.openTime / 1_000) as UTCTimestamp
const barOf = (candle: Candle) => ({
  time: timeOf(candle),
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
})
const volumeOf = (candle: Candle) => ({ time: timeOf(candle), value: Number(candle.volume) })

/** A chart of the library by itself, with candles and volumes. */
function plainChart(at: HTMLElement, candles: readonly Candle[]) {
  const chart = createChart(at, { width: at.clientWidth, height: at.clientHeight })
  const bars = chart.addSeries(CandlestickSeries)
  const volumes = chart.addSeries(HistogramSeries, { priceScaleId: '' })
  bars.setData(candles.map(barOf))
  volumes.setData(candles.map(volumeOf))
  const put = (candle: Candle) => {
    bars.update(barOf(candle))
    volumes.update(volumeOf(candle))
  }
  return { chart, put }
}

/** The bars that our charts give the library, and the lines of three indicators: distance to the close and pane of each. */
const NEWEST = 300
const LINES = [
  { off: 0, pane: 0 },
  { off: 20, pane: 0 },
  { off: -20, pane: 0 },
  { off: 5, pane: 0 },
  { off: 0, pane: 1 },
] as const

/** Charts with as many bars and lines as ours, which draw an update with each of their turns. Returns what ends them. */
export function drawBare(
  places: readonly HTMLElement[],
  candles: readonly Candle[],
  nextTurn: () => FrameScheduler,
  onUpdate: () => number,
): () => void {
  const newest = candles.slice(-NEWEST)
  const charts = places.map((at) => {
    const { chart, put } = plainChart(at, newest)
    const lines = LINES.map(({ off, pane }) => {
      const pointOf = (candle: Candle) => ({ time: timeOf(candle), value: Number(candle.close) + off })
      const series = chart.addSeries(LineSeries, { lastValueVisible: false, priceLineVisible: false }, pane)
      series.setData(newest.map(pointOf))
      return (candle: Candle) => series.update(pointOf(candle))
    })
    const turn = nextTurn()
    const draw = () => {
      const candle = candleAt(candles.length - 1, (onUpdate() % 7) - 3)
      put(candle)
      for (const line of lines) line(candle)
      turn.request(draw)
    }
    turn.request(draw)
    return { chart, turn }
  })
  return () => {
    for (const { chart, turn } of charts) {
      turn.cancel(0)
      chart.remove()
    }
  }
}

/** Charts that hold all candles, as a page that calls setData and update does. Returns what ends them. */
export function drawWhole(places: readonly HTMLElement[], candles: readonly Candle[]): () => void {
  const charts = places.map((at) => plainChart(at, candles))
  let updates = 0
  let newest = candles.length - 1
  const telling = setInterval(() => {
    updates++
    if (updates % A_BAR === 0) newest++
    const candle = candleAt(newest, (updates % 7) - 3)
    for (const { put } of charts) put(candle)
  }, 1_000 / UPDATES)
  return () => {
    clearInterval(telling)
    for (const { chart } of charts) chart.remove()
  }
}
