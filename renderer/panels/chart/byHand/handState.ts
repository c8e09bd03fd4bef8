/** What the mouse does with the drawings of a chart now. Outside of React, because it follows the pointer. */

import type { Drawing } from '../../../state/stores/chartChoices.ts'
import type { DrawingPreview, ShapesOnCanvas, ShownDrawings } from '../drawings/shapesOnCanvas.ts'

export class HandState implements ShownDrawings {
  /** The drawings on the canvas, while there are any or a tool is in use. */
  shapes: ShapesOnCanvas | null = null
  drawings: readonly Drawing[] = []
  /** Its points are marked. */
  selected: Drawing | null = null
  preview: DrawingPreview | null = null

  private readonly isShown: () => boolean

  /** `isShown`: whether the chart still exists; a chart that is gone is not drawn again. */
  constructor(isShown: () => boolean) {
    this.isShown = isShown
  }

  enter(shapes: ShapesOnCanvas): void {
    this.shapes = shapes
  }

  /** The chart is gone, and its drawings are at no place. */
  leave(): void {
    this.shapes = null
  }

  take(drawings: readonly Drawing[]): void {
    this.drawings = drawings
    if (this.isShown()) this.shapes?.changed()
  }

  select(drawing: Drawing | null): void {
    this.selected = drawing
    this.redraw()
  }

  show(preview: DrawingPreview | null): void {
    if (this.preview === null && preview === null) return
    this.preview = preview
    this.redraw()
  }

  private redraw(): void {
    if (this.isShown()) this.shapes?.redraw()
  }
}
