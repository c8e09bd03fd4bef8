/** Fills, frames and numbers on a ladder's canvas, on whole device pixels. Knows fonts and snapping; knows no book and no row. */

import type { Theme } from '../style/theme.ts'

export type LadderContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export const numbers = (theme: Theme, weight = 400) => `${weight} ${theme.sizeNumbers}px ${theme.fontNumbers}`
export const words = (theme: Theme, size = theme.sizeWords - 1) => `400 ${size}px ${theme.fontWords}`

const digitWidths = new WeakMap<Theme, number>()

/** Width of a digit of the number font, CSS px. Kept per theme: nothing is drawn before the fonts are there. */
export function digitWidth(context: LadderContext, theme: Theme): number {
  const kept = digitWidths.get(theme)
  if (kept) return kept
  context.save()
  context.font = numbers(theme)
  const width = context.measureText('0000000000').width / 10
  context.restore()
  if (width > 0) digitWidths.set(theme, width)
  return width
}

/** A box, CSS px. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export class Brush {
  readonly context: LadderContext
  readonly theme: Theme
  readonly rowHeight: number
  private readonly ratio: number
  readonly digit: number
  /** Of the theme: put together once a ladder and frame, not once a text. */
  readonly plain: string
  readonly bold: string

  constructor(context: LadderContext, ratio: number, rowHeight: number, theme: Theme) {
    this.context = context
    this.ratio = ratio
    this.digit = digitWidth(context, theme)
    this.rowHeight = rowHeight
    this.theme = theme
    this.plain = numbers(theme)
    this.bold = numbers(theme, 700)
  }

  private snap(value: number): number {
    return Math.round(value * this.ratio) / this.ratio
  }

  fill(x: number, y: number, width: number, height: number, style: string): void {
    const left = this.snap(x)
    const top = this.snap(y)
    this.context.fillStyle = style
    this.context.fillRect(left, top, this.snap(x + width) - left, this.snap(y + height) - top)
  }

  /** A frame of one CSS px inside the box. */
  frame(x: number, y: number, width: number, height: number, style: string): void {
    this.fill(x, y, width, 1, style)
    this.fill(x, y + height - 1, width, 1, style)
    this.fill(x, y, 1, height, style)
    this.fill(x + width - 1, y, 1, height, style)
  }

  block(x: number, y: number, width: number, height: number, style: string): void {
    this.context.fillStyle = style
    this.context.beginPath()
    this.context.roundRect(this.snap(x), this.snap(y), this.snap(width), this.snap(height), 2)
    this.context.fill()
  }

  text(text: string, x: number, y: number, align: CanvasTextAlign, style: string, font: string): void {
    this.context.font = font
    this.context.fillStyle = style
    this.context.textAlign = align
    this.context.fillText(text, x, this.snap(y))
  }

  /** The baseline that centres digits in a row that begins at `y`. */
  baseline(y: number): number {
    return y + Math.round((this.rowHeight + this.theme.sizeNumbers * 0.73) / 2)
  }

  /** Draws within the box alone, where its ink would not fit: a clip costs more than a text. */
  clipped(fits: boolean, box: Box, draw: () => void): void {
    if (fits) return draw()
    const left = this.snap(box.x)
    const top = this.snap(box.y)
    this.context.save()
    this.context.beginPath()
    this.context.rect(left, top, this.snap(box.x + box.width) - left, this.snap(box.y + box.height) - top)
    this.context.clip()
    draw()
    this.context.restore()
  }
}
