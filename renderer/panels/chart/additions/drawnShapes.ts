/** Draws the dealer's drawings over the candles: levels, trend lines, rays, rectangles, Fibonacci retracements and measures. */

import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
} from 'lightweight-charts'
import type { Drawing } from '../../../state/stores/chartChoices.ts'
import type { Theme } from '../../../style/theme.ts'
import { span } from '../../../format/times.ts'
import type { Slot } from '../candleWindow.ts'
import { axisText, drawable } from '../chartModel.ts'
import { FIBONACCI } from '../drawings/drawings.ts'
import { placeInTime } from '../drawings/placeInTime.ts'
import type { AdditionSurface, ChartAddition } from './chartAddition.ts'

/** CSS px from the top left of the pane. */
interface Place {
  readonly x: number
  readonly y: number
}

interface Spot extends Place {
  readonly at: number
  readonly price: number
}

interface DrawingsOptions {
  readonly theme: Theme
  /** Decimals of the instrument's prices. */
  readonly places: number
  /** Of a candle, ms. */
  readonly length: number
  readonly drawings: readonly Drawing[]
  /** Receives how many drawings begin before the oldest candle held, where the time axis is unknown, so that they are not drawn. */
  readonly onHidden: (count: number) => void
}

/** The drawings with a place in time. A level has a price alone. */
const timed = (drawings: readonly Drawing[]): readonly Drawing[] =>
  drawings.filter(({ kind }) => kind !== 'level')

/** The drawings with a point before a moment, ms. */
export const beforeOf = (drawings: readonly Drawing[], moment: number): readonly Drawing[] =>
  timed(drawings).filter(({ points }) => points.some(({ at }) => at < moment))

class DrawnShapes implements ChartAddition, ISeriesPrimitive {
  private readonly surface: AdditionSurface
  private readonly theme: Theme
  private readonly places: number
  private readonly drawings: readonly Drawing[]
  /** Of a candle, ms. */
  private readonly length: number
  /** The slots up to the first shown one. */
  private earlier: readonly Slot[] = []
  private shown: readonly Slot[] = []
  private redraw: () => void = () => {}

  private readonly onHidden: (count: number) => void

  constructor(surface: AdditionSurface, { theme, places, length, drawings, onHidden }: DrawingsOptions) {
    this.onHidden = onHidden
    this.surface = surface
    this.theme = theme
    this.places = places
    this.length = length
    this.drawings = drawings
    surface.bars.attachPrimitive(this)
  }

  attached({ requestUpdate }: SeriesAttachedParameter): void {
    this.redraw = requestUpdate
  }

  all(slots: readonly Slot[], shownFrom: number): void {
    this.earlier = slots.slice(0, shownFrom + 1)
    this.shown = slots.slice(shownFrom)
    const oldest = slots[0]?.openTime ?? -Infinity
    this.onHidden(beforeOf(this.drawings, oldest).length)
    this.redraw()
  }

  tail(shown: readonly Slot[]): void {
    this.shown = shown
  }

  /** Without the candle of its oldest point a drawing has no place. */
  wantsFrom(): number {
    return Math.min(...timed(this.drawings).flatMap(({ points }) => points.map(({ at }) => at)))
  }

  close(): void {
    this.onHidden(0)
    this.surface.bars.detachPrimitive(this)
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

  /** CSS px from the left edge; null before the oldest candle held, where the time axis is unknown. */
  private xOf(at: number): number | null {
    const { shown, earlier, length } = this
    const isShown = at >= (shown[0]?.openTime ?? Infinity)
    const place = isShown ? placeInTime(shown, at, length) : placeInTime(earlier, at, length)
    if (place === null) return null
    const scale = this.surface.chart.timeScale()
    const fromShown = isShown ? place : place - (earlier.length - 1)
    // The library knows the coordinates of whole places only.
    const whole = Math.floor(fromShown)
    const x = scale.logicalToCoordinate(whole as Logical)
    return x === null ? null : x + (fromShown - whole) * scale.options().barSpacing
  }

  private spotOf({ at, price }: Drawing['points'][number]): Spot | null {
    const x = this.xOf(at)
    const y = this.surface.bars.priceToCoordinate(drawable(price))
    return x === null || y === null ? null : { x, y, at, price: drawable(price) }
  }

  private draw(target: Parameters<IPrimitivePaneRenderer['draw']>[0]): void {
    const { theme } = this
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.save()
      context.lineWidth = 1
      context.font = `11px ${theme.fontNumbers}`
      context.textBaseline = 'bottom'
      for (const { kind, points } of this.drawings) {
        const [a, b] = points.map((point) => this.spotOf(point))
        context.strokeStyle = theme.text
        context.fillStyle = theme.text
        const [only] = points
        if (only && kind === 'level') this.level(context, 0, mediaSize.width, drawable(only.price), '')
        if (!a || !b) continue
        if (kind === 'trend') stroke(context, a, b)
        if (kind === 'ray') stroke(context, a, beyond(a, b, mediaSize.width))
        if (kind === 'box' || kind === 'measure') {
          context.globalAlpha = 0.1
          context.fillRect(a.x, a.y, b.x - a.x, b.y - a.y)
          context.globalAlpha = 1
          context.strokeRect(a.x, a.y, b.x - a.x, b.y - a.y)
        }
        if (kind === 'measure')
          context.fillText(this.measured(a, b), Math.min(a.x, b.x) + 4, Math.min(a.y, b.y) - 2)
        if (kind === 'fib')
          for (const share of FIBONACCI)
            this.level(
              context,
              a.x,
              b.x,
              b.price + (a.price - b.price) * share,
              `${Number((share * 100).toFixed(1))} % `,
            )
      }
      context.restore()
    })
  }

  /** A horizontal line with its price. */
  private level(
    context: CanvasRenderingContext2D,
    from: number,
    to: number,
    price: number,
    name: string,
  ): void {
    const y = this.surface.bars.priceToCoordinate(price)
    if (y === null) return
    stroke(context, { x: from, y }, { x: to, y })
    context.fillText(`${name}${axisText(price, this.places)}`, Math.min(from, to) + 4, y - 1)
  }

  private measured(a: Spot, b: Spot): string {
    const change = b.price - a.price
    const sign = change > 0 ? '+' : ''
    return `${sign}${axisText(change, this.places)} · ${sign}${((100 * change) / a.price).toFixed(2)} % · ${span(Math.abs(b.at - a.at))}`
  }
}

/** Where the line from `a` through `b` leaves the chart at its left or right edge. The two points have different times. */
export function beyond(a: Place, b: Place, width: number): Place {
  const x = b.x > a.x ? Math.max(width, b.x) : Math.min(0, b.x)
  return b.x === a.x ? b : { x, y: a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x) }
}

function stroke(context: CanvasRenderingContext2D, a: Place, b: Place): void {
  context.beginPath()
  context.moveTo(a.x, a.y)
  context.lineTo(b.x, b.y)
  context.stroke()
}

export const openDrawings = (surface: AdditionSurface, options: DrawingsOptions): ChartAddition =>
  new DrawnShapes(surface, options)
