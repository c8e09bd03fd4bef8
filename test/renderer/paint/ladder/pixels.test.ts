/** Pixels in memory: inks mix to the nearest shade, and nothing leaves its picture or its box. */

import { describe, expect, test } from 'vitest'
import { over, Pixels, type Ink, type Stamp } from '../../../../renderer/paint/ladder/brush/pixels.ts'
import { seededRandom } from '../../../../shared/base/random.ts'

type Color = readonly [red: number, green: number, blue: number]
const inkOf = ([red, green, blue]: Color, alpha = 255): Ink => ({
  pixel: 0xff000000 | (blue << 16) | (green << 8) | red,
  alpha,
})
const BLACK = inkOf([0, 0, 0])
const WHITE = inkOf([255, 255, 255])
const solid = (width: number, height: number): Stamp => ({
  left: 0,
  top: 0,
  width,
  height,
  coverage: new Uint8Array(width * height).fill(255),
})
/** One letter a pixel: `#` white, `.` not. */
const drawn = ({ bytes, box }: Pixels): string[] => {
  const row = (y: number) =>
    Array.from({ length: box.right }, (_, x) => (bytes[4 * (y * box.right + x)] === 255 ? '#' : '.'))
  return Array.from({ length: box.bottom }, (_, y) => row(y).join(''))
}

test('a share of an ink over a ground is the nearest shade in every channel, and opaque', () => {
  const random = seededRandom(1)
  const shade = () => Math.floor(random.next() * 256)
  const colors: Color[] = Array.from({ length: 20_000 }, () => [shade(), shade(), shade()])
  const extremes: Color[] = [
    [255, 255, 255],
    [0, 0, 0],
    [255, 0, 255],
  ]
  for (const [n, ink] of [...extremes, ...colors].entries()) {
    const ground = colors[(7 * n) % colors.length] ?? ink
    const share = n < extremes.length ? 255 * (n % 2) : shade()
    const wanted = ink.map((value, k) => Math.round((value * share + (ground[k] ?? 0) * (255 - share)) / 255))
    const picture = new Pixels(1, 1)
    picture.fill(picture.box, over(inkOf(ink, share), inkOf(ground)))
    expect([...picture.bytes]).toEqual([...wanted, 255])
    picture.fill(picture.box, inkOf(ground))
    picture.press({ ...solid(1, 1), coverage: Uint8Array.of(share) }, 0, 0, inkOf(ink))
    expect([...picture.bytes]).toEqual([...wanted, 255])
  }
})

describe('what lies across an edge', () => {
  const pressed = (x: number, y: number, within?: Pixels['box']) => {
    const picture = new Pixels(5, 4)
    picture.fill(picture.box, BLACK)
    picture.press(solid(3, 2), x, y, WHITE, within)
    return drawn(picture)
  }

  test('of the picture is cut off there', () => {
    expect(pressed(1, 1)).toEqual(['.....', '.###.', '.###.', '.....'])
    expect(pressed(3, 3)).toEqual(['.....', '.....', '.....', '...##'])
    expect(pressed(-1, -1)).toEqual(['##...', '.....', '.....', '.....'])
    expect(pressed(6, 1)).toEqual(['.....', '.....', '.....', '.....'])
  })

  test('of its box too', () => {
    const box = { left: 2, top: 2, right: 9, bottom: 9 }
    expect(pressed(1, 1, box)).toEqual(['.....', '.....', '..##.', '.....'])
  })

  test('of the picture is not filled', () => {
    const picture = new Pixels(5, 3)
    picture.fill(picture.box, BLACK)
    const across = [
      { left: 3, top: -2, right: 8, bottom: 2 },
      { left: -4, top: 2, right: 0, bottom: 3 },
      { left: 5, top: 0, right: 7, bottom: 3 },
    ]
    for (const box of across) picture.fill(box, WHITE)
    expect(drawn(picture)).toEqual(['...##', '...##', '.....'])
  })
})
