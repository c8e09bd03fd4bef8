/** One chart at work: follows the candles, hands them to lightweight-charts at most once a frame. No React; reckons nothing. */

import {
  CandlestickSeries,
  ColorType,
  createChart,
  CrosshairMode,
  HistogramSeries,
  LineStyle,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { ContractClient, TopicHandle } from '../../shared/contract/ports.ts'
import { INTERVALS, type Candle, type Interval } from '../../shared/domain/candle.ts'
import { openFrameLoop, REDRAW, type FrameScheduler, type SurfaceHandle } from '../live/frameLoop.ts'
import type { Theme } from '../style/theme.ts'
import { placesOf } from '../words/numbers.ts'
import {
  applyCandles,
  axisText,
  drawable,
  isUp,
  joinChanges,
  noCandles,
  startCandles,
  type CandleChange,
  type ChartedInstrument,
  type ChartLine,
} from './chartModel.ts'
import { LineLabels } from './lineLabels.ts'

export interface LiveChartSeams {
  readonly client: ContractClient
  readonly instrument: ChartedInstrument
  readonly interval: Interval
  readonly theme: Theme
  readonly scheduler: FrameScheduler
  readonly onError: (error: unknown) => void
  /** Whether the link to the core is gone: what is shown is old. */
  readonly onOld: (old: boolean) => void
  /** The bar to tell about: the one under the crosshair, else the last; null while there is none. Also how wide the price axis is, CSS px. */
  readonly onBar: (candle: Candle | null, axisWidth: number) => void
}

export class LiveChart {
  private readonly seams: LiveChartSeams
  private readonly chart: IChartApi
  private readonly bars: ISeriesApi<'Candlestick'>
  private readonly volumes: ISeriesApi<'Histogram'>
  private readonly handle: TopicHandle
  private readonly loop
  private readonly surface: SurfaceHandle
  private readonly lines = new Map<string, { of: ChartLine; drawn: IPriceLine }>()
  private readonly labels: LineLabels
  private history = noCandles
  private waiting: CandleChange = { kind: 'none' }
  private hovered: number | null = null
  private owesPainted = false

  constructor(container: HTMLElement, seams: LiveChartSeams) {
    this.seams = seams
    const { client, instrument, interval, theme } = seams
    this.chart = createChart(container, chartOptions(theme, interval))
    const places = placesOf(instrument.tickSize, 2)
    const minMove = instrument.tickSize === null ? 0.01 : drawable(instrument.tickSize)
    this.bars = this.chart.addSeries(CandlestickSeries, {
      upColor: theme.bid,
      downColor: theme.ask,
      wickUpColor: theme.bid,
      wickDownColor: theme.ask,
      borderVisible: false,
      priceLineColor: theme.bidText,
      priceLineStyle: LineStyle.Dotted,
      priceFormat: {
        type: 'custom',
        formatter: (price: number) => axisText(Math.round(price / minMove) * minMove, places),
        minMove,
      },
    })
    this.volumes = this.chart.addSeries(HistogramSeries, {
      priceScaleId: '',
      priceFormat: { type: 'volume' },
      priceLineVisible: false,
      lastValueVisible: false,
    })
    this.bars.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0.2 } })
    this.volumes.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } })
    this.chart.subscribeCrosshairMove((event) => {
      this.hovered = typeof event.time === 'number' ? event.time * 1000 : null
      this.tellBar()
    })
    this.labels = new LineLabels(theme)
    this.bars.attachPrimitive(this.labels)
    this.loop = openFrameLoop(seams.scheduler, seams.onError)
    this.surface = this.loop.add({ paint: () => this.paint(), painted: () => this.grant() })
    this.handle = client.open(
      'candles',
      { symbol: instrument.symbol, interval },
      {
        snapshot: (candles) => this.take(startCandles(candles)),
        delta: (candles) => this.take(applyCandles(this.history, candles)),
        stale: () => seams.onOld(true),
      },
    )
  }

  close(): void {
    this.handle.close()
    this.loop.close()
    this.chart.remove()
  }

  resize(width: number, height: number): void {
    this.chart.resize(width, height)
  }

  /** Puts lines in place; those that did not change are left alone. */
  setLines(lines: readonly ChartLine[]): void {
    const { theme } = this.seams
    this.labels.set(lines)
    const wanted = new Map(lines.map((of) => [of.id, of]))
    for (const [id, { drawn }] of this.lines)
      if (!wanted.has(id)) {
        this.bars.removePriceLine(drawn)
        this.lines.delete(id)
      }
    for (const of of lines) {
      const known = this.lines.get(of.id)
      if (known && known.of.price === of.price) continue
      const order = of.kind === 'order'
      const options = {
        price: drawable(of.price),
        color: order ? theme.own : theme.muted,
        lineWidth: 1 as const,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: true,
        axisLabelColor: order ? theme.own : theme.muted,
        axisLabelTextColor: theme.background,
      }
      if (known) known.drawn.applyOptions(options)
      this.lines.set(of.id, { of, drawn: known?.drawn ?? this.bars.createPriceLine(options) })
    }
  }

  private take(history: typeof this.history): void {
    this.seams.onOld(false)
    this.history = history
    this.waiting = joinChanges(this.waiting, history.change)
    this.owesPainted = true
    this.surface.invalidate(REDRAW.rows)
  }

  private paint(): void {
    const change = this.waiting
    this.waiting = { kind: 'none' }
    if (change.kind === 'all') {
      this.bars.setData(this.history.candles.map(barOf))
      this.volumes.setData(this.history.candles.map((of) => this.volumeOf(of)))
    } else if (change.kind === 'tail')
      for (const candle of change.candles) {
        this.bars.update(barOf(candle))
        this.volumes.update(this.volumeOf(candle))
      }
    const last = this.history.candles.at(-1)
    if (last && change.kind !== 'none')
      this.bars.applyOptions({ priceLineColor: isUp(last) ? this.seams.theme.bid : this.seams.theme.ask })
    this.tellBar()
  }

  private grant(): void {
    if (!this.owesPainted) return
    this.owesPainted = false
    this.handle.painted()
  }

  private tellBar(): void {
    const { candles } = this.history
    const under = this.hovered === null ? undefined : candles.findLast((of) => of.openTime === this.hovered)
    this.seams.onBar(under ?? candles.at(-1) ?? null, this.chart.priceScale('right').width())
  }

  private volumeOf(of: Candle) {
    const { theme } = this.seams
    return {
      time: timeOf(of),
      value: drawable(of.volume),
      color: isUp(of) ? theme.bidFill : theme.askFill,
    }
  }
}

const timeOf = (of: Candle) => (of.openTime / 1000) as UTCTimestamp

const barOf = (of: Candle) => ({
  time: timeOf(of),
  open: drawable(of.open),
  high: drawable(of.high),
  low: drawable(of.low),
  close: drawable(of.close),
})

const chartOptions = (theme: Theme, interval: Interval) => ({
  autoSize: false,
  layout: {
    // The credit stands in the README and the about box; the logo's own style would break the page's policy.
    attributionLogo: false,
    background: { type: ColorType.Solid as const, color: theme.panel },
    textColor: theme.muted,
    fontFamily: theme.fontNumbers,
    fontSize: 11,
  },
  grid: { vertLines: { visible: false }, horzLines: { color: theme.line, style: LineStyle.Solid } },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { color: theme.muted, labelBackgroundColor: theme.lineStrong },
    horzLine: { color: theme.muted, labelBackgroundColor: theme.lineStrong },
  },
  rightPriceScale: { borderColor: theme.line },
  timeScale: {
    borderColor: theme.line,
    timeVisible: true,
    secondsVisible: INTERVALS[interval] < 60_000,
    rightOffset: 6,
    barSpacing: 7,
  },
})
