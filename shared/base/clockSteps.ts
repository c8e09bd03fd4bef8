/** Notices that the wall clock of this machine was set, or that the machine slept: a duration of two wall-clock times may be false then. */

import type { Clock, EpochMs } from './clock.ts'

/** Ms between the two clocks of this machine that mean a step of the wall clock or sleep. Smaller differences are corrected gradually. */
const STEP = 100
/** Ms after a step in which a reading may still have a time of before. */
const AFTER_STEP = 2_000

/** Returns the wall-clock time up to which no reading counts; 0: no step was noticed. Call it at each reading, and now and then between them. */
export function watchClockSteps(clock: Clock): () => EpochMs {
  let doubtfulTo: EpochMs = 0
  let between = clock.now() - clock.monotonic()
  return () => {
    const now = clock.now()
    const difference = now - clock.monotonic()
    if (Math.abs(difference - between) > STEP) doubtfulTo = now + AFTER_STEP
    between = difference
    return doubtfulTo
  }
}
