/** Rings at moments that are named one after the other: funding and settlement times. Knows nothing of money. */

import type { Clock, EpochMs, Stop } from '../../../../shared/base/clock.ts'

/** How soon a moment is asked for again when the wall clock stepped back over the last one. */
const ASK_AGAIN_MS = 60_000

/**
 * Calls `run` at each moment that `next` names, which is asked anew after each; null ends it. No moment rings twice, and none
 * rings early: timers follow another clock than the wall's.
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

/** The next whole multiple of `everyMs` since 1970 after now: with a day, midnight UTC. */
export const nextMultiple = (now: EpochMs, everyMs: number): EpochMs =>
  (Math.floor(now / everyMs) + 1) * everyMs
