/** Draws the labels of own orders and position at the chart's right edge, where no candle is. */

import type {
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  PrimitiveHoveredItem,
  SeriesAttachedParameter,
} from 'lightweight-charts'
import type { Clock } from '../../../../shared/base/clock.ts'
import type { Theme } from '../../../style/theme.ts'
import { drawable, type ChartLine } from '../chartModel.ts'

const HEIGHT = 16
const PAD = 6
/** CSS px between the newest candle, the labels and the axis. */
const GAP = 4
/** The largest share of the pane for long labels; beyond it they are short. */
const SHARE = 0.4
/** CSS px from a line at which a press still means the line. */
const REACH = 4
/** CSS px by which a line must move before a press on it could mean another. */
const MOVED = 4

/** Of a line, its label and its price on the axis. */
export const lineColor = ({ kind }: ChartLine, theme: Theme): string =>
  ({ order: theme.own, liquidation: theme.ask, position: theme.muted, alert: theme.text })[kind]

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

/** `y`: CSS px from the top of the pane; null outside of it. */
interface SeenLine {
  readonly line: ChartLine
  readonly y: number | null
}

export class LineLabels implements ISeriesPrimitive {
  private readonly theme: Theme
  private readonly measuring = document.createElement('canvas').getContext('2d')
  private chart: IChartApi | null = null
  private series: ISeriesApi<'Candlestick'> | null = null
  private readonly clock: Pick<Clock, 'monotonic'> | undefined
  private lines: readonly ChartLine[] = []
  private drawn: readonly Placed[] = []
  /** By line: where it was drawn, and where it was at its last move, CSS px. */
  private seen: readonly SeenLine[] = []
  private stood: ReadonlyMap<string, number> = new Map()
  private redraw: () => void = () => {}
  /** Of the pane at the last drawing, CSS px. */
  size = { width: 0, height: 0 }
  /** When a line last appeared or moved on the screen, monotonic ms. */
  movedAt = Number.NEGATIVE_INFINITY

  constructor(theme: Theme, clock?: Pick<Clock, 'monotonic'>) {
    this.theme = theme
    this.clock = clock
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

  /** The line of the label at a place; null where no label is. */
  at(x: number, y: number): ChartLine | null {
    const right = this.size.width - GAP
    const hit = this.drawn.find(
      (label) => x <= right && x >= right - label.label.width && Math.abs(y - label.y) <= HEIGHT / 2,
    )
    return hit?.line ?? null
  }

  /** The lines drawn within reach of a place. */
  near(x: number, y: number): readonly ChartLine[] {
    if (x < 0 || x > this.size.width) return []
    return this.seen.flatMap((seen) => (seen.y !== null && Math.abs(seen.y - y) <= REACH ? [seen.line] : []))
  }

  /** An own order under the pointer can be moved. */
  hitTest(x: number, y: number): PrimitiveHoveredItem | null {
    const order = this.at(x, y)?.order
    return !order || order.isGhost === true || this.clock === undefined
      ? null
      : { cursorStyle: 'ns-resize', externalId: order.referenceId, zOrder: 'top' }
  }

  /** Notes a move of the lines. Small steps add up, because each is measured from the last move. */
  private follow(seen: readonly SeenLine[]): void {
    this.seen = seen
    const moved = seen.some(
      ({ line, y }) =>
        y !== null &&
        line.order?.isGhost !== true &&
        Math.abs(y - (this.stood.get(line.id) ?? Infinity)) >= MOVED,
    )
    if (!moved) return
    this.stood = new Map(seen.flatMap(({ line, y }) => (y === null ? [] : [[line.id, y]])))
    this.movedAt = this.clock?.monotonic() ?? this.movedAt
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
    if (!series || !chart) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      this.size = mediaSize
      if (this.lines.length === 0) {
        this.drawn = []
        this.seen = []
        return
      }
      const sized = this.sized(context).map((label) => {
        const y = series.priceToCoordinate(drawable(label.line.price))
        const seen = y !== null && y > 0 && y < mediaSize.height
        return { ...label, y: seen ? Math.round(y) : null }
      })
      context.textBaseline = 'middle'
      this.drawn = placeLabels(sized, this.free(chart))
      this.follow(sized)
      for (const { line, label, y } of this.drawn) {
        const x = mediaSize.width - GAP - label.width
        const color = lineColor(line, theme)
        const isGhost = line.order?.isGhost === true
        context.fillStyle = isGhost ? theme.background : color
        context.strokeStyle = isGhost ? color : theme.text
        context.beginPath()
        context.roundRect(x, y - HEIGHT / 2, label.width, HEIGHT, 3)
        context.fill()
        if (isGhost || line.isSelected) context.stroke()
        context.fillStyle = isGhost ? color : theme.background
        context.fillText(label.text, x + PAD, y + 1)
      }
    })
  }
}
