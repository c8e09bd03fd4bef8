import { expect, test } from 'vitest'
import { drawnCounts, LONGEST_DRAWN, MOST_DRAWN } from '../../../../shared/domain/health/drawn.ts'
import { BUCKETS, bucketOf } from '../../../../shared/domain/health/histogram.ts'

const counted = (...all: readonly (readonly [us: number, count: number])[]): number[] => {
  const counts = Array.from({ length: BUCKETS }, () => 0)
  for (const [us, count] of all) counts[bucketOf(us)] = count
  return counts
}
const takes = (report: unknown) => drawnCounts.safeParse(report).success

test('a report of drawn frames is taken', () => {
  expect(takes({ counts: counted([5_000, 300], [14_000, 2]), most: 14_000 })).toBe(true)
  expect(takes({ counts: counted([5_000, MOST_DRAWN]), most: 5_000 })).toBe(true)
  expect(takes({ counts: counted([LONGEST_DRAWN, 1]), most: LONGEST_DRAWN })).toBe(true)
})

const one = counted([5_000, 1])
test.each([
  ['a count below zero', { counts: counted([5_000, -1], [9_000, 1]), most: 9_000 }],
  ['a broken count', { counts: counted([5_000, 1.5]), most: 5_000 }],
  ['no number', { counts: counted([5_000, Number.NaN]), most: 5_000 }],
  ['more frames than a report may have', { counts: counted([5_000, MOST_DRAWN + 1]), most: 5_000 }],
  ['as many together', { counts: counted([5_000, MOST_DRAWN], [9_000, 1]), most: 9_000 }],
  ['too few buckets', { counts: one.slice(1), most: 5_000 }],
  ['too many buckets', { counts: [...one, 0], most: 5_000 }],
  ['nothing counted', { counts: counted(), most: 5_000 }],
  ['a longest below zero', { counts: one, most: -5_000 }],
  ['a longest of nothing', { counts: counted([0, 1]), most: 0 }],
  ['a longest of more than a minute', { counts: counted([LONGEST_DRAWN + 1, 1]), most: LONGEST_DRAWN + 1 }],
  ['a longest below what was counted', { counts: counted([5_000, 1], [40_000, 1]), most: 5_000 }],
  ['a longest above what was counted', { counts: one, most: 40_000 }],
  ['a name of its own', { counts: one, most: 5_000, name: 'keyToWire' }],
])('a report with %s is refused', (_, report) => {
  expect(takes(report)).toBe(false)
})
