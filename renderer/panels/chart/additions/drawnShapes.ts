/** Draws the dealer's drawings over the candles: levels, trend lines, rays, rectangles, Fibonacci retracements and measures. Says which is at a place. */

import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  Logical,
  PrimitiveHoveredItem,
  SeriesAttachedParameter,
} from 'lightweight-charts'
import type { Drawing } from '../../../state/stores/chartChoices.ts'
import type { Theme } from '../../../style/theme.ts'
import { span } from '../../../format/times.ts'
import type { Slot } from '../candleWindow.ts'
import { axisText, drawable, tickAt, type ChartedInstrument } from '../chartModel.ts'
import { fibonacciPrices, partAt, segmentsOf, type Place, type Segment } from '../drawings/hitDrawing.ts'
import type { DrawingPoint } from '../drawings/moveDrawing.ts'
import type { DrawingHit, ShapesOnCanvas, ShownDrawings } from '../drawings/shapesOnCanvas.ts'
import { momentAt, placeInTime } from '../drawings/placeInTime.ts'
import type { AdditionSurface, ChartAddition } from './chartAddition.ts'

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
  readonly instrument: ChartedInstrument
  readonly hand: ShownDrawings
  /** Receives how many drawings begin before the oldest candle held, where the time axis is unknown, so that they are not drawn. */
  readonly onHidden: (count: number) => void
}

/** The drawings with a place in time. A level has a price alone. */
const timed = (drawings: readonly Drawing[]): readonly Drawing[] =>
  drawings.filter(({ kind }) => kind !== 'level')

/** The drawings with a point before a moment, ms. */
export const beforeOf = (drawings: readonly Drawing[], moment: number): readonly Drawing[] =>
  timed(drawings).filter(({ points }) => points.some(({ at }) => at < moment))

class DrawnShapes implements ChartAddition, ISeriesPrimitive, ShapesOnCanvas {
  private readonly surface: AdditionSurface
  private readonly options: DrawingsOptions
  /** The slots up to the first shown one. */
  private earlier: readonly Slot[] = []
  private shown: readonly Slot[] = []
  /** Of the candles held, ms. */
  private oldest = -Infinity
  private isClosed = false
  /** Draws again, after a change of what the dealer does by hand. */
  redraw: () => void = () => {}

  constructor(surface: AdditionSurface, options: DrawingsOptions) {
    this.surface = surface
    this.options = options
    surface.bars.attachPrimitive(this)
  }

  attached({ requestUpdate }: SeriesAttachedParameter): void {
    this.redraw = requestUpdate
  }

  all(slots: readonly Slot[], shownFrom: number): void {
    this.earlier = slots.slice(0, shownFrom + 1)
    this.shown = slots.slice(shownFrom)
    this.oldest = slots[0]?.openTime ?? -Infinity
    this.changed()
  }

  /** After a change of the drawings. */
  changed(): void {
    this.options.onHidden(beforeOf(this.options.hand.drawings, this.oldest).length)
    this.redraw()
    this.surface.readOn()
  }

  tail(shown: readonly Slot[]): void {
    this.shown = shown
  }

  /** Without the candle of its oldest point a drawing has no place. */
  wantsFrom(): number {
    return Math.min(...timed(this.options.hand.drawings).flatMap(({ points }) => points.map(({ at }) => at)))
  }

