/** Detects that the machine slept or that its wall clock was set. Changes no clock. */

import { momentOf, type Clock, type Stop } from '../../../shared/base/clock.ts'

/** Ms between two comparisons of the clocks. */
const COMPARE_EVERY = 1_000
/** Ms by which wall clock and monotonic clock may differ (docs/api.md#clock-steps). */
const TOLERANCE = 2_000
/** Extra ms between two comparisons that no busy machine needs: the machine slept, and both clocks went on. */
const SLEEP_AFTER = 15_000

/** Ms after a step in which the system's word of a sleep means the same sleep. */
const SAME_SLEEP = 10_000

export interface ClockWatch {
  /** Receives each step: by how many ms the wall clock moved too far; negative where the clock was set back. */
  listen(stepped: (ms: number) => void): void
  /** Compares the clocks now. The first key after a sleep may come before the timer. */
  compare(): void
  /** The system says that the machine woke: a step of 0 ms where the clocks have shown none, because both went on during a short sleep. */
  resumed(): void
  readonly stop: Stop
}

/** Compares once a second, and whenever it is asked. */
export function watchClockSteps(clock: Clock): ClockWatch {
  let last = momentOf(clock)
  let stepped: (ms: number) => void = () => {}
  let steppedAt = Number.NEGATIVE_INFINITY
  const step = (ms: number): void => {
    steppedAt = clock.monotonic()
    stepped(ms)
  }
  const compare = (): void => {
    const now = momentOf(clock)
    const passed = now.monotonic - last.monotonic
    const difference = now.wall - last.wall - passed
    const delay = passed - COMPARE_EVERY
    last = now
    if (Math.abs(difference) > TOLERANCE) step(difference)
    else if (delay > SLEEP_AFTER) step(delay)
  }
  return {
    listen(next) {
      stepped = next
    },
    compare,
    resumed() {
      compare()
      if (clock.monotonic() - steppedAt > SAME_SLEEP) step(0)
    },
    stop: clock.every(COMPARE_EVERY, compare),
  }
}
