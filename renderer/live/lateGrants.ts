/** Grants credit for the next frame up to half a frame after painting, so that the next frame shows the newest data. Draws nothing. */

import type { Clock } from '../../shared/base/clock.ts'
import type { FrameScheduler } from './frameLoop.ts'

/** A screen's frame, ms, until it is known better; faster screens are learned of. */
const FRAME = 1_000 / 60
/** A frame counts for one in so many when they grow longer, and when what was given up is taken back. */
const MEMORY = 32
/** Of a frame: time enough for the way there and back on a machine that is not overloaded. */
const LATEST = 0.5

export interface LateGrants extends FrameScheduler {
  /** Runs it later in this frame; at once where painting took so long, or outside a frame. */
  grant(run: () => void): void
}

/**
 * A scheduler that knows where in its frame it is. What is granted right behind a frame is answered within a millisecond or two and then waits for
 * the next one, growing old. Where frames are missed, by news that came too late for them or for any other reason, it is asked for sooner.
 */
export function lateGrants(scheduler: FrameScheduler, clock: Clock): LateGrants {
  let frame = FRAME
  let share = LATEST
  let shownAt = Number.NaN
  let began = Number.NEGATIVE_INFINITY
  let waiting: (() => void)[] = []

  const settle = () => {
    const runs = waiting
    waiting = []
    for (const run of runs) run()
  }
  return {
    request: (run) =>
      scheduler.request((timeMs) => {
        const gap = timeMs - shownAt
        share = gap > 1.5 * frame ? share / 2 : share + (LATEST - share) / MEMORY
        if (gap > 0) frame = Math.min(FRAME, gap < frame ? gap : frame + (gap - frame) / MEMORY)
        shownAt = timeMs
        began = clock.monotonic()
        run(timeMs)
      }),
    cancel: (id) => scheduler.cancel(id),
    grant(run) {
      const left = began + share * frame - clock.monotonic()
      if (waiting.length === 0 && left <= 0) return run()
      waiting.push(run)
      if (waiting.length === 1) clock.after(left, settle)
    },
  }
}