  close(): void {
    this.options.onHidden(0)
    this.isClosed = true
    this.redraw = () => {}
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
    const { shown, earlier } = this
    const { length } = this.options
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

  /** The drawings as they are on the screen now, the last above the others. */
  private get drawn(): readonly Drawing[] {
    const { preview, drawings } = this.options.hand
    if (preview === null) return drawings
    if (preview.replaced === null) return [...drawings, preview.drawing]
    return drawings.map((drawing) => (drawing === preview.replaced ? preview.drawing : drawing))
  }

  private linesOf({ kind, points }: Drawing): PlacedLines | null {
    const spots = points.map((point) => this.spotOf(point))
    // A horizontal line has no place in time.
    const placed =
      kind === 'level'
        ? points.flatMap(({ price }) => this.surface.bars.priceToCoordinate(drawable(price)) ?? [])
        : []
    const places = kind === 'level' ? placed.map((y) => ({ x: 0, y })) : spots.filter((spot) => spot !== null)
    if (places.length < points.length) return null
    const [a, b] = spots
    const levels =
      kind === 'fib' && a && b
        ? fibonacciPrices(a.price, b.price).flatMap(
            ({ price }) => this.surface.bars.priceToCoordinate(price) ?? [],
          )
        : []
    return { places, segments: segmentsOf({ kind, points: places }, this.size.width, levels) }
  }

  /** The topmost drawing at a place, CSS px from the top left of the chart. */
  at(x: number, y: number): DrawingHit | null {
    if (!this.isInside(x, y)) return null
    for (const drawing of this.options.hand.drawings.toReversed()) {
      const lines = this.linesOf(drawing)
      const part = lines && partAt({ x, y }, { kind: drawing.kind, points: lines.places }, lines.segments)
      if (part !== null) return { drawing, part }
    }
    return null
  }

  /** The tick and the open time at a place; null outside of the prices, and before the oldest candle held. */
  pointAt(x: number, y: number): DrawingPoint | null {
    if (!this.isInside(x, y)) return null
    const { surface, shown, earlier } = this
    const { instrument, length } = this.options
    const place = surface.chart.timeScale().coordinateToLogical(x)
    const value = surface.bars.coordinateToPrice(y)
    const price = value === null ? null : tickAt(value, instrument)
    if (place === null || price === null) return null
    const at =
      place >= 0 ? momentAt(shown, place, length) : momentAt(earlier, earlier.length - 1 + place, length)
    return at === null ? null : { at, price }
  }

  /** Of the pane of the prices, CSS px. */
  private get size(): { readonly width: number; readonly height: number } {
    return this.surface.chart.paneSize()
  }

  private isInside(x: number, y: number): boolean {
    if (this.isClosed) return false
    const { width, height } = this.size
    return x >= 0 && x <= width && y >= 0 && y <= height
  }

  /** A drawing under the pointer can be moved. Own orders have labels of their own above it. */
  hitTest(x: number, y: number): PrimitiveHoveredItem | null {
    return this.at(x, y) === null ? null : { cursorStyle: 'move', externalId: 'drawing', zOrder: 'normal' }
  }

  private draw(target: Parameters<IPrimitivePaneRenderer['draw']>[0]): void {
    const { theme, hand } = this.options
    target.useMediaCoordinateSpace(({ context }) => {
      const { selected, preview } = hand
      const marked = preview?.drawing ?? selected
      context.save()
      context.font = `11px ${theme.fontNumbers}`
      context.textBaseline = 'bottom'
      context.strokeStyle = theme.text
      context.fillStyle = theme.text
      for (const drawing of this.drawn) {
        const lines = this.linesOf(drawing)
        if (lines === null) continue
        context.lineWidth = drawing === marked ? 2 : 1
        this.drawOne(context, drawing, lines.segments)
        if (drawing === marked && drawing.kind !== 'level')
          for (const { x, y } of lines.places) context.fillRect(x - 3, y - 3, 6, 6)
      }
      context.restore()
    })
  }

  private drawOne(
    context: CanvasRenderingContext2D,
    { kind, points }: Drawing,
    segments: readonly Segment[],
  ): void {
    const [a, b] = points.map((point) => this.spotOf(point))
    if (a && b && (kind === 'box' || kind === 'measure')) {
      context.globalAlpha = 0.1
      context.fillRect(a.x, a.y, b.x - a.x, b.y - a.y)
      context.globalAlpha = 1
    }
    for (const [from, to] of segments) stroke(context, from, to)
    const [only] = points
    if (only && kind === 'level') this.name(context, 0, drawable(only.price), '')
    if (!a || !b) return
    if (kind === 'measure')
      context.fillText(this.measured(a, b), Math.min(a.x, b.x) + 4, Math.min(a.y, b.y) - 2)
    if (kind === 'fib')
      for (const { share, price } of fibonacciPrices(a.price, b.price))
        this.name(context, Math.min(a.x, b.x), price, `${Number((share * 100).toFixed(1))} % `)
  }

  /** The price of a horizontal line, above it. */
  private name(context: CanvasRenderingContext2D, from: number, price: number, name: string): void {
    const y = this.surface.bars.priceToCoordinate(price)
    if (y !== null) context.fillText(`${name}${axisText(price, this.options.places)}`, from + 4, y - 1)
  }

  private measured(a: Spot, b: Spot): string {
    const change = b.price - a.price
    const sign = change > 0 ? '+' : ''
    return `${sign}${axisText(change, this.options.places)} · ${sign}${((100 * change) / a.price).toFixed(2)} % · ${span(Math.abs(b.at - a.at))}`
  }
}

interface PlacedLines {
  readonly places: readonly Place[]
  readonly segments: readonly Segment[]
}

function stroke(context: CanvasRenderingContext2D, a: Place, b: Place): void {
  context.beginPath()
  context.moveTo(a.x, a.y)
  context.lineTo(b.x, b.y)
  context.stroke()
}

export const openDrawings = (
  surface: AdditionSurface,
  options: DrawingsOptions,
): ChartAddition & ShapesOnCanvas => new DrawnShapes(surface, options)
