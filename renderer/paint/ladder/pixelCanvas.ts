/** A canvas with a copy of its picture in memory. Drawing changes the copy; only the changed box is shown. Draws nothing itself. */

import { Pixels, type PixelBox } from './pixels.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export class PixelCanvas {
  readonly pixels: Pixels
  private readonly context: Context
  private readonly image: ImageData

  /** Device px. The canvas takes this size; another needs another picture. */
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
