/** A histogram of durations: counters of fixed buckets, in whole microseconds. Recording allocates nothing. Knows no clock. */

/** Bucket 0 holds 0 µs. Bucket n holds durations below 2^n µs that are not in an earlier one. The last holds every longer one. */
export const BUCKETS = 26

const BITS = 32

/** The bucket of a duration in whole µs. */
export const bucketOf = (us: number): number => Math.min(BITS - Math.clz32(us), BUCKETS - 1)

/** Every duration of a bucket is below this, µs; infinite for the last bucket. */
export const endOfBucket = (bucket: number): number =>
  bucket === BUCKETS - 1 ? Number.POSITIVE_INFINITY : 2 ** bucket

/** The longest time that a counter distinguishes, µs. A longer one counts as this. */
const MOST = 0xffffffff

export interface Histogram {
  readonly counts: Uint32Array
  /** The longest duration, µs. */
  most: number
  /** Monotonic ms of the newest duration; null: there is none. */
  lastAt: number | null
}

export const createHistogram = (): Histogram => ({
  counts: new Uint32Array(BUCKETS),
  most: 0,
  lastAt: null,
})

/** Counts the time between two readings of the monotonic clock, ms. A clock that went back counts as 0. */
export function record(into: Histogram, from: number, to: number): void {
  const us = Math.min(MOST, Math.max(0, Math.round((to - from) * 1_000)))
  const bucket = bucketOf(us)
  into.counts[bucket] = (into.counts[bucket] ?? 0) + 1
  if (us > into.most) into.most = us
  into.lastAt = to
}

/** Adds what another histogram counted. */
export function addTo(
  into: Histogram,
  other: { readonly counts: ArrayLike<number>; readonly most: number },
): void {
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    into.counts[bucket] = (into.counts[bucket] ?? 0) + (other.counts[bucket] ?? 0)
  if (other.most > into.most) into.most = other.most
}

/** Forgets the counts and the longest duration, not the time of the newest. */
export function empty(histogram: Histogram): void {
  histogram.counts.fill(0)
  histogram.most = 0
}

export const countOf = (counts: Iterable<number>): number => {
  let sum = 0
  for (const count of counts) sum += count
  return sum
}

/**
 * The time in µs that this share (0 to 1) of the durations did not exceed: the end of their bucket, and never more than the longest. Null
 * without durations: nothing was measured.
 */
export function shareWithin(counts: ArrayLike<number>, most: number, share: number): number | null {
  const wanted = Math.ceil(countOf(Array.from(counts)) * share)
  if (wanted === 0) return null
  let seen = 0
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    seen += counts[bucket] ?? 0
    if (seen >= wanted) return Math.min(endOfBucket(bucket), most)
  }
  return most
}
