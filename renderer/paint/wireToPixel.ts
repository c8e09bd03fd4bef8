/** Counts the time from a change's arrival at the core until its frame was drawn, and reports the counts now and then. Counting allocates nothing. */

import type { Clock, EpochMs } from '../../shared/base/clock.ts'
import { LONGEST_DRAWN, MOST_DRAWN, type DrawnCounts } from '../../shared/domain/health/drawn.ts'
import { createHistogram, empty, record } from '../../shared/domain/health/histogram.ts'

/** Ms between two reports. */
const REPORT_EVERY = 5_000
/** Ms between the two clocks of this machine that mean a step of the wall clock or sleep. Smaller differences are corrected gradually. */
const STEP = 100
/** Ms after a step in which a frame may still have a time of before. */
const AFTER_STEP = 2_000
const US_OF_MS = 1_000

export interface WireToPixel {
  /** The window or a ladder came in sight: changes from before waited for the dealer, not for the program. */
  inSight(): void
  /** Call at the end of a frame, once for each new frame of a book. `changedAt`: of its header. */
  drawn(changedAt: EpochMs): void
}

/**
 * Both ends read the wall clock of one machine in whole ms, so a reading is wrong by less than 1 ms. A reading that a step of the clock may have
 * falsified is dropped, and so is a negative one.
 */
export function countWireToPixel(clock: Clock, report: (counts: DrawnCounts) => void): WireToPixel {
  const histogram = createHistogram()
  let total = 0
  let countsFrom: EpochMs = 0
  let between = clock.now() - clock.monotonic()

  clock.every(REPORT_EVERY, () => {
    if (total === 0) return
    report({ counts: [...histogram.counts], most: histogram.most })
    total = 0
    empty(histogram)
  })

  return {
    inSight() {
      countsFrom = Math.max(countsFrom, clock.now())
    },
    drawn(changedAt) {
      const now = clock.now()
      const difference = now - clock.monotonic()
      if (Math.abs(difference - between) > STEP) countsFrom = now + AFTER_STEP
      between = difference
      const took = now - changedAt
      if (changedAt <= countsFrom || took < 0 || took * US_OF_MS > LONGEST_DRAWN || total === MOST_DRAWN)
        return
      total += 1
      // The clocks cannot tell less than 1 ms, so none is claimed.
      record(histogram, 0, Math.max(1, took))
    },
  }
}
