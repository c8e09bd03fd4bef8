/** A drawing as a drag of one of its points, or of the whole, leaves it. Pure and exact. */

import { add, decimal, signOf, subtract, toText } from '../../../../shared/base/decimal.ts'
import type { Drawing } from '../../../state/stores/chartChoices.ts'

export type DrawingPoint = Drawing['points'][number]

/** The index of a point, or the whole drawing. */
export type DrawingPart = number | 'whole'

/** Two points at one time: the drawing would have no width. */
export const hasWidth = ({ points: [a, b] }: Drawing): boolean => b === undefined || a?.at !== b.at

/** `from` and `to`: where the drag began and ended. Null where the drawing would lose its width or a price would not be above zero. */
export function moveDrawing(
  drawing: Drawing,
  part: DrawingPart,
  from: DrawingPoint,
  to: DrawingPoint,
): Drawing | null {
  const by = subtract(decimal(to.price), decimal(from.price))
  const points = drawing.points.map((point, n): DrawingPoint => {
    if (part !== 'whole') return n === part ? to : point
    return { at: point.at + to.at - from.at, price: toText(add(decimal(point.price), by)) }
  })
  const moved = { ...drawing, points }
  return hasWidth(moved) && points.every(({ price }) => signOf(decimal(price)) > 0) ? moved : null
}
