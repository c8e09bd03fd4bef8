/** What the brush puts into pixels is what a canvas draws there itself, but for the rounding of a shade. */

import { beforeAll, expect, test } from 'vitest'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import '../../renderer/style/tokens.css'
import { Brush, digitWidth, numbers, words } from '../../renderer/paint/ladder/brush/ladderBrush.ts'
import { PixelCanvas } from '../../renderer/paint/ladder/brush/pixelCanvas.ts'
import { theme } from '../../renderer/style/theme.ts'
import { loadFonts } from './stage.tsx'

beforeAll(loadFonts)

const ROW = 19
const SIZE = { width: 240, height: 8 * ROW }
const ALL = { x: 0, y: 0, ...SIZE }
/** Shades, of 255: a canvas rounds each of its steps. */
const ROUNDING = 3
/** Of the edge of a long slanted line a canvas guesses each pixel anew. */
const SLANTED = 5

function contextOf(ratio: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(SIZE.width * ratio, SIZE.height * ratio).getContext('2d', {
    alpha: false,
    willReadFrequently: true,
  })
  if (!context) throw new Error('No canvas in this browser')
  return context
}

/** The largest difference of a shade between what the brush and what the canvas drew, and how many shades of both are not the ground's. */
function compare(
  ratio: number,
  byBrush: (brush: Brush) => void,
  byCanvas: (context: OffscreenCanvasRenderingContext2D) => void,
): { difference: number; inked: number } {
  const shown = contextOf(ratio)
  const canvas = new PixelCanvas(shown, SIZE.width * ratio, SIZE.height * ratio)
  const brush = new Brush(canvas.pixels, ratio, ROW, theme())
  brush.fill(0, 0, SIZE.width, SIZE.height, theme().panel)
  byBrush(brush)
  canvas.show(canvas.pixels.box)
  const wanted = contextOf(ratio)
  wanted.fillStyle = theme().panel
  wanted.scale(ratio, ratio)
  wanted.fillRect(0, 0, SIZE.width, SIZE.height)
  const shades = (context: OffscreenCanvasRenderingContext2D) =>
    context.getImageData(0, 0, context.canvas.width, context.canvas.height).data
  const ground = shades(wanted)
  byCanvas(wanted)
  const [ours, theirs] = [shades(shown), shades(wanted)]
  const differences = ours.map((own, n) => Math.abs(own - (theirs[n] ?? 0)))
  return {
    difference: Math.max(...new Set(differences)),
    inked: ours.filter((own, n) => own !== ground[n]).length,
  }
}

const ratios = [1, 1.25, 2] as const
const texts = [
  '62,149.5',
  '0123456789',
  '-1.25k',
  '12M 3B',
  '5.5 s2',
  '1 …',
  '2 ?',
  '3 ×',
  '~',
  'STALE 6 s',
] as const
const inks = ['bidText', 'askText', 'muted', 'text', 'own'] as const

test.each(ratios)('every character of a number, at %s device pixels to a pixel', (ratio) => {
  const step = digitWidth(theme(), ratio)
  for (const weight of [400, 700])
    for (const ink of inks) {
      const font = numbers(theme(), weight)
      const style = theme()[ink]
      const found = compare(
        ratio,
        (brush) =>
          texts.forEach((text, n) =>
            brush.number(text, 8 + 112 * (n % 2), 4 * (n + 5), 'left', style, font, ALL),
          ),
        (context) => {
          context.font = font
          context.fillStyle = style
          for (const [n, text] of texts.entries())
            for (const [k, character] of text.split('').entries()) {
              // On whole device pixels.
              const x = Math.round((8 + 112 * (n % 2)) * ratio) + Math.round(k * step * ratio)
              context.setTransform(ratio, 0, 0, ratio, x, Math.round(4 * (n + 5) * ratio))
              context.fillText(character, 0, 0)
            }
        },
      )
      expect(found.difference, `${weight} ${ink}`).toBeLessThanOrEqual(ROUNDING)
      expect(found.inked).toBeGreaterThan(1_000)
    }
})

test.each(ratios)('dark digits on a block and its rounded corners, at %s', (ratio) => {
  const { own, background } = theme()
  const font = numbers(theme(), 700)
  const at = (value: number) => Math.round(value * ratio) / ratio
  const found = compare(
    ratio,
    (brush) => {
      brush.block(11, 21, 41, 15, own)
      brush.number('2.5', 20, 33, 'left', background, font, ALL)
    },
    (context) => {
      context.fillStyle = own
      context.beginPath()
      context.roundRect(at(11), at(21), at(41), at(15), 2)
      context.fill()
      context.fillStyle = background
      context.font = font
      for (const [k, character] of '2.5'.split('').entries())
        context.fillText(character, at(20) + k * digitWidth(theme(), ratio), at(33))
    },
  )
  expect(found.difference).toBeLessThanOrEqual(ROUNDING)
  expect(found.inked).toBeGreaterThan(1_000)
})

test.each(ratios)('words, at %s', (ratio) => {
  const font = words(theme())
  const { muted } = theme()
  const found = compare(
    ratio,
    (brush) => brush.words('Waiting for the book', 20, 40, 'left', muted, font),
    (context) => {
      context.font = font
      context.fillStyle = muted
      context.fillText('Waiting for the book', 20, 40)
    },
  )
  expect(found.difference).toBeLessThanOrEqual(ROUNDING)
  expect(found.inked).toBeGreaterThan(500)
})

test.each(ratios)('a bar of depth, and hatching over it, at %s', (ratio) => {
  const { bidFill, panel, own } = theme()
  const found = compare(
    ratio,
    (brush) => {
      brush.fill(40, 20, 80, 40, bidFill, panel)
      brush.veil({ x: 0, y: 20, width: 200, height: 100 }, panel, 0.45)
      brush.hatch({ x: 0, y: 20, width: 200, height: 100 }, own, 0.2)
    },
    (context) => {
      context.fillStyle = bidFill
      context.fillRect(40, 20, 80, 40)
      context.beginPath()
      context.rect(0, 20, 200, 100)
      context.clip()
      context.globalAlpha = 0.45
      context.fillStyle = panel
      context.fillRect(0, 20, 200, 100)
      context.globalAlpha = 0.2
      context.strokeStyle = own
      context.lineWidth = 2
      context.beginPath()
      for (let x = -100; x < 310; x += 10) {
        context.moveTo(x - 10, 130)
        context.lineTo(x + 110, 10)
      }
      context.stroke()
    },
  )
  expect(found.difference).toBeLessThanOrEqual(SLANTED)
  expect(found.inked).toBeGreaterThan(1_000)
})

test('a number that is too long for its box is cut at the box', () => {
  const { text } = theme()
  const box = { x: 30, y: 0, width: 20, height: ROW }
  const found = compare(
    1.25,
    (brush) => brush.number('62,149.5', 50, 14, 'right', text, brush.plain, box),
    (context) => {
      context.beginPath()
      context.rect(Math.round(30 * 1.25) / 1.25, 0, 25 / 1.25, ROW)
      context.clip()
      context.fillStyle = text
      context.font = numbers(theme())
      const step = digitWidth(theme(), 1.25)
      for (const [k, character] of '62,149.5'.split('').entries())
        context.fillText(
          character,
          Math.round(50 * 1.25) / 1.25 - (8 - k) * step,
          Math.round(14 * 1.25) / 1.25,
        )
    },
  )
  expect(found.difference).toBeLessThanOrEqual(ROUNDING)
  expect(found.inked).toBeGreaterThan(50)
})
