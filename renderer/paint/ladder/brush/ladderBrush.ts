/** Fills, frames and texts in a ladder's pixels, on whole device pixels. Knows fonts and snapping; knows no book and no row. */

import type { Theme } from '../../../style/theme.ts'
import { sheetAt, type GlyphSheet } from './glyphSheet.ts'
import { over, type PixelBox, type Pixels } from './pixels.ts'

export const numbers = (theme: Theme, weight = 400) => `${weight} ${theme.sizeNumbers}px ${theme.fontNumbers}`
export const words = (theme: Theme, size = theme.sizeWords - 1) => `400 ${size}px ${theme.fontWords}`

/** Width of a digit of the number font in CSS px: a whole number of device px, so that digits are evenly spaced. The fonts must be loaded. */
export function digitWidth(theme: Theme, ratio: number): number {
  const { advance } = sheetAt(ratio).glyph(numbers(theme), theme.text, '0')
  return Math.max(1, Math.round(advance * ratio)) / ratio
}

/** A box, CSS px. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Align = 'left' | 'center' | 'right'
export type Direction = 'up' | 'down' | 'same'

/** The part of a text that lies before its point of alignment. */
const BEFORE: Readonly<Record<Align, number>> = { left: 0, center: 0.5, right: 1 }
/** Distance and width of a hatching's lines, CSS px. */
const HATCH = { apart: 10, wide: 2 }

export class Brush {
  readonly theme: Theme
  readonly rowHeight: number
  readonly digit: number
  /** Built once per ladder and frame, not once per text. */
  readonly plain: string
  readonly bold: string
  private readonly pixels: Pixels
  private readonly sheet: GlyphSheet
  private readonly ratio: number
  /** Width of a digit, device px. */
  private readonly advance: number

  constructor(pixels: Pixels, ratio: number, rowHeight: number, theme: Theme) {
    this.pixels = pixels
    this.ratio = ratio
    this.sheet = sheetAt(ratio)
    this.digit = digitWidth(theme, ratio)
    this.advance = Math.round(this.digit * ratio)
    this.rowHeight = rowHeight
    this.theme = theme
    this.plain = numbers(theme)
    this.bold = numbers(theme, 700)
  }

  private snap(value: number): number {
    return Math.round(value * this.ratio)
  }

  /** The device pixels of a box. */
  pixelsOf({ x, y, width, height }: Box): PixelBox {
    return {
      left: this.snap(x),
      top: this.snap(y),
      right: this.snap(x + width),
      bottom: this.snap(y + height),
    }
  }

  /** `ground`: the style below a translucent style. */
  fill(x: number, y: number, width: number, height: number, style: string, ground = style): void {
    const ink = over(this.sheet.ink(style), this.sheet.ink(ground))
    this.pixels.fill(this.pixelsOf({ x, y, width, height }), ink)
  }

  /** A frame of one CSS px inside the box. */
  frame(x: number, y: number, width: number, height: number, style: string): void {
    this.fill(x, y, width, 1, style)
    this.fill(x, y + height - 1, width, 1, style)
    this.fill(x, y, 1, height, style)
    this.fill(x + width - 1, y, 1, height, style)
  }

  /** `ground`: the style below a translucent style. */
  block(x: number, y: number, width: number, height: number, style: string, ground = style): void {
    const across = this.snap(width) / this.ratio
    const down = this.snap(height) / this.ratio
    const reach = { left: 0, top: 0, right: across, bottom: down }
    const stamp = this.sheet.shape(`block ${across} ${down}`, reach, (context) => {
      context.beginPath()
      context.roundRect(0, 0, across, down, 2)
      context.fill()
    })
    const ink = over(this.sheet.ink(style), this.sheet.ink(ground))
    this.pixels.press(stamp, this.snap(x), this.snap(y), ink)
  }

