/** Grants credit for the next frame up to half a frame after painting, so that the next frame shows the newest data. Draws nothing. */

import type { Clock } from '../../shared/base/clock.ts'
import type { FrameScheduler } from './frameLoop.ts'

/** Ms of a screen's frame until a shorter frame is measured. */
const FRAME = 1_000 / 60
/** The weight of a frame, 1/MEMORY, when frames become longer and when the share grows back. */
const MEMORY = 32
/** The largest delay of a grant, as a share of a frame. The rest is enough for the round trip on a machine that is not overloaded. */
const LATEST = 0.5

export interface LateGrants extends FrameScheduler {
  /** Calls `run` later in this frame; at once where painting took too long, or outside a frame. */
  grant(run: () => void): void
}

/**
 * A scheduler that delays grants within its frame. The answer to an immediate grant arrives within a millisecond or two and then ages until the next
 * frame. Where frames are missed, for any reason, grants come sooner.
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
