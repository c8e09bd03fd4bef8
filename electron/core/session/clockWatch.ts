/** Notices that the machine slept or that its clock was set: wall clock and monotonic clock part, or a second takes far too long. Changes no clock. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'

const LOOK_EVERY = 1_000
/** Ms by which the clocks may part, docs/api.md#clock-steps. */
const PARTED = 2_000
/** Ms between two looks that no busy machine needs: it slept, and both clocks went on with it. */
const AWAY = 15_000

/** `stepped` hears by how many ms the wall clock moved more than it should have; below 0 it was set back. */
export function watchClock(clock: Clock, stepped: (ms: number) => void): Stop {
  let wall = clock.now()
  let monotonic = clock.monotonic()
  return clock.every(LOOK_EVERY, () => {
    const wallNow = clock.now()
    const monotonicNow = clock.monotonic()
    const parted = wallNow - wall - (monotonicNow - monotonic)
    const away = monotonicNow - monotonic - LOOK_EVERY
    wall = wallNow
    monotonic = monotonicNow
    if (Math.abs(parted) > PARTED) stepped(parted)
    else if (away > AWAY) stepped(away)
  })
}
