import { expect, test } from 'vitest'
import { countWireToPixel } from '../../../renderer/paint/wireToPixel.ts'
import { momentOf } from '../../../shared/base/clock.ts'
import { HEADER, HEADER_LENGTH } from '../../../shared/domain/book/bookFrame.ts'
import {
  DRAWN_STEPS,
  LONGEST_DRAWN,
  MOST_DRAWN,
  windowDurations,
  type WindowDurations,
} from '../../../shared/domain/health/drawn.ts'
import { bucketOf, countOf } from '../../../shared/domain/health/histogram.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const MS = 1_000

function open() {
  const clock = new FakeClock()
  const reports: WindowDurations[] = []
  const counter = countWireToPixel(clock, (durations) => reports.push(durations))
  clock.advance(10_000)
  /** A frame with a change of then, sent now. */
  const frameOf = (changedAt: number) => {
    const frame = new Float64Array(HEADER_LENGTH)
    frame[HEADER.changedAt] = changedAt
    frame[HEADER.foldedIn] = 40
    frame[HEADER.waitedFor] = 900
    frame[HEADER.sentAt] = clock.now()
    return frame
  }
  const drawChange = (changedAt: number) => counter.drawn(frameOf(changedAt), momentOf(clock))
  /** A change that came `ms` ago is drawn now. */
  const draw = (ms: number) => drawChange(clock.now() - ms)
  /** The next report; none: nothing is reported. */
  const report = () => {
    reports.length = 0
    clock.advance(5_000)
    return reports
  }
  /** The whole ways of the next report. */
  const reported = () =>
    report().map(({ measures: { wireToPixel } }) => ({
      count: countOf(wireToPixel?.counts ?? []),
      most: wireToPixel?.most ?? 0,
      counts: wireToPixel?.counts ?? [],
    }))
  return { clock, counter, frameOf, drawChange, draw, report, reported }
}

test('each drawn change is counted and reported once, as the contract takes it', () => {
  const { draw, reported } = open()
  for (const ms of [5, 9, 14]) draw(ms)
  const [report] = reported()
  expect(report).toMatchObject({ count: 3, most: 14 * MS })
  expect([5, 9, 14].map((ms) => report?.counts[bucketOf(ms * MS)])).toEqual([1, 2, 2])
  expect(reported()).toEqual([])
})

test('each step of a drawn change is counted by itself, in as many frames as the whole way', () => {
  const { clock, counter, frameOf, report } = open()
  const frame = frameOf(clock.now() - 20)
  clock.advance(3)
  const arrived = momentOf(clock)
  clock.advance(4)
  counter.drawn(frame, arrived)
  const [first] = report()
  expect(windowDurations.safeParse(first).success).toBe(true)
  expect(DRAWN_STEPS.map((step) => first?.measures[step]?.most)).toEqual([40, 900, 3_000, 4_000, 27_000])
  expect(DRAWN_STEPS.map((step) => countOf(first?.measures[step]?.counts ?? []))).toEqual([1, 1, 1, 1, 1])
  expect(first?.unmeasured).toBe(0)
})

test('a frame that was received before it was sent is not measured in any step, and is counted as such', () => {
  const { clock, counter, frameOf, report } = open()
  const frame = frameOf(clock.now() - 20)
  frame[HEADER.sentAt] = clock.now() + 1
  counter.drawn(frame, momentOf(clock))
  expect(report()).toEqual([{ measures: {}, unmeasured: 1 }])
  // Nothing of it is left for the next report.
  expect(report()).toEqual([])
})

test('a frame that brings no change counts nothing, and without counts nothing is reported', () => {
  const { drawChange, reported } = open()
  drawChange(0)
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
    const { clock, drawChange, draw, report, reported } = open()
    draw(8)
    expect(reported()).toHaveLength(1)
    const before = clock.now()
    clock.setWall(step)
    clock.advance(12)
    drawChange(before)
    // The core still holds a change that it received before the step.
    clock.advance(520)
    drawChange(before)
    expect(report()).toEqual([{ measures: {}, unmeasured: 2 }])
    draw(8)
    expect(reported()).toMatchObject([{ count: 1, most: 8 * MS }])
  },
)

test('a change of the future and one of more than a minute ago are no readings', () => {
  const { clock, drawChange, draw, report, reported } = open()
  clock.advance(100_000)
  drawChange(clock.now() + 1)
  draw(LONGEST_DRAWN / MS + 1)
  expect(report()).toEqual([{ measures: {}, unmeasured: 2 }])
  draw(LONGEST_DRAWN / MS)
  expect(reported()).toMatchObject([{ count: 1, most: LONGEST_DRAWN }])
})

test('a report never counts more than the contract takes', () => {
  const { draw, report } = open()
  for (let n = 0; n < MOST_DRAWN + 10; n += 1) draw(8)
  const [first] = report()
  expect(countOf(first?.measures.wireToPixel?.counts ?? [])).toBe(MOST_DRAWN)
  expect(windowDurations.safeParse(first).success).toBe(true)
})
