/** A running chart: follows the newest candles, reads older pages, and gives them to lightweight-charts at most once a frame. No React; calculates nothing. */

import {
  LineStyle,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type LogicalRange,
  type ITimeScaleApi,
  type Time,
} from 'lightweight-charts'
import type { ContractClient, TopicHandle } from '../../../../shared/contract/ports.ts'
import type { Candle, CandleGap, Interval } from '../../../../shared/domain/candles/candle.ts'
import { openFrameLoop, REDRAW, type FrameScheduler, type SurfaceHandle } from '../../../live/frameLoop.ts'
import { takeTurns } from '../../../live/turns.ts'
import type { Theme } from '../../../style/theme.ts'
import { BAR_SPACING, candleChart, LEAST_ROOM } from './candleChart.ts'
import {
  emptyWindow,
  goLive,
  joinChanges,
  PAGE_BARS,
  shiftOf,
  slotAt,
  slotsOf,
  takeDelta,
  takeNewer,
  takeOlder,
  takeSnapshot,
  type CandleChange,
  type CandleWindow,
  type Slot,
} from '../candleWindow.ts'
import { barOf, givenFor, placeOf, volumeOf } from '../chartData.ts'
import { drawable, isUp, type ChartedInstrument, type ChartLine } from '../chartModel.ts'
import { GapBands } from './gapBands.ts'
import { LineLabels } from './lineLabels.ts'

/** Ms between two grants of news to a chart: ten a second for one alone, five each for two, four each for three and more. */
const TICK_GAP = { least: 100, most: 250 }
/** The turns of a page's charts: however many there are, they draw their news one after the other and not all in one frame. */
export const chartTurns = (scheduler: FrameScheduler): (() => FrameScheduler) =>
  takeTurns(scheduler, TICK_GAP)

/** The room for labels grows and shrinks by so much, CSS px: a profit that changes its digits must not move the candles. */
const ROOM_STEP = 24
/** Bars beyond the view at which the next page is asked for: some seconds of fast scrolling. */
const AHEAD = 600

interface LiveChartOptions {
  readonly client: ContractClient
  readonly instrument: ChartedInstrument
  readonly interval: Interval
  readonly theme: Theme
  readonly scheduler: FrameScheduler
  /** When news may be granted: for each the whole chart is drawn anew. What the dealer does is drawn at once. */
  readonly turn: FrameScheduler
  readonly onError: (error: unknown) => void
  /** Whether the link to the core is gone: what is shown is old. */
  readonly onOld: (old: boolean) => void
  /**
   * The bar to tell about: the one under the crosshair, else the last; null while there is none. With it the gap under the crosshair, and how wide the
   * price axis is, CSS px.
   */
  readonly onBar: (candle: Candle | null, gap: CandleGap | null, axisWidth: number) => void
  /** Whether the newest bar is out of sight. */
  readonly onAway: (away: boolean) => void
  /** Why the last page of the past could not be read, one sentence; null once one could, or is no longer wanted. */
  readonly onUnread: (why: string | null) => void
  /** The gaps among the bars held, when they changed. */
  readonly onGaps: (gaps: readonly CandleGap[]) => void
}

/** How the view is moved by keys. */
export type ChartMove = 'left' | 'right' | 'page-left' | 'page-right' | 'first' | 'live' | 'closer' | 'wider'

export class LiveChart {
  private readonly options: LiveChartOptions
  private readonly chart: IChartApi
  private readonly bars: ISeriesApi<'Candlestick'>
  private readonly volumes: ISeriesApi<'Histogram'>
  private readonly handle: TopicHandle
  private readonly loop
  private readonly surface: SurfaceHandle
  private readonly lines = new Map<string, { line: ChartLine; drawn: IPriceLine }>()
  private readonly labels: LineLabels
  private readonly bands: GapBands
  private window: CandleWindow
  /** What the library has: the newest of the window's while the view holds the newest, else all. */
  private slots: readonly Slot[] = []
  /** Slots of the window that lie before them. */
  private hidden = 0
  private waiting: CandleChange = { kind: 'none' }
  private hovered: number | null = null
  private owesPainted = false
  private paging = false
  private unread = false
  private away = false
  private toLive = false
  private wasLive = true
  private up: boolean | null = null
  /** Moves that came before the library drew the first bars: until then nobody knows how many fit. Null from then on. */
  private early: ChartMove[] | null = []
  /** CSS px that the candles leave free on the right. */
  private room = LEAST_ROOM
  private closed = false

