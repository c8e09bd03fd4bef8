/** What the canvas of a chart and the dealer's hand know of each other. Types only. */

import type { Drawing } from '../../../state/stores/chartChoices.ts'
import type { DrawingPart, DrawingPoint } from './moveDrawing.ts'

/** A drawing as a release would leave it: in the place of `replaced`, or another where that is null. */
export interface DrawingPreview {
  readonly replaced: Drawing | null
  readonly drawing: Drawing
}

/** What is drawn. It changes in place. */
export interface ShownDrawings {
  readonly drawings: readonly Drawing[]
  /** Its points are marked. */
  readonly selected: Drawing | null
  readonly preview: DrawingPreview | null
}

/** A drawing under the pointer. */
export interface DrawingHit {
  readonly drawing: Drawing
  readonly part: DrawingPart
}

/** The drawings on the canvas. Places in CSS px from the top left of the chart. */
export interface ShapesOnCanvas {
  /** The topmost drawing at a place. */
  at(x: number, y: number): DrawingHit | null
  /** The tick and the open time at a place; null outside of the prices, and before the oldest candle held. */
  pointAt(x: number, y: number): DrawingPoint | null
  /** Draws again after a change of the selection or the preview. */
  redraw(): void
  /** Draws again after a change of the drawings. */
  changed(): void
}
