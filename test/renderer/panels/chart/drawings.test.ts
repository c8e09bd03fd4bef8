/** The words of drawings: read, written the same again, and refused with the reason. */

import { expect, test } from 'vitest'
import {
  DRAWING_KINDS,
  drawingText,
  readDrawing,
} from '../../../../renderer/panels/chart/drawings/drawings.ts'

const NOON = Date.UTC(2026, 0, 5, 12)
const usage = (example: string) => `Type it like this: ${example}. Times are UTC.`

test.each(DRAWING_KINDS.map(({ example }) => [example]))(
  '"%s" is a drawing, and its text reads the same',
  (words) => {
    const read = readDrawing(words, NOON)
    expect(read.ok && readDrawing(drawingText(read.choice), NOON + 86_400_000 * 3)).toEqual(
      words.startsWith('level')
        ? { ok: true, choice: { kind: 'level', points: [{ at: NOON + 86_400_000 * 3, price: '62100' }] } }
        : read,
    )
  },
)

test('a time alone is of the newest day, a price keeps its exact text', () => {
  expect(readDrawing('trend 09:30 62,000.50 2026-01-04 11:00 0.1', NOON)).toEqual({
    ok: true,
    choice: {
      kind: 'trend',
      points: [
        { at: Date.UTC(2026, 0, 5, 9, 30), price: '62000.5' },
        { at: Date.UTC(2026, 0, 4, 11), price: '0.1' },
      ],
    },
  })
})

test.each([
  ['circle 1', 'Type one of level, trend, box, fib, measure.'],
  ['level', usage('level 62100')],
  ['level -5', usage('level 62100')],
  ['level 5 6', usage('level 62100')],
  ['trend 09:30 62000', usage('trend 09:30 62000 11:00 62150')],
  ['trend 09:99 62000 11:00 1', usage('trend 09:30 62000 11:00 62150')],
  ['trend 09:30 1 09:30 2', 'The two times must differ.'],
])('"%s" is refused with the reason', (words, problem) => {
  expect(readDrawing(words, NOON)).toEqual({ ok: false, problem })
})
