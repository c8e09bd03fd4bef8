/** Times each step of a change, from its arrival at the core until its frame was drawn, and reports the counts now and then. Counting allocates nothing. */

import type { Clock, EpochMs, Moment } from '../../shared/base/clock.ts'
import { watchClockSteps } from '../../shared/base/clockSteps.ts'
import { HEADER, type BookFrame } from '../../shared/domain/book/bookFrame.ts'
import {
  DRAWN_STEPS,
  LONGEST_DRAWN,
  MOST_DRAWN,
  type WindowDurations,
} from '../../shared/domain/health/drawn.ts'
import { createHistogram, empty, record, type Histogram } from '../../shared/domain/health/histogram.ts'

/** Ms between two reports. */
const REPORT_EVERY = 5_000
const US_OF_MS = 1_000
/** The shortest time that the wall clock tells, and that of the window's own clock, ms. Nothing shorter is claimed. */
const WALL_STEP = 1
const OWN_STEP = 0.1

type Step = (typeof DRAWN_STEPS)[number]

export interface WireToPixel {
  /** The window or a ladder came in sight: changes from before waited for the dealer, not for the program. */
  inSight(): void
  /** Call at the end of a drawing, once for each new frame of a book. `arrived`: when the window received it. */
  drawn(frame: BookFrame, arrived: Moment): void
}

/**
 * Within one thread the monotonic clock is read. From one thread to another, and over the whole way, both ends read the wall clock of one machine in
 * whole ms, so a reading is wrong by less than 1 ms. A frame counts in each step or in none: a reading that a step of the clock may have falsified,
 * a negative one and one that is too long count as not measured.
 */
export function countWireToPixel(clock: Clock, report: (durations: WindowDurations) => void): WireToPixel {
  const histograms = Object.fromEntries(DRAWN_STEPS.map((step) => [step, createHistogram()])) as Record<
    Step,
    Histogram
  >
  const doubtfulTo = watchClockSteps(clock)
  let total = 0
  let unmeasured = 0
  let visibleFrom: EpochMs = 0

  clock.every(REPORT_EVERY, () => {
    doubtfulTo()
    if (total === 0 && unmeasured === 0) return
    const measures: WindowDurations['measures'] = {}
    for (const step of total === 0 ? [] : DRAWN_STEPS) {
      const { counts, most } = histograms[step]
      measures[step] = { counts: [...counts], most }
      empty(histograms[step])
    }
    report({ measures, unmeasured })
    total = 0
    unmeasured = 0
  })

  return {
    inSight() {
      visibleFrom = Math.max(visibleFrom, clock.now())
    },
    drawn(frame, arrived) {
      const changedAt = frame[HEADER.changedAt] ?? 0
      const now = clock.now()
      const steadyFrom = doubtfulTo()
      if (changedAt <= visibleFrom || total + unmeasured === MOST_DRAWN) return
      const whole = now - changedAt
      const delivered = arrived.wall - (frame[HEADER.sentAt] ?? 0)
      const drawing = clock.monotonic() - arrived.monotonic
      const longest = Math.max(whole, delivered, drawing)
      const isTrue = changedAt > steadyFrom && Math.min(whole, delivered, drawing) >= 0
      if (!isTrue || longest * US_OF_MS > LONGEST_DRAWN) {
        unmeasured += 1
        return
      }
      total += 1
      record(histograms.bookFolded, 0, (frame[HEADER.foldedIn] ?? 0) / US_OF_MS)
      record(histograms.frameWaited, 0, (frame[HEADER.waitedFor] ?? 0) / US_OF_MS)
      record(histograms.frameDelivered, 0, Math.max(WALL_STEP, delivered))
      record(histograms.frameDrawn, 0, Math.max(OWN_STEP, drawing))
      record(histograms.wireToPixel, 0, Math.max(WALL_STEP, whole))
    },
  }
}
