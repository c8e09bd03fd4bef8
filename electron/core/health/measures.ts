/** Live histograms of the steps from key to wire, from wire to pixel and of the disk: the last quarter of an hour. Recording allocates nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import { MEASURES, type Measure, type MeasureName } from '../../../shared/domain/health/health.ts'
import {
  addTo,
  countOf,
  createHistogram,
  empty,
  record,
  shareWithin,
  type Histogram,
} from '../../../shared/domain/health/histogram.ts'
import type { Timed } from '../../../shared/domain/health/minute.ts'

/** Minutes that the shown counts go back. */
const MINUTES = 15
/** Durations of a minute that windows may report: four windows of nine ladders at 240 frames a second have half as many. */
const MOST_REPORTED = 1_000_000

export interface Measures {
  /** Counts the time from a reading of the monotonic clock until now. Returns now. */
  since(name: MeasureName, from: number): number
  /** Adds durations that another process counted. False: the minute in progress has too many, and none of them counts. */
  add(name: MeasureName, counted: Pick<Histogram, 'most'> & { readonly counts: readonly number[] }): boolean
  /** Ends the minute in progress and returns what it counted; a measure without durations is left out. */
  endMinute(): Partial<Record<MeasureName, Timed>>
  /** The last quarter of an hour. */
  read(): readonly Measure[]
}

interface Kept {
  /** The minute in progress. */
  readonly now: Histogram
  /** Ended minutes, one after another in a ring. */
  readonly ended: readonly Histogram[]
}

export function createMeasures(clock: Clock): Measures {
  const kept = Object.fromEntries(
    MEASURES.map((name): [MeasureName, Kept] => [
      name,
      { now: createHistogram(), ended: Array.from({ length: MINUTES }, createHistogram) },
    ]),
  ) as Record<MeasureName, Kept>
  let place = 0

  const timedOf = ({ counts, most }: Histogram): Timed | null => {
    const count = countOf(counts)
    return count === 0
      ? null
      : [count, shareWithin(counts, most, 0.5) ?? 0, shareWithin(counts, most, 0.99) ?? 0, most]
  }

  return {
    since(name, from) {
      const now = clock.monotonic()
      record(kept[name].now, from, now)
      return now
    },
    add(name, counted) {
      const { now } = kept[name]
      if (countOf(now.counts) + countOf(counted.counts) > MOST_REPORTED) return false
      addTo(now, counted)
      now.lastAt = clock.monotonic()
      return true
    },
    endMinute() {
      const minute: Partial<Record<MeasureName, Timed>> = {}
      for (const name of MEASURES) {
        const { now, ended } = kept[name]
        const oldest = ended[place]
        if (oldest) {
          empty(oldest)
          addTo(oldest, now)
        }
        const timed = timedOf(now)
        if (timed) minute[name] = timed
        empty(now)
      }
      place = (place + 1) % MINUTES
      return minute
    },
    read() {
      const [wall, monotonic] = [clock.now(), clock.monotonic()]
      return MEASURES.map((name) => {
        const { now, ended } = kept[name]
        const sum = createHistogram()
        for (const each of [now, ...ended]) addTo(sum, each)
        return {
          name,
          counts: countOf(sum.counts) === 0 ? [] : [...sum.counts],
          most: sum.most,
          lastAt: now.lastAt === null ? null : Math.floor(wall - (monotonic - now.lastAt)),
        }
      })
    },
  }
}

/** Measures nothing: for a core whose health nobody watches. */
export const noMeasures = (clock: Clock): Measures => ({
  since: () => clock.monotonic(),
  add: () => true,
  endMinute: () => ({}),
  read: () => MEASURES.map((name) => ({ name, counts: [], most: 0, lastAt: null })),
})
