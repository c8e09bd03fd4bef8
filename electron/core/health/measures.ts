/** Live histograms of the steps from key to wire, from wire to pixel and of the disk: the last quarter of an hour. Recording allocates nothing. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import { watchClockSteps } from '../../../shared/base/clockSteps.ts'
import { MAX_ACT_AGE } from '../../../shared/domain/actAge.ts'
import type { WindowDurations } from '../../../shared/domain/health/drawn.ts'
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
/** The shortest time that the wall clock tells, ms. Nothing shorter is claimed. */
const WALL_STEP = 1

export interface Measures {
  /** Counts the time from a reading of the monotonic clock until now. Returns now. */
  since(name: MeasureName, from: number): number
  /**
   * A dealer's command was received. `at`: the window's wall clock when it sent the command, ms. Both ends read the wall clock of one machine in
   * whole ms. A negative time, one after which the core refuses a command, and one that a step of the clock may have falsified count as not measured.
   */
  commandReceived(at: EpochMs): void
  /** Adds durations that a window counted. False: the minute in progress has too many, and nothing of the report counts. */
  add(report: WindowDurations): boolean
  /** Durations that no clock could measure, since the start. They are in no count. */
  unmeasured(): number
  /** Ends the minute in progress and returns what it counted; a measure without durations is left out. */
  endMinute(): Partial<Record<MeasureName, Timed>>
  /** The last quarter of an hour. */
  read(): readonly Measure[]
}

type Counted = Pick<Histogram, 'most'> & { readonly counts: readonly number[] }

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
  let unmeasured = 0
  const doubtfulTo = watchClockSteps(clock)

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
    commandReceived(at) {
      const took = clock.now() - at
      if (at <= doubtfulTo() || took < 0 || took > MAX_ACT_AGE) {
        unmeasured += 1
        return
      }
      const { now } = kept.callToCore
      record(now, 0, Math.max(WALL_STEP, took))
      now.lastAt = clock.monotonic()
    },
    add({ measures, unmeasured: without }) {
      const reported = Object.entries(measures) as [MeasureName, Counted][]
      const isTooMany = ([name, { counts }]: (typeof reported)[number]) =>
        countOf(kept[name].now.counts) + countOf(counts) > MOST_REPORTED
      if (reported.some(isTooMany)) return false
      for (const [name, counted] of reported) {
        const { now } = kept[name]
        addTo(now, counted)
        now.lastAt = clock.monotonic()
      }
      unmeasured += without
      return true
    },
    unmeasured: () => unmeasured,
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
      doubtfulTo()
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
  commandReceived: () => {},
  add: () => true,
  unmeasured: () => 0,
  endMinute: () => ({}),
  read: () => MEASURES.map((name) => ({ name, counts: [], most: 0, lastAt: null })),
})
