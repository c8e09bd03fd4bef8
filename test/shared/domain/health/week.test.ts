/** A week of health by hours: the worst of each hour, and no value where nothing was read. */

import { expect, it } from 'vitest'
import type { MinuteOfHealth } from '../../../../shared/domain/health/minute.ts'
import { HOUR, hoursOf } from '../../../../shared/domain/health/week.ts'

const NINE = Date.UTC(2026, 10, 2, 9)
const minute = (at: number, more: Partial<MinuteOfHealth> = {}): MinuteOfHealth => ({
  at,
  measures: {},
  figures: {},
  ...more,
})

it('an hour of a duration has its lowest and usual median, and its longest', () => {
  const timed = (at: number, median: number, most: number) =>
    minute(at, { measures: { keyToWire: [4, median, most - 1, most] } })
  const minutes = [
    timed(NINE + 60_000, 700, 9_000),
    timed(NINE, 400, 1_000),
    timed(NINE + 120_000, 900, 2_000),
  ]
  expect(hoursOf('keyToWire', minutes)).toEqual([
    { at: NINE, minutes: 3, read: 3, low: 400, middle: 700, high: 9_000 },
  ])
})

it('an hour of a figure has its lowest and highest reading, also below zero', () => {
  const clock = (at: number, clockOffset: number) => minute(at, { figures: { clockOffset } })
  expect(hoursOf('clockOffset', [clock(NINE, -40), clock(NINE + 59 * 60_000, -10)])).toEqual([
    { at: NINE, minutes: 2, read: 2, low: -40, middle: -10, high: -10 },
  ])
})

it('a stored hour without a reading says so, and an hour without minutes is not there', () => {
  const free = { figures: { diskFree: 5 } }
  expect(hoursOf('keyToWire', [minute(NINE, free), minute(NINE + 5 * HOUR, free)])).toEqual([
    { at: NINE, minutes: 1, read: 0, low: 0, middle: 0, high: 0 },
    { at: NINE + 5 * HOUR, minutes: 1, read: 0, low: 0, middle: 0, high: 0 },
  ])
  expect(hoursOf('keyToWire', [])).toEqual([])
})
