/** Detects that the machine slept or that its wall clock was set. Changes no clock. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'

/** Ms between two comparisons of the clocks. */
const COMPARE_EVERY = 1_000
/** Ms by which wall clock and monotonic clock may differ (docs/api.md#clock-steps). */
const TOLERANCE = 2_000
/** Extra ms between two comparisons that no busy machine needs: the machine slept, and both clocks went on. */
const SLEEP_AFTER = 15_000

/** `stepped` receives by how many ms the wall clock moved too far; negative where the clock was set back. */
export function watchClockSteps(clock: Clock, stepped: (ms: number) => void): Stop {
  let wall = clock.now()
  let monotonic = clock.monotonic()
  return clock.every(COMPARE_EVERY, () => {
    const wallNow = clock.now()
    const monotonicNow = clock.monotonic()
    const difference = wallNow - wall - (monotonicNow - monotonic)
    const delay = monotonicNow - monotonic - COMPARE_EVERY
    wall = wallNow
    monotonic = monotonicNow
    if (Math.abs(difference) > TOLERANCE) stepped(difference)
    else if (delay > SLEEP_AFTER) stepped(delay)
  })
}
