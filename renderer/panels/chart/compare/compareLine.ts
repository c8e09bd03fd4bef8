/** Draws the closes of a second instrument as a line over the candles, on a scale of its own, so that the scale of the prices never changes. Writes its change into the legend. */

import type { ISeriesApi } from 'lightweight-charts'
import { toDrawable } from '../../../../shared/base/decimal.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { Theme } from '../../../style/theme.ts'
import type { AdditionSurface, ChartAddition } from '../additions/chartAddition.ts'
import { pointOf, type FigurePoint } from '../additions/figurePoint.ts'
import { FigureSeries } from '../additions/figureSeries.ts'
import type { Slot } from '../candleWindow.ts'
import { AWAY } from '../chartModel.ts'
import { barOfCandle } from '../indicators/fold.ts'
import { changeSince, closesAt, type ComparedClose, type WhyUnknown } from './closesAt.ts'
import { ComparedCandles, type ComparedCandlesOptions } from './comparedCandles.ts'

interface CompareOptions extends ComparedCandlesOptions {
  readonly theme: Theme
  readonly legend: HTMLElement
}

const WHY: Readonly<Record<WhyUnknown, string>> = {
  unread: 'its candles of that time are not read here',
  early: 'no candle of it is stored so early',
  gap: 'its trades of that time are not known',
}

const isSame = (a: FigurePoint, b: FigurePoint | undefined): boolean =>
  a['time'] === b?.['time'] && a.figures[0] === b?.figures[0]

class CompareLine implements ChartAddition {
  private readonly surface: AdditionSurface
  private readonly options: CompareOptions
  private readonly series: ISeriesApi<'Custom'>
  private readonly candles: ComparedCandles
  private readonly color: string
  private readonly part = document.createElement('span')
  private slots: readonly Slot[] = []
  private closes: readonly ComparedClose[] = []
  private points: readonly FigurePoint[] = []
  private at: number | null = null

  constructor(surface: AdditionSurface, options: CompareOptions) {
    this.surface = surface
    this.options = options
    const { theme, legend, symbol } = options
    this.color = theme.studies.at(-1) ?? theme.text
    this.series = surface.chart.addCustomSeries(
      new FigureSeries(theme, {
        lines: [{ style: 'solid', color: this.color }],
        levels: [],
        fill: null,
      }),
      { priceScaleId: 'compare', lastValueVisible: false, priceLineVisible: false },
    )
    this.series.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0.2 } })
    this.part.style.color = this.color
    this.part.textContent = shownCode(symbol)
    legend.replaceChildren(this.part)
    this.candles = new ComparedCandles(options, () => this.draw())
    surface.chart.timeScale().subscribeVisibleLogicalRangeChange(this.moved)
  }

  all(slots: readonly Slot[], shownFrom: number): void {
    this.slots = slots.slice(shownFrom)
    this.draw()
  }

  tail(shown: readonly Slot[]): void {
    this.slots = shown
    this.draw()
  }

  pointed(shown: number | null): void {
    this.at = shown
    this.write()
  }

  close(): void {
    this.surface.chart.timeScale().unsubscribeVisibleLogicalRangeChange(this.moved)
    this.candles.close()
    this.surface.chart.removeSeries(this.series)
    this.part.remove()
  }

  private draw(): void {
    const { slots, points: before } = this
    this.closes = closesAt(this.candles.window, slots)
    this.points = this.closes.map(({ candle }, n) =>
      pointOf((slots[n] as Slot).openTime, [candle && toDrawable(barOfCandle(candle).close)]),
    )
    const from = this.points.findIndex((point, n) => !isSame(point, before[n]))
    const isTail = before.length > 0 && from >= before.length - 1 && this.points.length >= before.length
    if (isTail) for (const point of this.points.slice(from)) this.series.update(point)
    else if (from !== -1 || this.points.length !== before.length) this.series.setData([...this.points])
    this.moved()
  }

  /** The place of the first slot in view. */
  private get first(): number {
    const seen = this.surface.chart.timeScale().getVisibleLogicalRange()
    return Math.max(0, Math.ceil(seen?.from ?? 0))
  }

  private readonly moved = (): void => {
    const seen = this.surface.chart.timeScale().getVisibleLogicalRange()
    const from = this.slots[this.first]
    const to = this.slots[Math.min(this.slots.length - 1, Math.floor(seen?.to ?? Infinity))]
    if (seen && from && to) this.candles.show({ from: from.openTime, to: to.openTime })
    this.write()
  }

  private write(): void {
    const { at, closes, candles } = this
    const why = at === null ? null : closes[at]?.why
    const change = at === null ? AWAY : changeSince(closes, this.first, at)
    const unknown = `— (${why === 'unread' && candles.unread !== null ? candles.unread : WHY[why ?? 'unread']})`
    const old = candles.isOld ? ' OLD: no link to the core' : ''
    const words = `${shownCode(this.options.symbol)} ${change ?? unknown}${old}`
    if (this.part.textContent !== words) this.part.textContent = words
  }
}

export const openCompareLine = (surface: AdditionSurface, options: CompareOptions): ChartAddition =>
  new CompareLine(surface, options)
