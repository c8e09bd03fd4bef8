/** Calls a function at successive times, such as funding and settlement times. Handles no money. */

import type { Clock, EpochMs, Stop } from '../../../../shared/base/clock.ts'

/** Delay before asking `next` again when the wall clock stepped back over the last time. */
const ASK_AGAIN_MS = 60_000

/**
 * Calls `run` at each time that `next` returns; null ends the schedule.
 * Never calls twice for one time, and never early: timers and the wall clock may differ.
 */
export function atEach(clock: Clock, next: () => EpochMs | null, run: (due: EpochMs) => void): Stop {
  let stop: Stop = () => {}
  let last = Number.NEGATIVE_INFINITY
  const plan = () => {
    const due = next()
    if (due === null) return
    const wait = Math.max(due - clock.now(), due > last ? 0 : ASK_AGAIN_MS)
    stop = clock.after(wait, () => {
      if (due > last && clock.now() >= due) {
        last = due
        run(due)
      }
      plan()
    })
  }
  plan()
  return () => stop()
}

/** The next multiple of `everyMs` since 1970 after now. For one day that is midnight UTC. */
export const nextMultiple = (now: EpochMs, everyMs: number): EpochMs =>
  (Math.floor(now / everyMs) + 1) * everyMs
