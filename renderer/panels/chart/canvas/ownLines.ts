/** Draws own orders, the position and price alerts as price lines with labels. Says how much room the labels need, and which lines are at a place. */

import { LineStyle, type IPriceLine, type ISeriesApi, type SeriesType } from 'lightweight-charts'
import type { Clock } from '../../../../shared/base/clock.ts'
import type { Theme } from '../../../style/theme.ts'
import { drawable, type ChartLine } from '../chartModel.ts'
import { LineLabels, lineColor } from './lineLabels.ts'

export class OwnLines {
  private readonly theme: Theme
  private readonly bars: ISeriesApi<SeriesType>
  private readonly labels: LineLabels
  private readonly lines = new Map<string, { line: ChartLine; drawn: IPriceLine }>()
  private given: readonly ChartLine[] = []
  private previewed: ChartLine | null = null
  /** Whether the price scale followed the candles before it was held; null: it is not held. */
  private followed: boolean | null = null

  /** `clock`: for the time of the lines' last move; left out: nobody asks for it. */
  constructor(theme: Theme, bars: ISeriesApi<SeriesType>, clock?: Pick<Clock, 'monotonic'>) {
    this.theme = theme
    this.bars = bars
    this.labels = new LineLabels(theme, clock)
    bars.attachPrimitive(this.labels)
  }

  /** CSS px that the candles must leave free for the labels. */
  get room(): number {
    return this.labels.room
  }

  /** When a line last moved on the screen, monotonic ms. */
  get movedAt(): number {
    return this.labels.movedAt
  }

  /** The lines of own orders that were drawn at a place, CSS px from the top left of the chart: of a label only its own. */
  at(x: number, y: number): readonly ChartLine[] {
    const label = this.labels.at(x, y)
    const lines = label === null ? this.labels.near(x, y) : [label]
    return lines.filter(({ order }) => order !== null && order.isGhost !== true)
  }

  /** Where a line is, CSS px from the top of the chart; null while unknown. */
  yOf({ price }: ChartLine): number | null {
    return this.bars.priceToCoordinate(drawable(price))
  }

  /** The price at a place, CSS px from the top of the chart; null outside of the prices. For choosing a tick only. */
  priceAt(y: number): number | null {
    return y < 0 || y > this.labels.size.height ? null : this.bars.coordinateToPrice(y)
  }

  /** The price scale is held: a press on the chart goes on. */
  get isHeld(): boolean {
    return this.followed !== null
  }

  /** Keeps the price scale where it is, so that no candle moves it under the pointer. */
  hold(isHeld: boolean): void {
    const scale = this.bars.priceScale()
    if (isHeld === this.isHeld) return
    const autoScale = isHeld ? false : (this.followed ?? true)
    this.followed = isHeld ? scale.options().autoScale : null
    scale.applyOptions({ autoScale })
  }

  /** Shows where a drag would move an order. */
  preview(line: ChartLine | null): void {
    if (line === null && this.previewed === null) return
    this.previewed = line
    this.show()
  }

  set(lines: readonly ChartLine[]): void {
    this.given = lines
    this.show()
  }

  /** Unchanged lines are not touched. */
  private show(): void {
    const { theme, previewed, given } = this
    const shown = previewed === null ? given : given.filter(({ id }) => id !== previewed.id)
    const lines = (previewed === null ? shown : [...shown, previewed]).toSorted(
      (a, b) => drawable(b.price) - drawable(a.price),
    )
    this.labels.set(lines)
    const wanted = new Map(lines.map((line) => [line.id, line]))
    for (const [id, { drawn }] of this.lines)
      if (!wanted.has(id)) {
        this.bars.removePriceLine(drawn)
        this.lines.delete(id)
      }
    for (const line of lines) {
      const known = this.lines.get(line.id)
      if (known && known.line.price === line.price && known.line.isSelected === line.isSelected) continue
      const color = lineColor(line, theme)
      const options = {
        price: drawable(line.price),
        color,
        lineWidth: line.isSelected ? (2 as const) : (1 as const),
        lineStyle: styleOf(line),
        axisLabelVisible: true,
        axisLabelColor: color,
        axisLabelTextColor: theme.background,
      }
      if (known) known.drawn.applyOptions(options)
      this.lines.set(line.id, { line, drawn: known?.drawn ?? this.bars.createPriceLine(options) })
    }
  }
}

const styleOf = ({ kind, order }: ChartLine): LineStyle =>
  kind === 'alert' ? LineStyle.SparseDotted : order?.isGhost === true ? LineStyle.Dotted : LineStyle.Dashed
