/** A running chart: follows the newest candles, reads older pages, and passes both to lightweight-charts at most once per frame. No React. */

import type { IChartApi, ISeriesApi, LogicalRange } from 'lightweight-charts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { TopicHandle } from '../../../../shared/contract/ports.ts'
import type { Candle } from '../../../../shared/domain/candles/candle.ts'
import { openFrameLoop, REDRAW, type FrameScheduler, type SurfaceHandle } from '../../../live/frameLoop.ts'
import { takeTurns } from '../../../live/turns.ts'
import type { ChartScale } from '../../../state/stores/chartChoices.ts'
import { BAR_SPACING, candleChart, LEAST_ROOM, SCALE_MODES } from './candleChart.ts'
import {
  emptyWindow,
  goLive,
  joinChanges,
  newestSlotOf,
  MOST_BARS,
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
import { isUp, tickAt, type ChartLine } from '../chartModel.ts'
import type { AdditionSurface, ChartAddition } from '../additions/chartAddition.ts'
import { rangeAfter, type ChartMove } from './chartMoves.ts'
import { GapBands } from './gapBands.ts'
import type { LiveChartOptions } from './liveChartOptions.ts'
import { OwnLines } from './ownLines.ts'

/**
 * Ms between two grants to a chart: ten per second for one chart, five each for two, four each for three to five, and twenty-two for more charts together: nine
 * with indicators then cost the page 3 ms a frame where no graphics card helps.
 */
const TICK_GAP = { least: 100, most: 250, crowd: 45 }
/** The turns of a page's charts, so that several charts do not draw in the same frame. */
export const chartTurns = (scheduler: FrameScheduler): (() => FrameScheduler) =>
  takeTurns(scheduler, TICK_GAP)

/** The step in CSS px of the room for labels, so that a change in the digits of the profit does not move the candles. */
const ROOM_STEP = 24
/** Bars left beyond the view when the next page is requested: some seconds of fast scrolling. */
const AHEAD = 600

export class LiveChart {
  private readonly options: LiveChartOptions
  private readonly chart: IChartApi
  private readonly bars: ISeriesApi<'Candlestick'>
  private readonly volumes: ISeriesApi<'Histogram'>
  private readonly handle: TopicHandle
  private readonly loop
  private readonly surface: SurfaceHandle
  /** The lines of own orders and the position. */
  readonly own: OwnLines
  private readonly bands: GapBands
  private readonly additions = new Set<ChartAddition>()
  private window: CandleWindow
  /** The slots given to the library: the newest while the view shows the newest, else all. */
  private slots: readonly Slot[] = []
  /** The number of slots of the window before these. */
  private hidden = 0
  private waiting: CandleChange = { kind: 'none' }
  private hovered: number | null = null
  /** Of the crosshair over the prices, CSS px from the top; null where it is not. */
  private crosshairY: number | null = null
  private owesPainted = false
  private paging = false
  private unread = false
  private away = false
  private toLive = false
  private wasLive = true
  private up: boolean | null = null
  /** Moves from before the library drew the first bars, when the number of visible bars is unknown. Null from then on. */
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
      this.crosshairY = event.point && (event.paneIndex ?? 0) === 0 ? event.point.y : null
      this.tellBar()
    })
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => this.moved(range))
    this.own = new OwnLines(theme, bars, options.clock)
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

  /** Keeps the newest candle clear of the labels, unless the dealer moved the view. */
  private keepRoom(): void {
    const room = Math.max(LEAST_ROOM, Math.ceil(this.own.room / ROOM_STEP) * ROOM_STEP)
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

  setLines(lines: readonly ChartLine[]): void {
    this.own.set(lines)
    this.keepRoom()
  }

  /** Draws something beside the candles until the returned function is called. */
  add(make: (surface: AdditionSurface) => ChartAddition): () => void {
    if (this.closed) return () => {}
    const holdsAll = (from: number, to: number) => this.holdsAll(from, to)
    const readOn = () => this.pageForAdditions()
    const addition = make({ chart: this.chart, bars: this.bars, holdsAll, readOn })
    this.additions.add(addition)
    addition.all(slotsOf(this.window).slice(0, this.hidden + this.slots.length), this.hidden)
    this.tellBar()
    this.pageForAdditions()
    return () => {
      if (this.closed || !this.additions.delete(addition)) return
      addition.close()
    }
  }

  setScale(scale: ChartScale): void {
    this.bars.priceScale().applyOptions({ mode: SCALE_MODES[scale] })
  }

  /** Open time of the newest candle, ms; null before the first. */
  get newest(): number | null {
    return this.window.tail.candles.at(-1)?.openTime ?? null
  }

  /** The tick at the crosshair; null where the crosshair is not over the prices. */
  get crosshairTick(): DecimalText | null {
    return this.crosshairY === null ? null : this.tickOf(this.crosshairY)
  }

  /** The tick next to a place, CSS px from the top of the chart; null outside of the prices. */
  tickOf(y: number): DecimalText | null {
    const price = this.own.priceAt(y)
    return price === null ? null : tickAt(price, this.options.instrument)
  }

  /** A picture of the chart with its drawings and labels, without the crosshair, in device px. */
  picture(): HTMLCanvasElement {
    return this.chart.takeScreenshot(true)
  }

  /** Moves the view: by a tenth or the whole of its width, to the oldest bar held, or back to the newest. */
  move(how: ChartMove): void {
    if (this.early) return void this.early.push(how)
    const scale = this.chart.timeScale()
    const seen = scale.getVisibleLogicalRange()
    if (how === 'live') return this.goLive()
    if (!seen) return
    if (how === 'first' && this.hidden > 0) this.redraw(true)
    scale.setVisibleLogicalRange(rangeAfter(how, seen))
    // A key at the edge moves nothing but still requests the next page.
    if (this.unread) this.moved(scale.getVisibleLogicalRange())
  }

  private goLive(): void {
    this.toLive = true
    this.setUnread(null)
    this.take(goLive(this.window))
  }

  /** Handles a change of the window of candles. */
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
    // In a window on the past, the last bar is not the last price.
    const { live } = this.window
    if (live !== this.wasLive) {
      this.wasLive = live
      this.bars.applyOptions({ lastValueVisible: live, priceLineVisible: live })
    }
    if (this.toLive) {
      this.toLive = false
      const scale = this.chart.timeScale()
      // Without animation, because a page that arrives meanwhile would stop the animation half-way.
      scale.scrollToPosition(this.room / this.barWidth, false)
    }
    this.tellBar()
    this.pageForAdditions()
    // The library draws its new data in the next frame, before this callback.
    if (this.early && this.slots.length > 0) this.options.scheduler.request(() => this.moveEarly())
  }

  /** Reads on while an addition needs older candles and the chart has room for them beside the newest. */
  private pageForAdditions(): void {
    const { candles, more, live } = this.window
    const oldest = candles[0]?.openTime ?? -Infinity
    const wanted = Math.min(...[...this.additions].map((addition) => addition.wantsFrom?.() ?? Infinity))
    const hasRoom = candles.length + PAGE_BARS <= MOST_BARS
    if (wanted < oldest && more && live && hasRoom && !this.unread) void this.page('older')
  }

  /** Runs the moves from before the first bars were drawn. */
  private moveEarly(): void {
    const { early } = this
    this.early = null
    if (this.closed) return
    for (const how of early ?? []) this.move(how)
  }

  /** Whether the chart has every candle between two places of the time axis. */
  private holdsAll(from: number, to: number): boolean {
    const { more, live } = this.window
    const begins = Math.ceil(from) >= 0 || (this.hidden === 0 && !more)
    return begins && (live || Math.floor(to) < this.slots.length)
  }

  private get seenBars(): number {
    const seen = this.chart.timeScale().getVisibleLogicalRange()
    return seen ? seen.to - seen.from : 0
  }

  /** Gives the library all bars again and keeps the view on the same bars. `whole`: every bar of the window. */
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
    for (const addition of this.additions) addition.all(held, this.hidden)
    this.options.onGaps(this.window.gaps)
    // A view with the newest bar follows that bar by itself.
    if (!seen || before.length === 0 || (this.window.live && !this.away)) return
    const shift = shiftOf(before, this.slots)
    scale.setVisibleLogicalRange({ from: seen.from + shift, to: seen.to + shift })
  }

  private extend(candles: readonly Candle[]): void {
    const slots = [...this.slots]
    const first = candles[0]
    const from = slotAt(slots, first?.openTime ?? Infinity)
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
    for (const addition of this.additions) addition.tail(slots, from)
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

  /** The view is near the first bar that the library has, so the library needs all bars. */
  private askAll(): void {
    this.waiting = { kind: 'all' }
    this.surface.invalidate(REDRAW.rows)
  }

  /** Requests a page beyond one end. After a failure the next move of the view requests it again. */
  private async page(end: 'older' | 'newer'): Promise<void> {
    const [first, last] = [this.window.candles[0], this.window.candles.at(-1)]
    if (this.paging || !first || !last) return
    this.setPaging(true)
    const { client, instrument, interval } = this.options
    const answer = await client.call('candles.read', {
      symbol: instrument.symbol,
      interval,
      before: first.openTime,
      after: end === 'newer' ? last.openTime : null,
      count: PAGE_BARS,
    })
    if (this.closed) return
    this.setPaging(false)
    this.setUnread(answer.ok ? null : answer.failure.message)
    if (!answer.ok) return
    // The window moved meanwhile, so the page no longer joins it.
    const edge = end === 'older' ? this.window.candles[0] : this.window.candles.at(-1)
    if (edge?.openTime !== (end === 'older' ? first : last).openTime) return
    this.take(end === 'older' ? takeOlder(this.window, answer.value) : takeNewer(this.window, answer.value))
  }

  private setPaging(paging: boolean): void {
    this.paging = paging
    this.options.onReading(paging)
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
    const { candle, gap } = pointed ?? newestSlotOf(this.window)
    this.options.onBar(candle, gap, this.chart.priceScale('right').width())
    const last = this.window.live ? this.slots.length - 1 : null
    const at = pointed ? slotAt(this.slots, pointed.openTime) : last
    for (const addition of this.additions) addition.pointed?.(at)
  }
}
