/** Draws the labels of own orders and position at the chart's right edge, where no candle is. */

import type {
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
} from 'lightweight-charts'
import type { Theme } from '../../../style/theme.ts'
import { drawable, type ChartLine } from '../chartModel.ts'

const HEIGHT = 16
const PAD = 6
/** CSS px between the newest candle, the labels and the axis. */
const GAP = 4
/** The largest share of the pane for long labels; beyond it they are short. */
const SHARE = 0.4

/** A line's words and the width of their label, CSS px. */
interface SizedLabel {
  readonly text: string
  readonly width: number
}

interface SizedLine {
  readonly line: ChartLine
  readonly title: SizedLabel
  readonly short: SizedLabel
}

/** The part of a pane of `width` CSS px that the candles leave free for the labels of `lines`. */
export function roomFor(lines: readonly SizedLine[], width: number): number {
  const widths = lines.map(({ title, short }) => (title.width <= width * SHARE ? title : short).width)
  return lines.length === 0 ? 0 : Math.max(...widths) + 2 * GAP
}

interface Placed {
  readonly line: ChartLine
  readonly label: SizedLabel
  /** The middle of the label, CSS px from the top of the pane. */
  readonly y: number
}

/**
 * Places labels on their lines, or below each other where they would overlap. A line without room for its label (`room` px beside the newest
 * candle) shows only its price on the axis. `lines` from the top down; `y` is null for a line outside the pane.
 */
export function placeLabels(
  lines: readonly (SizedLine & { readonly y: number | null })[],
  room: number,
): readonly Placed[] {
  const placed: Placed[] = []
  for (const { line, title, short, y } of lines) {
    const label = [title, short].find(({ width }) => width + 2 * GAP <= room)
    if (y === null || label === undefined) continue
    const above = placed.at(-1)
    placed.push({ line, label, y: above ? Math.max(y, above.y + HEIGHT + 1) : y })
  }
  return placed
}

export class LineLabels implements ISeriesPrimitive {
  private readonly theme: Theme
  private readonly measuring = document.createElement('canvas').getContext('2d')
  private chart: IChartApi | null = null
  private series: ISeriesApi<'Candlestick'> | null = null
  private lines: readonly ChartLine[] = []
  private redraw: () => void = () => {}

  constructor(theme: Theme) {
    this.theme = theme
  }

  attached({ chart, series, requestUpdate }: SeriesAttachedParameter): void {
    this.chart = chart
    this.series = series as ISeriesApi<'Candlestick'>
    this.redraw = requestUpdate
  }

  detached(): void {
    this.chart = null
    this.series = null
  }

  set(lines: readonly ChartLine[]): void {
    this.lines = lines
    this.redraw()
  }

  private readonly views = [
    {
      zOrder: () => 'top' as const,
      renderer: (): IPrimitivePaneRenderer => ({ draw: (on) => this.draw(on) }),
    },
  ]
  paneViews() {
    return this.views
  }

  /** CSS px that the candles must leave free. */
  get room(): number {
    const context = this.measuring
    if (!this.chart || context === null) return 0
    return roomFor(this.sized(context), this.chart.timeScale().width())
  }

  private sized(context: CanvasRenderingContext2D): readonly SizedLine[] {
    context.font = `600 11px ${this.theme.fontNumbers}`
    const label = (text: string) => ({
      text,
      width: Math.ceil(context.measureText(text).width) + 2 * PAD,
    })
    return this.lines.map((line) => ({ line, title: label(line.title), short: label(line.short) }))
  }

  /** CSS px between the newest candle and the right edge of the pane; 0 or less where the candle is out of view. */
  private free(chart: IChartApi): number {
    const scale = chart.timeScale()
    const seen = scale.getVisibleLogicalRange()
    const spacing = seen ? scale.width() / (seen.to - seen.from) : 0
    return (scale.scrollPosition() - 0.5) * spacing
  }

  private draw(target: Parameters<IPrimitivePaneRenderer['draw']>[0]): void {
    const { series, chart, theme } = this
    if (!series || !chart || this.lines.length === 0) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const sized = this.sized(context).map((label) => {
        const y = series.priceToCoordinate(drawable(label.line.price))
        const seen = y !== null && y > 0 && y < mediaSize.height
        return { ...label, y: seen ? Math.round(y) : null }
      })
      context.textBaseline = 'middle'
      for (const { line, label, y } of placeLabels(sized, this.free(chart))) {
        const x = mediaSize.width - GAP - label.width
        context.fillStyle = line.kind === 'order' ? theme.own : theme.muted
        context.beginPath()
        context.roundRect(x, y - HEIGHT / 2, label.width, HEIGHT, 3)
        context.fill()
        context.fillStyle = theme.background
        context.fillText(label.text, x + PAD, y + 1)
      }
    })
  }
}
