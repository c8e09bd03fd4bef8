/** Draws the lines and columns of an indicator as one series. A line ends before an unknown figure and begins anew behind it. */

import {
  LineStyle,
  PriceScaleMode,
  type CustomSeriesOptions,
  type CustomSeriesPricePlotValues,
  type CustomSeriesWhitespaceData,
  type ICustomSeriesPaneRenderer,
  type ICustomSeriesPaneView,
  type PaneRendererCustomData,
  type PriceToCoordinateConverter,
  type Time,
} from 'lightweight-charts'
import type { Theme } from '../../../style/theme.ts'
import type { AdditionSurface } from './chartAddition.ts'
import { drawOhlc, type OhlcShape } from './drawOhlc.ts'
import type { FigurePoint } from './figurePoint.ts'

export interface FigureLook {
  readonly lines: readonly { readonly style: 'solid' | 'dotted' | 'columns'; readonly color: string }[]
  /** Dotted lines across the pane. */
  readonly levels: readonly number[]
  /** Between the first line and the bottom of the pane; null for none. */
  readonly fill: string | null
  /** After each drawing, when the panes have their heights. */
  readonly onDrawn?: () => void
  /** Open, high, low and close instead of lines. */
  readonly shape?: OhlcShape
  /** The chart whose prices share the scale. In percent, the scale of each series would begin with the first figure of that series. */
  readonly on?: AdditionSurface
}

type Target = Parameters<ICustomSeriesPaneRenderer['draw']>[0]
type Data = PaneRendererCustomData<Time, FigurePoint>

/** CSS px. */
const WIDTH = 1.5
const DOTS = [2, 3]

export class FigureSeries implements ICustomSeriesPaneView<Time, FigurePoint> {
  private readonly theme: Theme
  private readonly look: FigureLook
  private data: Data | null = null

  constructor(theme: Theme, look: FigureLook) {
    this.theme = theme
    this.look = look
  }

  renderer(): ICustomSeriesPaneRenderer {
    return { draw: (target, toY) => this.draw(target, this.placed(toY)) }
  }

  update(data: Data): void {
    this.data = data
  }

  priceValueBuilder({ figures }: FigurePoint): CustomSeriesPricePlotValues {
    const known = figures.filter((figure) => figure !== null)
    return [Math.min(...known), Math.max(...known), figures[0] ?? known[0] ?? 0]
  }

  isWhitespace(
    point: FigurePoint | CustomSeriesWhitespaceData<Time>,
  ): point is CustomSeriesWhitespaceData<Time> {
    return !('figures' in point) || point.figures.every((figure) => figure === null)
  }

  defaultOptions(): CustomSeriesOptions {
    const { lines } = this.look
    return {
      color: lines[0]?.color ?? this.theme.muted,
      priceLineVisible: false,
      priceLineStyle: LineStyle.Dotted,
    } as CustomSeriesOptions
  }

  private placed(toY: PriceToCoordinateConverter): PriceToCoordinateConverter {
    const bars = this.look.on?.bars
    return bars?.priceScale().options().mode === PriceScaleMode.Percentage
      ? (price) => bars.priceToCoordinate(price)
      : toY
  }

  private draw(target: Target, toY: PriceToCoordinateConverter): void {
    const { data, look, theme } = this
    const shown = data?.visibleRange
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.save()
      context.lineWidth = 1
      context.strokeStyle = theme.lineStrong
      context.setLineDash(DOTS)
      for (const level of look.levels) {
        const y = toY(level)
        if (y !== null)
          strokePath(context, [
            [0, Math.round(y) + 0.5],
            [mediaSize.width, Math.round(y) + 0.5],
          ])
      }
      if (data && shown && look.shape) {
        const bars = data.bars.slice(Math.max(0, shown.from), shown.to)
        drawOhlc(context, bars, data.barSpacing, look.shape, theme, toY)
      }
      if (data && shown)
        for (const [n, line] of look.lines.entries()) {
          if (line.style === 'columns') drawColumns(context, data, n, line.color, toY)
          else
            for (const run of runsOf(data, n, toY)) {
              if (n === 0 && look.fill !== null) fillBelow(context, run, look.fill, mediaSize.height)
              context.strokeStyle = line.color
              context.lineWidth = WIDTH
              context.setLineDash(line.style === 'dotted' ? DOTS : [])
              strokePath(context, run)
            }
        }
      context.restore()
    })
    look.onDrawn?.()
  }
}

type Point = readonly [x: number, y: number]

/** The known parts of a line in view, and a point beyond each edge. */
function runsOf(
  { bars, visibleRange, barSpacing }: Data,
  line: number,
  toY: PriceToCoordinateConverter,
): Point[][] {
  const runs: Point[][] = []
  if (!visibleRange) return runs
  let last = -Infinity
  const first = bars[visibleRange.from]
  const end = Math.min(bars.length, visibleRange.to + 1)
  for (let n = Math.max(0, visibleRange.from - 1); n < end; n++) {
    const bar = bars[n]
    const figure = bar?.originalData.figures[line] ?? null
    const y = figure === null ? null : toY(figure)
    if (!bar || !first || y === null) continue
    // The library places only the points in view.
    const x = first.x + (bar.time - first.time) * barSpacing
    if (bar.time === last + 1) runs.at(-1)?.push([x, y])
    else runs.push([[x, y]])
    last = bar.time
  }
  return runs
}

function strokePath(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  const [only] = points
  // One known figure alone still shows.
  if (only && points.length === 1) context.lineTo(only[0] + 1, only[1])
  context.stroke()
}

function fillBelow(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  fill: string,
  bottom: number,
): void {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return
  context.fillStyle = fill
  context.beginPath()
  context.moveTo(first[0], bottom)
  for (const [x, y] of points) context.lineTo(x, y)
  context.lineTo(last[0], bottom)
  context.fill()
}

function drawColumns(
  context: CanvasRenderingContext2D,
  { bars, visibleRange, barSpacing }: Data,
  line: number,
  color: string,
  toY: PriceToCoordinateConverter,
): void {
  const zero = toY(0)
  if (!visibleRange || zero === null) return
  context.fillStyle = color
  context.globalAlpha = 0.45
  const width = Math.max(1, Math.round(barSpacing * 0.6))
  for (const { x, originalData } of bars.slice(Math.max(0, visibleRange.from), visibleRange.to)) {
    const figure = originalData.figures[line] ?? null
    const y = figure === null ? null : toY(figure)
    if (y !== null) context.fillRect(Math.round(x - width / 2), Math.min(y, zero), width, Math.abs(y - zero))
  }
  context.globalAlpha = 1
}
