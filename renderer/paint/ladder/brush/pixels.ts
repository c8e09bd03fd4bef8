/** A picture of opaque pixels in memory: fills boxes and blends glyphs into it. Knows no canvas, no font and no ladder. */

/** Device px; `right` and `bottom` are exclusive. */
export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The coverage of each pixel by a shape, 0 to 255, row by row. `left` and `top` count from the origin, in device px. */
export interface Stamp {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly coverage: Uint8Array
}

/** A color as `ImageData` stores it on a little-endian machine: red in the lowest byte. Every supported machine is little-endian. */
export interface Ink {
  /** Opaque. */
  readonly pixel: number
  /** 0 to 255. */
  readonly alpha: number
}

const OPAQUE = 255
/** Red and blue are multiplied together, because each product has a byte of room. */
const RED_BLUE = 0xff00ff
const HALVES = 0x800080

/** Mixes `share`/255 of the ink into the ground; each channel is rounded to the nearest. */
function mixed(ink: number, ground: number, share: number): number {
  const rest = OPAQUE - share
  let outer = (Math.imul(ink & RED_BLUE, share) + Math.imul(ground & RED_BLUE, rest) + HALVES) | 0
  outer = ((outer + ((outer >>> 8) & RED_BLUE)) >>> 8) & RED_BLUE
  let green = Math.imul((ink >>> 8) & 0xff, share) + Math.imul((ground >>> 8) & 0xff, rest) + 0x80
  green = (green + (green >>> 8)) & 0xff00
  return 0xff000000 | outer | green
}

/** The opaque color of an ink over a ground. */
export const over = ({ pixel, alpha }: Ink, ground: Ink): Ink => ({
  pixel: mixed(pixel, ground.pixel, alpha),
  alpha: OPAQUE,
})

export class Pixels {
  /** The whole picture. */
  readonly box: PixelBox
  /** The bytes in the form of `ImageData`. */
  readonly bytes: Uint8ClampedArray<ArrayBuffer>
  private readonly pixels: Int32Array
  private readonly width: number

  constructor(width: number, height: number) {
    this.width = width
    this.box = { left: 0, top: 0, right: width, bottom: height }
    this.bytes = new Uint8ClampedArray(4 * width * height)
    this.pixels = new Int32Array(this.bytes.buffer)
  }

  /** Fills a box with an opaque ink. */
  fill(box: PixelBox, { pixel }: Ink): void {
    const { pixels, width } = this
    const left = Math.max(0, box.left)
    const right = Math.min(width, box.right)
    const bottom = Math.min(this.box.bottom, box.bottom)
    if (left >= right) return
    for (let y = Math.max(0, box.top); y < bottom; y++)
      pixels.fill(pixel, y * width + left, y * width + right)
  }

  /** Draws a stamp in an opaque ink, clipped to `within`. */
  press(stamp: Stamp, x: number, y: number, { pixel }: Ink, within: PixelBox = this.box): void {
    const { pixels, width } = this
    const { coverage } = stamp
    const stampLeft = x + stamp.left
    const stampTop = y + stamp.top
    const left = Math.max(0, within.left, stampLeft)
    const right = Math.min(width, within.right, stampLeft + stamp.width)
    const bottom = Math.min(this.box.bottom, within.bottom, stampTop + stamp.height)
    for (let row = Math.max(0, within.top, stampTop); row < bottom; row++) {
      let from = (row - stampTop) * stamp.width + left - stampLeft
      const end = row * width + right
      for (let at = row * width + left; at < end; at++) {
        const share = coverage[from++] ?? 0
        if (share > 0) pixels[at] = mixed(pixel, pixels[at] ?? 0, share)
      }
    }
  }
}
