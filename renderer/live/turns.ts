/** Spreads what costs a whole frame over many: each member has a turn seldom, and a frame serves as few as it may. No React, no DOM. */

import type { FrameScheduler } from './frameLoop.ts'

/** A screen's frame, ms; a faster screen spreads the turns better still. */
const FRAME = 1_000 / 60

interface Turn {
  run: ((timeMs: number) => void) | null
  last: number
}

/**
 * Gives each who joins a scheduler of its own, whose frames come at least `gap` ms apart, the first at once; who asked first goes first. A frame
 * serves no more of those who wait than it must for all to have their turn within `gap`.
 */
export function takeTurns(scheduler: FrameScheduler, gap: number): () => FrameScheduler {
  const frames = Math.max(1, Math.floor(gap / FRAME))
  const waiting = new Set<Turn>()
  let asked: number | null = null

  const show = (timeMs: number) => {
    asked = null
    let left = Math.ceil(waiting.size / frames)
    for (const turn of waiting) {
      if (left === 0) break
      if (timeMs - turn.last < gap) continue
      waiting.delete(turn)
      turn.last = timeMs
      left--
      turn.run?.(timeMs)
    }
    ask()
  }
  const ask = () => {
    if (waiting.size > 0) asked ??= scheduler.request(show)
  }
  return () => {
    const turn: Turn = { run: null, last: Number.NEGATIVE_INFINITY }
    return {
      request(run) {
        turn.run = run
        waiting.add(turn)
        ask()
        return 0
      },
      cancel() {
        waiting.delete(turn)
        if (waiting.size > 0 || asked === null) return
        scheduler.cancel(asked)
        asked = null
      },
    }
  }
}
