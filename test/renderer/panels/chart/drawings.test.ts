/** The words of drawings: read, written the same again, and refused with the reason. Their places in time, and what a window stored of them. */

import { expect, test } from 'vitest'
import { beyond } from '../../../../renderer/panels/chart/drawings/hitDrawing.ts'
import { placeInTime } from '../../../../renderer/panels/chart/drawings/placeInTime.ts'
import {
  chartChoices,
  DEFAULT_CHART,
  drawingsOn,
  MOST_DRAWINGS,
} from '../../../../renderer/state/stores/chartChoices.ts'
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

test('a time keeps its seconds, so that a drawing on candles of 1 s reads the same', () => {
  const read = readDrawing('trend 09:30:15 62000 09:30:42 62001', NOON)
  expect(read).toMatchObject({ ok: true, choice: { points: [{ at: Date.UTC(2026, 0, 5, 9, 30, 15) }, {}] } })
  const words = 'trend 2026-01-05 09:30:15 62000 2026-01-05 09:30:42 62001'
  expect(read.ok && drawingText(read.choice)).toBe(words)
  expect(readDrawing(words, NOON)).toEqual(read)
  expect(readDrawing('trend 09:30:60 1 11:00 2', NOON).ok).toBe(false)
})

test.each([
  ['circle 1', 'Type one of level, trend, ray, box, fib, measure.'],
  ['level', usage('level 62100')],
  ['level -5', usage('level 62100')],
  ['level 5 6', usage('level 62100')],
  ['trend 09:30 62000', usage('trend 09:30 62000 11:00 62150')],
  ['trend 09:99 62000 11:00 1', usage('trend 09:30 62000 11:00 62150')],
  ['trend 2026-02-30 09:30 1 11:00 2', usage('trend 09:30 62000 11:00 62150')],
  ['trend 09:30 1 09:30 2', 'The two times must differ.'],
])('"%s" is refused with the reason', (words, problem) => {
  expect(readDrawing(words, NOON)).toEqual({ ok: false, problem })
})

test('a moment stands between two slots by its share of the way, and behind the last by the length of a candle', () => {
  const slots = [0, 60_000, 300_000].map((openTime) => ({ openTime, candle: null, gap: null }))
  const places = [-1, 0, 15_000, 60_000, 180_000, 300_000, 390_000].map((at) =>
    placeInTime(slots, at, 60_000),
  )
  expect(places).toEqual([null, 0, 0.25, 1, 1.5, 2, 3.5])
  expect(placeInTime([], 0, 60_000)).toBeNull()
})

test('one stored entry that cannot be read does not cost the others', () => {
  const level = (at: number) => ({ kind: 'level', points: [{ at, price: '62100' }] })
  const stored = {
    ...DEFAULT_CHART,
    drawings: {
      A: [level(1), { kind: 'level', points: [] }, level(9e15), level(2)],
      B: Array.from({ length: MOST_DRAWINGS + 1 }, (_, n) => level(n)),
    },
    indicators: [{ kind: 'ema', numbers: [9] }, { kind: 7 }, { kind: 'later', numbers: [1, 2, 3, 4, 5] }],
  }
  const { drawings, indicators } = chartChoices.parse(stored)
  expect(drawings['A']).toEqual([level(1), level(2)])
  expect(drawings['B']).toHaveLength(MOST_DRAWINGS)
  expect(indicators.map(({ kind }) => kind)).toEqual(['ema', 'later'])
  expect(chartChoices.parse({ ...stored, drawings: 7, indicators: null })).toMatchObject({
    drawings: {},
    indicators: [],
  })
})

test('an instrument with the name of a part of every object has no drawings by itself', () => {
  expect(drawingsOn(DEFAULT_CHART, 'constructor')).toEqual([])
})

test('a ray goes on to the edge of the chart, to either side', () => {
  expect(beyond({ x: 100, y: 50 }, { x: 200, y: 60 }, 500)).toEqual({ x: 500, y: 90 })
  expect(beyond({ x: 200, y: 60 }, { x: 100, y: 50 }, 500)).toEqual({ x: 0, y: 40 })
  expect(beyond({ x: 100, y: 50 }, { x: 700, y: 80 }, 500)).toEqual({ x: 700, y: 80 })
})
