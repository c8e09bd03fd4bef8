/** What a mouse does to drawings: which part is under it, where a drag leaves them, and undo and redo of every act. */

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  acted,
  MOST_ACTS,
  NO_HISTORY,
  redo,
  undo,
} from '../../../../renderer/panels/chart/byHand/drawingHistory.ts'
import { partAt, segmentsOf } from '../../../../renderer/panels/chart/drawings/hitDrawing.ts'
import { moveDrawing } from '../../../../renderer/panels/chart/drawings/moveDrawing.ts'
import { momentAt, placeInTime } from '../../../../renderer/panels/chart/drawings/placeInTime.ts'
import type { Drawing } from '../../../../renderer/state/stores/chartChoices.ts'
import { decimal, subtract } from '../../../../shared/base/decimal.ts'
import { text } from '../ladder/scenes.ts'

const point = (at: number, price: string) => ({ at, price: text(price) })
const trend: Drawing = { kind: 'trend', points: [point(0, '62000'), point(60_000, '62010.5')] }

test('a drag of the whole keeps its form exactly, and a drag of a point moves that point alone', () => {
  expect(moveDrawing(trend, 'whole', point(0, '62000'), point(300_000, '61999.5'))?.points).toEqual([
    point(300_000, '61999.5'),
    point(360_000, '62010'),
  ])
  expect(moveDrawing(trend, 1, point(60_000, '62010.5'), point(120_000, '62020'))?.points).toEqual([
    point(0, '62000'),
    point(120_000, '62020'),
  ])
})

test('a drag that leaves no width or no price above zero is refused', () => {
  expect(moveDrawing(trend, 1, point(60_000, '62010.5'), point(0, '62020'))).toBeNull()
  expect(moveDrawing(trend, 'whole', point(0, '62000'), point(0, '0'))).toBeNull()
})

test('property: the whole moves every point by the same time and the same exact price', () => {
  const price = fc.integer({ min: 1, max: 2_000_000 }).map((halves) => text(String(halves / 2)))
  const spot = fc.record({ at: fc.integer({ min: 0, max: 1_000_000 }), price })
  fc.assert(
    fc.property(fc.array(spot, { minLength: 2, maxLength: 2 }), spot, spot, (points, from, to) => {
      const moved = moveDrawing({ kind: 'box', points }, 'whole', from, to)
      const by = subtract(decimal(to.price), decimal(from.price))
      for (const [n, one] of (moved?.points ?? []).entries()) {
        const before = points[n] ?? from
        expect(one.at - before.at).toBe(to.at - from.at)
        expect(subtract(decimal(one.price), decimal(before.price))).toBe(by)
      }
    }),
  )
})

const [a, b] = [
  { x: 100, y: 100 },
  { x: 200, y: 50 },
]
const partOf = (kind: string, x: number, y: number, points = [a, b]) =>
  partAt({ x, y }, { kind, points }, segmentsOf({ kind, points }, 400, [50, 75, 100]))

test.each([
  ['trend', 101, 98, 0],
  ['trend', 200, 50, 1],
  ['trend', 150, 78, 'whole'],
  ['trend', 300, 0, null],
  ['ray', 300, 0, 'whole'],
  ['ray', 20, 140, null],
  ['box', 150, 51, 'whole'],
  ['box', 150, 75, null],
  ['fib', 150, 75, 'whole'],
  ['fib', 250, 75, null],
  ['level', 390, 100, 'whole'],
  ['level', 100, 100, 'whole'],
  ['later', 150, 75, null],
])('of a %s at %d, %d a press takes %s', (kind, x, y, part) => {
  expect(partOf(kind, x, y, kind === 'level' ? [a] : [a, b])).toBe(part)
})

test('property: any number of acts is undone to the first state and redone to the last', () => {
  const acts = fc.array(fc.array(fc.constant(trend), { maxLength: 4 }), { maxLength: MOST_ACTS })
  fc.assert(
    fc.property(acts, (states) => {
      let now: readonly Drawing[] = []
      let history = NO_HISTORY
      const seen = [now]
      for (const next of states) {
        history = acted(history, now)
        now = next
        seen.push(now)
      }
      for (let n = seen.length - 2; n >= 0; n--) {
        const step = undo(history, now)
        expect(step?.drawings).toBe(seen[n])
        if (step) ({ history, drawings: now } = step)
      }
      expect(undo(history, now)).toBeNull()
      for (const state of seen.slice(1)) {
        const step = redo(history, now)
        expect(step?.drawings).toBe(state)
        if (step) ({ history, drawings: now } = step)
      }
      expect(redo(history, now)).toBeNull()
    }),
  )
})

test('an act after an undo ends what could be redone, and only the last acts are remembered', () => {
  const one = acted(NO_HISTORY, [])
  const step = undo(one, [trend])
  expect(redo(acted(step?.history ?? NO_HISTORY, []), [trend])).toBeNull()
  let history = NO_HISTORY
  for (let n = 0; n < MOST_ACTS + 5; n++) history = acted(history, [])
  expect(history.past).toHaveLength(MOST_ACTS)
})

test('property: the moment of a whole place is at that place', () => {
  const slots = [0, 60_000, 300_000].map((openTime) => ({ openTime, candle: null, gap: null }))
  fc.assert(
    fc.property(fc.integer({ min: -3, max: 40 }), (place) => {
      const at = momentAt(slots, place, 60_000)
      expect(at === null ? -1 : placeInTime(slots, at, 60_000)).toBe(Math.max(-1, place))
    }),
  )
})
