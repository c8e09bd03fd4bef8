/** The lines of a drawing on the screen, and which part of it is at a place. Pure. */

import { FIBONACCI } from './drawings.ts'
import type { DrawingPart } from './moveDrawing.ts'

/** CSS px from the top left of the chart. */
export interface Place {
  readonly x: number
  readonly y: number
}

export type Segment = readonly [from: Place, to: Place]

/** A drawing with the places of its points. A horizontal line has one point. */
export interface PlacedDrawing {
  readonly kind: string
  readonly points: readonly Place[]
}

/** CSS px from a line, and from a point, at which a press still means it. */
const LINE_REACH = 4
const POINT_REACH = 6

/** The lines of a drawing on a pane of `width` CSS px. `levels`: the heights of a Fibonacci retracement. */
export function segmentsOf(
  { kind, points: [a, b] }: PlacedDrawing,
  width: number,
  levels: readonly number[],
): readonly Segment[] {
  if (!a) return []
  if (kind === 'level') return [level(0, width, a.y)]
  if (!b) return []
  switch (kind) {
    case 'trend':
      return [[a, b]]
    case 'ray':
      return [[a, beyond(a, b, width)]]
    case 'fib':
      return levels.map((y) => level(a.x, b.x, y))
    case 'box':
    case 'measure': {
      const [c, d] = [
        { x: a.x, y: b.y },
        { x: b.x, y: a.y },
      ]
      return [
        [a, d],
        [d, b],
        [b, c],
        [c, a],
      ]
    }
    default:
      return []
  }
}

const level = (from: number, to: number, y: number): Segment => [
  { x: from, y },
  { x: to, y },
]

/** Where the line from `a` through `b` leaves the chart at its left or right edge. The two points have different times. */
export function beyond(a: Place, b: Place, width: number): Place {
  const x = b.x > a.x ? Math.max(width, b.x) : Math.min(0, b.x)
  return b.x === a.x ? b : { x, y: a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x) }
}

/** The price at a share of a Fibonacci retracement, counted back from its second point. */
export const fibonacciPrices = (a: number, b: number): readonly { share: number; price: number }[] =>
  FIBONACCI.map((share) => ({ share, price: b + (a - b) * share }))

const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y)

/** CSS px between a place and the nearest place of a segment. */
function fromSegment(at: Place, [a, b]: Segment): number {
  const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
  const share = length === 0 ? 0 : ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / length
  const nearest = Math.min(1, Math.max(0, share))
  return distance(at, { x: a.x + nearest * (b.x - a.x), y: a.y + nearest * (b.y - a.y) })
}

/** The part of a drawing at a place; null where the drawing is not. A point comes before the whole; a horizontal line has no point to take. */
export function partAt(
  at: Place,
  { kind, points }: PlacedDrawing,
  segments: readonly Segment[],
): DrawingPart | null {
  // A word of a later release is not drawn.
  if (segments.length === 0) return null
  const point = kind === 'level' ? -1 : points.findIndex((one) => distance(at, one) <= POINT_REACH)
  if (point >= 0) return point
  return segments.some((segment) => fromSegment(at, segment) <= LINE_REACH) ? 'whole' : null
}