  /** A triangle of the given half width, or a dash, beginning at `x` with its middle at the height `y`. */
  arrow(x: number, y: number, half: number, points: Direction, style: string, within: Box): void {
    const point = points === 'up' ? -half : half
    const reach = { left: 0, top: -half, right: 2 * half, bottom: half }
    const stamp = this.sheet.shape(`arrow ${half} ${points}`, reach, (context) => {
      context.beginPath()
      if (points === 'same') context.rect(0, -1, 2 * half, 2)
      else {
        context.moveTo(0, -point)
        context.lineTo(2 * half, -point)
        context.lineTo(half, point)
      }
      context.fill()
    })
    this.pixels.press(stamp, this.snap(x), this.snap(y), this.sheet.ink(style), this.pixelsOf(within))
  }

  /** Draws digits and separators, each character one digit wide, clipped to the box. */
  number(text: string, x: number, y: number, align: Align, style: string, font: string, within: Box): void {
    const { advance, pixels, sheet } = this
    const ink = sheet.ink(style)
    const box = this.pixelsOf(within)
    const base = this.snap(y)
    let at = Math.round(x * this.ratio - BEFORE[align] * text.length * advance)
    for (const character of text) {
      pixels.press(sheet.glyph(font, style, character), at, base, ink, box)
      at += advance
    }
  }

  words(text: string, x: number, y: number, align: Align, style: string, font: string): void {
    const glyph = this.sheet.glyph(font, style, text)
    const at = this.snap(x - BEFORE[align] * glyph.advance)
    this.pixels.press(glyph, at, this.snap(y), this.sheet.ink(style))
  }

  /** A short word from bottom to top in the middle of the box, clipped to it. */
  rising(text: string, box: Box, style: string): void {
    // A character of the number font is 0.6 of its size wide.
    const size = Math.min(box.width + 1, Math.floor(box.height / (0.6 * text.length)))
    const long = size * 0.6 * text.length
    const reach = { left: -size, top: -long, right: 0, bottom: 0 }
    const stamp = this.sheet.shape(`rising ${size} ${text}`, reach, (context) => {
      context.rotate(-Math.PI / 2)
      context.font = `400 ${size}px ${this.theme.fontNumbers}`
      context.fillText(text, 0, 0)
    })
    const capitals = size * 0.73
    const at = this.snap(box.x + (box.width + capitals) / 2)
    const base = this.snap(box.y + (box.height + long) / 2)
    this.pixels.press(stamp, at, base, this.sheet.ink(style), this.pixelsOf(box))
  }

  /** Dims the box; `opacity` 0 to 1. */
  veil(box: Box, style: string, opacity: number): void {
    this.pressRows(box, style, `veil ${opacity}`, 0, (context, long) => {
      context.globalAlpha = opacity
      context.fillRect(0, 0, long, 1)
    })
  }

  /** Hatches the box with lines that rise to the right. */
  hatch(box: Box, style: string, opacity: number): void {
    this.pressRows(box, style, `hatch ${opacity}`, 1, (context, long) => {
      context.globalAlpha = opacity
      context.lineWidth = HATCH.wide
      context.beginPath()
      for (let x = 0; x < long + HATCH.apart; x += HATCH.apart) {
        context.moveTo(x - HATCH.apart, HATCH.apart)
        context.lineTo(x + HATCH.apart, -HATCH.apart)
      }
      context.stroke()
    })
  }

  /** Repeats one row of device pixels, each time `slope` pixels further left. `draw` draws the row at height 0 with the given length in CSS px. */
  private pressRows(
    box: Box,
    style: string,
    name: string,
    slope: number,
    draw: (context: OffscreenCanvasRenderingContext2D, long: number) => void,
  ): void {
    const { left, top, right, bottom } = this.pixelsOf(box)
    const long = (right - left + slope * (bottom - top)) / this.ratio
    const reach = { left: 0, top: 0, right: long, bottom: 1 / this.ratio }
    const row = this.sheet.shape(`${name} ${long}`, reach, (context) => draw(context, long))
    const ink = this.sheet.ink(style)
    for (let y = top; y < bottom; y++)
      this.pixels.press(row, left - slope * (y - top), y, ink, { left, top: y, right, bottom: y + 1 })
  }

  /** The baseline that centers digits in the row that begins at `y`. */
  baseline(y: number): number {
    return y + Math.round((this.rowHeight + this.theme.sizeNumbers * 0.73) / 2)
  }
}