  constructor(container: HTMLElement, options: LiveChartOptions) {
    this.options = options
    const { client, instrument, interval, theme } = options
    this.window = emptyWindow(interval)
    const { chart, bars, volumes } = candleChart(container, theme, instrument, interval)
    this.chart = chart
    this.bars = bars
    this.volumes = volumes
    this.chart.subscribeCrosshairMove((event) => {
      this.hovered = typeof event.time === 'number' ? event.time * 1000 : null
      this.tellBar()
    })
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => this.moved(range))
    this.labels = new LineLabels(theme)
    this.bars.attachPrimitive(this.labels)
    this.bands = new GapBands(theme)
    this.bars.attachPrimitive(this.bands)
    this.loop = openFrameLoop(options.scheduler, options.onError)
    this.surface = this.loop.add({ paint: () => this.paint(), painted: () => this.grant() })
    this.handle = client.open(
      'candles',
      { symbol: instrument.symbol, interval },
      {
        snapshot: (news) => this.hear(takeSnapshot(this.window, news)),
        delta: (news) => this.hear(takeDelta(this.window, news)),
        stale: () => options.onOld(true),
      },
    )
  }

  close(): void {
    this.closed = true
    this.handle.close()
    this.options.turn.cancel(0)
    this.loop.close()
    this.chart.remove()
  }

  resize(width: number, height: number): void {
    this.chart.resize(width, height)
    this.keepRoom()
  }

  /** Lets the newest candle stand clear of the labels, unless the dealer moved the view. */
  private keepRoom(): void {
    const room = Math.max(LEAST_ROOM, Math.ceil(this.labels.room / ROOM_STEP) * ROOM_STEP)
    const scale = this.chart.timeScale()
    const moved = Math.abs(scale.scrollPosition() - this.room / this.barWidth) > 0.5
    if (room === this.room || (moved && this.slots.length > 0)) return
    this.room = room
    scale.applyOptions({ rightOffsetPixels: room })
  }

  /** CSS px from one bar to the next. */
  private get barWidth(): number {
    const seen = this.seenBars
    return seen > 0 ? this.chart.timeScale().width() / seen : BAR_SPACING
  }

  /** Puts lines in place; those that did not change are left alone. */
  setLines(lines: readonly ChartLine[]): void {
    const { theme } = this.options
    this.labels.set(lines)
    this.keepRoom()
    const wanted = new Map(lines.map((line) => [line.id, line]))
    for (const [id, { drawn }] of this.lines)
      if (!wanted.has(id)) {
        this.bars.removePriceLine(drawn)
        this.lines.delete(id)
      }
    for (const line of lines) {
      const known = this.lines.get(line.id)
      if (known && known.line.price === line.price) continue
      const order = line.kind === 'order'
      const options = {
        price: drawable(line.price),
        color: order ? theme.own : theme.muted,
        lineWidth: 1 as const,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: true,
        axisLabelColor: order ? theme.own : theme.muted,
        axisLabelTextColor: theme.background,
      }
      if (known) known.drawn.applyOptions(options)
      this.lines.set(line.id, { line, drawn: known?.drawn ?? this.bars.createPriceLine(options) })
    }
  }

  /** The chart as it is drawn now, in device px. */
  picture(): HTMLCanvasElement {
    return this.chart.takeScreenshot()
  }

  /** Moves the view: by a tenth or a whole of what is seen, to the oldest bar held, or back to the newest. */
  move(how: ChartMove): void {
    if (this.early) return void this.early.push(how)
    const scale = this.chart.timeScale()
    const seen = scale.getVisibleLogicalRange()
    if (how === 'live') return this.goLive()
    if (!seen) return
    this.moveView(how, scale, seen)
    // A key at the very edge moves nothing, but asks for what lies beyond it all the same.
    if (this.unread) this.moved(scale.getVisibleLogicalRange())
  }

  private moveView(how: Exclude<ChartMove, 'live'>, scale: ITimeScaleApi<Time>, seen: LogicalRange): void {
    const width = seen.to - seen.from
    const by = (bars: number, wider = 0) =>
      scale.setVisibleLogicalRange({ from: seen.from + bars - wider, to: seen.to + bars })
    switch (how) {
      case 'left':
        return by(-Math.max(1, Math.round(width / 10)))
      case 'right':
        return by(Math.max(1, Math.round(width / 10)))
      case 'page-left':
        return by(-Math.round(width * 0.9))
      case 'page-right':
        return by(Math.round(width * 0.9))
      case 'first':
        if (this.hidden > 0) this.redraw(true)
        return scale.setVisibleLogicalRange({ from: 0, to: width })
      case 'closer':
        return by(0, -width / 5)
      case 'wider':
        return by(0, width / 4)
    }
  }

  private goLive(): void {
    this.toLive = true
    this.setUnread(null)
    this.take(goLive(this.window))
  }

  /** News from the core. */
  private hear(window: CandleWindow): void {
    this.options.onOld(false)
    this.owesPainted = true
    this.take(window)
  }

  private take(window: CandleWindow): void {
    this.window = window
    this.waiting = joinChanges(this.waiting, window.change)
    this.surface.invalidate(REDRAW.rows)
  }

  private paint(): void {
    const change = this.waiting
    this.waiting = { kind: 'none' }
    if (change.kind === 'all') this.redraw()
    else if (change.kind === 'tail') this.extend(change.candles)
    if (!this.away && this.slots.length > 2 * givenFor(this.seenBars)) this.redraw()
    const last = this.window.candles.at(-1)
    const up = last ? isUp(last) : null
    if (up !== null && up !== this.up) {
      this.up = up
      this.bars.applyOptions({ priceLineColor: up ? this.options.theme.bid : this.options.theme.ask })
    }
    // The last bar of a part of the past is no last price.
    const { live } = this.window
    if (live !== this.wasLive) {
      this.wasLive = live
      this.bars.applyOptions({ lastValueVisible: live, priceLineVisible: live })
    }
    if (this.toLive) {
      this.toLive = false
      const scale = this.chart.timeScale()
      // At once: a page that comes during an animation would end it half-way.
      scale.scrollToPosition(this.room / this.barWidth, false)
    }
    this.tellBar()
    // The library draws what it was just given in the next frame, before what is asked for here.
    if (this.early && this.slots.length > 0) this.options.scheduler.request(() => this.moveEarly())
  }

  /** Carries out the moves that came before the first bars were drawn. */
  private moveEarly(): void {
    const { early } = this
    this.early = null
    if (this.closed) return
    for (const how of early ?? []) this.move(how)
  }

  private get seenBars(): number {
    const seen = this.chart.timeScale().getVisibleLogicalRange()
    return seen ? seen.to - seen.from : 0
  }

  /** Everything anew, with the view left on the bars that it was on. `whole`: all that the window holds. */
  private redraw(whole = this.away): void {
    const { theme } = this.options
    const scale = this.chart.timeScale()
    const seen = scale.getVisibleLogicalRange()
    const before = this.slots
    const held = slotsOf(this.window)
    this.slots = whole || !this.window.live ? held : held.slice(-givenFor(this.seenBars))
    this.hidden = held.length - this.slots.length
    this.bars.setData(this.slots.map(placeOf))
    this.volumes.setData(this.slots.flatMap((slot) => (slot.candle ? [volumeOf(slot.candle, theme)] : [])))
    this.bands.set(this.slots)
    this.options.onGaps(this.window.gaps)
    // A view that holds the newest bar follows it by itself.
    if (!seen || before.length === 0 || (this.window.live && !this.away)) return
    const shift = shiftOf(before, this.slots)
    scale.setVisibleLogicalRange({ from: seen.from + shift, to: seen.to + shift })
  }

  private extend(candles: readonly Candle[]): void {
    const slots = [...this.slots]
    for (const candle of candles) {
      this.bars.update(barOf(candle))
      this.volumes.update(volumeOf(candle, this.options.theme))
      const last = slots.at(-1)
      const same = last?.openTime === candle.openTime
      slots.splice(same ? -1 : slots.length, same ? 1 : 0, {
        openTime: candle.openTime,
        candle,
        gap: same ? last.gap : null,
      })
    }
    this.slots = slots
  }

  private moved(range: LogicalRange | null): void {
    if (!range || this.closed || this.slots.length === 0) return
    const away = !this.window.live || range.to < this.slots.length - 1
    if (away !== this.away) {
      this.away = away
      this.options.onAway(away)
    }
    if (this.hidden > 0 && range.from < range.to - range.from) this.askAll()
    if (range.from + this.hidden < AHEAD && this.window.more) void this.page('older')
    else if (!this.window.live && range.to > this.slots.length - AHEAD) void this.page('newer')
  }

  /** The view came near the first of the bars that the library has: it needs more of them. */
  private askAll(): void {
    this.waiting = { kind: 'all' }
    this.surface.invalidate(REDRAW.rows)
  }

  /** Asks for a page beyond one end. What fails is asked again when the view moves. */
  private async page(end: 'older' | 'newer'): Promise<void> {
    const [first, last] = [this.window.candles[0], this.window.candles.at(-1)]
    if (this.paging || !first || !last) return
    this.paging = true
    const { client, instrument, interval } = this.options
    const answer = await client.call('candles.read', {
      symbol: instrument.symbol,
      interval,
      before: first.openTime,
      after: end === 'newer' ? last.openTime : null,
      count: PAGE_BARS,
    })
    this.paging = false
    if (this.closed) return
    this.setUnread(answer.ok ? null : answer.failure.message)
    if (!answer.ok) return
    // The window moved on meanwhile: the page is no neighbour any more.
    const edge = end === 'older' ? this.window.candles[0] : this.window.candles.at(-1)
    if (edge?.openTime !== (end === 'older' ? first : last).openTime) return
    this.take(end === 'older' ? takeOlder(this.window, answer.value) : takeNewer(this.window, answer.value))
  }

  private setUnread(why: string | null): void {
    this.unread = why !== null
    this.options.onUnread(why)
  }

  private grant(): void {
    if (!this.owesPainted) return
    this.owesPainted = false
    this.options.turn.request(() => this.handle.painted())
  }

  private tellBar(): void {
    const under = this.hovered === null ? undefined : this.slots[slotAt(this.slots, this.hovered)]
    const pointed = under?.openTime === this.hovered ? under : undefined
    const candle = pointed ? pointed.candle : (this.window.tail.candles.at(-1) ?? null)
    this.options.onBar(candle, pointed?.gap ?? null, this.chart.priceScale('right').width())
  }
}
