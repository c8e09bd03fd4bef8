/** Caches texts, shapes and colors as pixels. A canvas draws each of them once per device ratio. Knows no ladder. */

import { invariant } from '../../../../shared/base/result.ts'
import type { Ink, Stamp } from './pixels.ts'

/** The extent of a stamp around its origin, CSS px. */
interface Reach {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Glyph extends Stamp {
  /** CSS px from here to the start of the next text. */
  readonly advance: number
}

/** Device px by which a text may exceed its measured extent, because at some ratios strokes snap to whole rows of pixels. */
const MARGIN = 2
/** Device px. Resizing a canvas in a worker waits for the page's thread, so only a larger text resizes it. */
const ROOM = { width: 4_096, height: 64 }
/** Several times what a window's ladders need: characters of two fonts in eight inks, a dozen words, a block for each width. */
const MOST_KEPT = 2_000

export class GlyphSheet {
  /** Device px per CSS px. */
  readonly ratio: number
  /** Transparent, so that a text's alpha is its coverage and the text has no subpixel rendering. */
  private readonly context: OffscreenCanvasRenderingContext2D
  private readonly glyphs = new Map<string, Map<string, Map<string, Glyph>>>()
  private readonly shapes = new Map<string, Stamp>()
  private readonly inks = new Map<string, Ink>()
  private kept = 0

  constructor(ratio: number) {
    this.ratio = ratio
    const context = new OffscreenCanvas(ROOM.width, ROOM.height).getContext('2d', {
      willReadFrequently: true,
    })
    invariant(context, 'Glyphs cannot be drawn: there is no canvas')
    this.context = context
  }

  /** The text in this ink, with its baseline starting on a whole device pixel. Cached per ink, because browsers draw dark and light inks in different weights. */
  glyph(font: string, style: string, text: string): Glyph {
    const styles = room(this.glyphs, font)
    const texts = room(styles, style)
    const known = texts.get(text)
    if (known) return known
    this.context.font = font
    const size = this.context.measureText(text)
    const reach = {
      left: -size.actualBoundingBoxLeft,
      top: -size.actualBoundingBoxAscent,
      right: size.actualBoundingBoxRight,
      bottom: size.actualBoundingBoxDescent,
    }
    const stamp = this.stampOf(reach, (context) => {
      context.font = font
      context.fillStyle = style
      context.fillText(text, 0, 0)
    })
    const made = { ...stamp, advance: size.width }
    texts.set(text, made)
    return made
  }

  /** The shape that `draw` draws in opaque black, in CSS px around a point; cached by `name`. */
  shape(name: string, reach: Reach, draw: (context: OffscreenCanvasRenderingContext2D) => void): Stamp {
    const known = this.shapes.get(name)
    if (known) return known
    const made = this.stampOf(reach, draw)
    this.shapes.set(name, made)
    return made
  }

  /** A CSS color. */
  ink(style: string): Ink {
    const known = this.inks.get(style)
    if (known) return known
    const { context } = this
    context.save()
    context.fillStyle = style
    const made = inkOf(context.fillStyle)
    context.restore()
    this.inks.set(style, made)
    return made
  }

  private stampOf(reach: Reach, draw: (context: OffscreenCanvasRenderingContext2D) => void): Stamp {
    if (++this.kept > MOST_KEPT) {
      this.glyphs.clear()
      this.shapes.clear()
      this.kept = 1
    }
    const { context, ratio } = this
    const left = Math.floor(reach.left * ratio) - MARGIN
    const top = Math.floor(reach.top * ratio) - MARGIN
    const width = Math.ceil(reach.right * ratio) + MARGIN - left
    const height = Math.ceil(reach.bottom * ratio) + MARGIN - top
    if (width > context.canvas.width || height > context.canvas.height)
      Object.assign(context.canvas, {
        width: Math.max(width, context.canvas.width),
        height: Math.max(height, context.canvas.height),
      })
    context.save()
    context.clearRect(0, 0, width, height)
    context.setTransform(ratio, 0, 0, ratio, -left, -top)
    draw(context)
    context.restore()
    const { data } = context.getImageData(0, 0, width, height)
    const coverage = Uint8Array.from({ length: width * height }, (_, n) => data[4 * n + 3] ?? 0)
    return trimmed({ left, top, width, height, coverage })
  }
}

/** Removes the empty rows and columns around a stamp, because every draw reads each of its pixels. */
function trimmed({ left, top, width, height, coverage }: Stamp): Stamp {
  const at = { left: width, top: height, right: 0, bottom: 0 }
  for (const [n, share] of coverage.entries()) {
    if (share === 0) continue
    const x = n % width
    const y = Math.floor(n / width)
    at.left = Math.min(at.left, x)
    at.top = Math.min(at.top, y)
    at.right = Math.max(at.right, x + 1)
    at.bottom = y + 1
  }
  const across = Math.max(0, at.right - at.left)
  const down = Math.max(0, at.bottom - at.top)
  const kept = new Uint8Array(across * down)
  for (let y = 0; y < down; y++) {
    const from = (at.top + y) * width + at.left
    kept.set(coverage.subarray(from, from + across), y * across)
  }
  return { left: left + at.left, top: top + at.top, width: across, height: down, coverage: kept }
}

function room<Value>(outer: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = outer.get(key)
  if (known) return known
  const made = new Map<string, Value>()
  outer.set(key, made)
  return made
}

/** Reads the two forms in which a canvas returns a color: `#0e1219` and `rgba(61, 139, 253, 0.2)`. */
function inkOf(given: unknown): Ink {
  const [red = 0, green = 0, blue = 0, alpha = 1] = String(given).startsWith('#')
    ? (String(given).match(/[\da-f]{2}/g) ?? []).map((pair) => Number.parseInt(pair, 16))
    : (String(given).match(/[\d.]+/g) ?? []).map(Number)
  return { pixel: 0xff000000 | (blue << 16) | (green << 8) | red, alpha: Math.round(255 * alpha) }
}

let sheet: GlyphSheet | null = null

/** The sheet of a device ratio. Caches only the newest, because a window has one ratio at a time. */
export function sheetAt(ratio: number): GlyphSheet {
  if (sheet?.ratio !== ratio) sheet = new GlyphSheet(ratio)
  return sheet
}
