import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addTo,
  BUCKETS,
  bucketOf,
  countOf,
  createHistogram,
  endOfBucket,
  record,
  shareWithin,
} from '../../../../shared/domain/health/histogram.ts'

const durations = fc.array(fc.integer({ min: 0, max: 60_000_000 }), { minLength: 1, maxLength: 200 })
const recorded = (all: readonly number[]) => {
  const histogram = createHistogram()
  for (const us of all) record(histogram, 0, us / 1_000)
  return histogram
}

test('every duration has one bucket, whose end is above it and whose start is not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (us) => {
      const bucket = bucketOf(us)
      expect(bucket).toBeLessThan(BUCKETS)
      expect(us).toBeLessThan(endOfBucket(bucket))
      expect(us).toBeGreaterThanOrEqual(bucket === 0 ? 0 : endOfBucket(bucket - 1))
    }),
  )
})

test('a share is never below the true one, at most twice it, and never above the longest', () => {
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.9, 0.99, 1), (all, share) => {
      const { counts, most } = recorded(all)
      const sorted = all.toSorted((a, b) => a - b)
      const exact = sorted[Math.ceil(all.length * share) - 1] ?? 0
      const said = shareWithin(counts, most, share) ?? -1
      expect(most).toBe(sorted.at(-1))
      expect(said).toBeGreaterThanOrEqual(exact)
      expect(said).toBeLessThanOrEqual(most)
      const isLast = bucketOf(exact) === BUCKETS - 1
      expect(said).toBeLessThanOrEqual(isLast ? most : Math.max(1, exact * 2))
    }),
  )
})

test('two histograms together count what both counted', () => {
  fc.assert(
    fc.property(durations, durations, (first, second) => {
      const sum = recorded(first)
      addTo(sum, recorded(second))
      const whole = recorded([...first, ...second])
      expect([...sum.counts]).toEqual([...whole.counts])
      expect(sum.most).toBe(whole.most)
      expect(countOf(sum.counts)).toBe(first.length + second.length)
    }),
  )
})

test('nothing measured has no share, and a clock that went back counts as no time', () => {
  const histogram = createHistogram()
  expect(shareWithin(histogram.counts, histogram.most, 0.99)).toBeNull()
  expect(shareWithin([], 0, 0.5)).toBeNull()
  record(histogram, 10, 4)
  expect(shareWithin(histogram.counts, histogram.most, 0.99)).toBe(0)
})
