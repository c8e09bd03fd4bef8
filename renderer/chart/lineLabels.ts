/** The words of own orders and position on the chart's left edge, clear of the newest candles. Draws what it is given; decides nothing. */

import type {
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
} from 'lightweight-charts'
import type { Theme } from '../style/theme.ts'
import { drawable, type ChartLine } from './chartModel.ts'

const HEIGHT = 16
const LEFT = 6
const PAD = 6

interface Placed {
  readonly line: ChartLine
  /** Its own height and where its label stands, CSS px from the top of the pane. */
  readonly x: number
  readonly y: number
}

/**
 * Labels beside each other where they would lie over each other, below where the pane (`room` px wide) is full.
 * `y` of a line that is out of the pane is null.
 */
export function placeLabels(
  lines: readonly { readonly line: ChartLine; readonly y: number | null; readonly width: number }[],
  room: number,
): readonly Placed[] {
  const placed: (Placed & { readonly right: number })[] = []
  for (const { line, y, width } of lines) {
    if (y === null) continue
    const beside = placed.filter((of) => Math.abs(of.y - y) < HEIGHT + 1)
    const x = Math.max(LEFT, ...beside.map((of) => of.right + 4))
    const full = x > LEFT && x + width > room
    const below = Math.max(y, ...beside.map((of) => of.y)) + HEIGHT + 2
    placed.push(full ? { line, x: LEFT, y: below, right: LEFT + width } : { line, x, y, right: x + width })
  }
  return placed
}

export class LineLabels implements ISeriesPrimitive {
  private readonly theme: Theme
  private series: ISeriesApi<'Candlestick'> | null = null
  private lines: readonly ChartLine[] = []
  private redraw: () => void = () => {}

  constructor(theme: Theme) {
    this.theme = theme
  }

  attached({ series, requestUpdate }: SeriesAttachedParameter): void {
    this.series = series as ISeriesApi<'Candlestick'>
    this.redraw = requestUpdate
  }

  detached(): void {
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

  private draw(target: Parameters<IPrimitivePaneRenderer['draw']>[0]): void {
    const { series, theme } = this
    if (!series || this.lines.length === 0) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.font = `600 11px ${theme.fontNumbers}`
      context.textBaseline = 'middle'
      const sized = this.lines.map((line) => {
        const y = series.priceToCoordinate(drawable(line.price))
        const seen = y !== null && y > 0 && y < mediaSize.height
        const width = Math.ceil(context.measureText(line.title).width) + 2 * PAD
        return { line, y: seen ? Math.round(y) : null, width }
      })
      for (const { line, x, y } of placeLabels(sized, mediaSize.width)) {
        context.fillStyle = line.kind === 'order' ? theme.own : theme.muted
        context.beginPath()
        context.roundRect(x, y - HEIGHT / 2, context.measureText(line.title).width + 2 * PAD, HEIGHT, 3)
        context.fill()
        context.fillStyle = theme.background
        context.fillText(line.title, x + PAD, y + 1)
      }
    })
  }
}
