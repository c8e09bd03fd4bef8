import { expect, test } from 'vitest'
import { countWireToPixel } from '../../../renderer/paint/wireToPixel.ts'
import {
  drawnCounts,
  LONGEST_DRAWN,
  MOST_DRAWN,
  type DrawnCounts,
} from '../../../shared/domain/health/drawn.ts'
import { bucketOf, countOf } from '../../../shared/domain/health/histogram.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const MS = 1_000

function open() {
  const clock = new FakeClock()
  const reports: DrawnCounts[] = []
  const counter = countWireToPixel(clock, (counts) => reports.push(counts))
  clock.advance(10_000)
  /** A change that came `ms` ago is drawn now. */
  const draw = (ms: number) => counter.drawn(clock.now() - ms)
  /** The durations of the next report; none: nothing is reported. */
  const reported = () => {
    reports.length = 0
    clock.advance(5_000)
    return reports.map(({ counts, most }) => ({ count: countOf(counts), most, counts }))
  }
  return { clock, counter, draw, reported }
}

test('each drawn change is counted and reported once, as the contract takes it', () => {
  const { draw, reported } = open()
  for (const ms of [5, 9, 14]) draw(ms)
  const [report] = reported()
  expect(report).toMatchObject({ count: 3, most: 14 * MS })
  expect([5, 9, 14].map((ms) => report?.counts[bucketOf(ms * MS)])).toEqual([1, 2, 2])
  expect(drawnCounts.safeParse({ counts: report?.counts, most: report?.most }).success).toBe(true)
  expect(reported()).toEqual([])
})

test('a frame that brings no change counts nothing, and without counts nothing is reported', () => {
  const { counter, reported } = open()
  counter.drawn(0)
  expect(reported()).toEqual([])
})

test('the clocks tell whole ms, so the shortest reading is 1 ms', () => {
  const { draw, reported } = open()
  draw(0)
  expect(reported()).toMatchObject([{ count: 1, most: MS }])
})

test('what waited for a hidden window does not count, what comes after does', () => {
  const { clock, counter, draw, reported } = open()
  clock.advance(3_600_000)
  counter.inSight()
  draw(30_000)
  clock.advance(20)
  draw(40)
  expect(reported()).toEqual([])
  draw(16)
  expect(reported()).toMatchObject([{ count: 1, most: 16 * MS }])
})

test.each([-3_600_000, -500, 500, 3_600_000])(
  'a wall clock that is set by %d ms gives no reading of before, and counting goes on',
  (step) => {
    const { clock, counter, draw, reported } = open()
    draw(8)
    expect(reported()).toHaveLength(1)
    const before = clock.now()
    clock.setWall(step)
    clock.advance(12)
    counter.drawn(before)
    // The core still holds a change that it received before the step.
    clock.advance(520)
    counter.drawn(before)
    expect(reported()).toEqual([])
    draw(8)
    expect(reported()).toMatchObject([{ count: 1, most: 8 * MS }])
  },
)

test('a change of the future and one of more than a minute ago are no readings', () => {
  const { clock, counter, draw, reported } = open()
  clock.advance(100_000)
  counter.drawn(clock.now() + 1)
  draw(LONGEST_DRAWN / MS + 1)
  expect(reported()).toEqual([])
  draw(LONGEST_DRAWN / MS)
  expect(reported()).toMatchObject([{ count: 1, most: LONGEST_DRAWN }])
})

test('a report never counts more than the contract takes', () => {
  const { draw, reported } = open()
  for (let n = 0; n < MOST_DRAWN + 10; n += 1) draw(8)
  const [report] = reported()
  expect(report?.count).toBe(MOST_DRAWN)
  expect(drawnCounts.safeParse({ counts: report?.counts, most: report?.most }).success).toBe(true)
})
