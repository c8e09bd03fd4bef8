/** A canvas with a copy of its picture in memory. Drawing changes the copy; only the changed box is shown. Draws nothing itself. */

import { Pixels, type PixelBox } from './pixels.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export class PixelCanvas {
  readonly pixels: Pixels
  private readonly context: Context
  private readonly image: ImageData

  /** Resizes the canvas to this size in device px. A new size needs a new `PixelCanvas`. */
  constructor(context: Context, width: number, height: number) {
    Object.assign(context.canvas, { width, height })
    this.context = context
    this.pixels = new Pixels(width, height)
    this.image = new ImageData(this.pixels.bytes, width, height)
  }

  show({ left, top, right, bottom }: PixelBox): void {
    this.context.putImageData(this.image, 0, 0, left, top, right - left, bottom - top)
  }
}
