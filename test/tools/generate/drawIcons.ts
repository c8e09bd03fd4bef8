/** Draws the program's icon, a trading pit of eight sides seen from above, and writes the icon files of the three systems: `node test/tools/generate/drawIcons.ts`. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

const folder = resolve(import.meta.dirname, '../../../electron/icons')
/** Samples of a pixel's side: edges are as smooth as their squares allow. */
const SAMPLES = 4

type Color = readonly [red: number, green: number, blue: number]
const GROUND: Color = [11, 14, 17]
const STEPS: readonly { readonly reach: number; readonly color: Color }[] = [
  { reach: 0.84, color: [38, 48, 58] },
  { reach: 0.66, color: [66, 82, 97] },
  { reach: 0.48, color: [11, 14, 17] },
]
const PIT = 0.42
const BUY: Color = [46, 189, 133]
const SELL: Color = [246, 70, 93]
/** Half of the gap between the two sides of the market. */
const SPREAD = 0.035
/** Radius of the ground's corners. */
const CORNER = 0.42

/** Distance to the middle, measured so that all points at one distance form an octagon. */
const octagon = (x: number, y: number): number =>
  Math.max(Math.abs(x), Math.abs(y), (Math.abs(x) + Math.abs(y)) * Math.SQRT1_2)

/** The color at a place of the square from -1 to 1, or null outside the rounded ground. */
function colorAt(x: number, y: number): Color | null {
  const over = (at: number) => Math.max(0, Math.abs(at) - (0.96 - CORNER))
  if (Math.hypot(over(x), over(y)) > CORNER) return null
  const distance = octagon(x, y)
  if (distance <= PIT && Math.abs(x) >= SPREAD) return x < 0 ? BUY : SELL
  return STEPS.findLast(({ reach }) => distance <= reach)?.color ?? GROUND
}

/** Rows of red, green, blue and opacity. */
function draw(size: number): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const sum = [0, 0, 0]
      let inside = 0
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const x = column + ((sample % SAMPLES) + 0.5) / SAMPLES
        const y = row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES
        const color = colorAt((x / size) * 2 - 1, (y / size) * 2 - 1)
        if (!color) continue
        inside++
        for (const part of [0, 1, 2] as const) sum[part] = (sum[part] ?? 0) + color[part]
      }
      const at = (row * size + column) * 4
      for (const part of [0, 1, 2] as const)
        pixels[at + part] = inside === 0 ? 0 : Math.round((sum[part] ?? 0) / inside)
      pixels[at + 3] = Math.round((inside / SAMPLES ** 2) * 255)
    }
  return pixels
}

/** A PNG file (www.w3.org/TR/png), eight bits and opacity. */
function png(size: number): Buffer {
  const pixels = draw(size)
  // Every row begins with its filter: 1, each byte less the one of the pixel before, packs flat areas well.
  const rows = Buffer.alloc(size * (size * 4 + 1))
  for (let row = 0; row < size; row++) {
    const start = row * (size * 4 + 1)
    rows[start] = 1
    for (let byte = 0; byte < size * 4; byte++) {
      const value = pixels[row * size * 4 + byte] ?? 0
      const left = byte < 4 ? 0 : (pixels[row * size * 4 + byte - 4] ?? 0)
      rows[start + 1 + byte] = (value - left) & 255
    }
  }
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const drawn = new Map<number, Buffer>()
const pngOf = (size: number): Buffer => {
  const known = drawn.get(size) ?? png(size)
  drawn.set(size, known)
  return known
}

/** Windows: a directory of PNG files. */
function ico(sizes: readonly number[]): Buffer {
  const head = Buffer.alloc(6 + sizes.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  sizes.forEach((size, index) => {
    const at = 6 + index * 16
    const { length } = pngOf(size)
    // 0 stands for 256.
    head[at] = size & 255
    head[at + 1] = size & 255
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += length
  })
  return Buffer.concat([head, ...sizes.map(pngOf)])
}

/** macOS: PNG files by a word for their size, also at twice the density. */
function icns(words: readonly (readonly [word: string, size: number])[]): Buffer {
  const parts = words.map(([word, size]) => {
    const head = Buffer.alloc(8)
    head.write(word, 0, 'latin1')
    head.writeUInt32BE(pngOf(size).length + 8, 4)
    return Buffer.concat([head, pngOf(size)])
  })
  const head = Buffer.alloc(8)
  head.write('icns', 0, 'latin1')
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  return Buffer.concat([head, ...parts])
}

mkdirSync(join(folder, 'linux'), { recursive: true })
for (const size of [16, 32, 48, 64, 128, 256, 512])
  writeFileSync(join(folder, 'linux', `${size}x${size}.png`), pngOf(size))
writeFileSync(join(folder, 'icon.ico'), ico([16, 24, 32, 48, 64, 128, 256]))
writeFileSync(
  join(folder, 'icon.icns'),
  icns([
    ['icp4', 16],
    ['icp5', 32],
    ['ic11', 32],
    ['ic12', 64],
    ['ic07', 128],
    ['ic13', 256],
    ['ic08', 256],
    ['ic14', 512],
    ['ic09', 512],
    ['ic10', 1024],
  ]),
)
console.log(`Icons are written to ${folder}.`)
