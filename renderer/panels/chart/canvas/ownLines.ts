/** Draws own orders and the position as price lines with labels, and says how much room the labels need. */

import { LineStyle, type IPriceLine, type ISeriesApi, type SeriesType } from 'lightweight-charts'
import type { Theme } from '../../../style/theme.ts'
import { drawable, type ChartLine } from '../chartModel.ts'
import { LineLabels } from './lineLabels.ts'

export class OwnLines {
  private readonly theme: Theme
  private readonly bars: ISeriesApi<SeriesType>
  private readonly labels: LineLabels
  private readonly lines = new Map<string, { line: ChartLine; drawn: IPriceLine }>()

  constructor(theme: Theme, bars: ISeriesApi<SeriesType>) {
    this.theme = theme
    this.bars = bars
    this.labels = new LineLabels(theme)
    bars.attachPrimitive(this.labels)
  }

  /** CSS px that the candles must leave free for the labels. */
  get room(): number {
    return this.labels.room
  }

  /** Sets the lines. Unchanged lines are not touched. */
  set(lines: readonly ChartLine[]): void {
    const { theme } = this
    this.labels.set(lines)
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
}
