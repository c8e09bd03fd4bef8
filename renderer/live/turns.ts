/** Spreads expensive work over many frames: each member gets a turn, and as few members as possible share a frame. No React, no DOM. */

import type { FrameScheduler } from './frameLoop.ts'

/** A screen's frame, ms; a faster screen spreads the turns better still. */
const FRAME = 1_000 / 60

interface Turn {
  run: ((timeMs: number) => void) | null
  last: number
}

/**
 * Gives each who joins a scheduler of its own; who asked first goes first, and the first turn comes at once. Turns of one member are at least
 * `least` ms apart, and the more others are at it the further, up to `most`: what all of them cost grows slower than they do. A frame serves no
 * more of those who wait than it must for all to have their turn within that time.
 */
export function takeTurns(
  scheduler: FrameScheduler,
  { least, most }: { readonly least: number; readonly most: number },
): () => FrameScheduler {
  const waiting = new Set<Turn>()
  /** Who waits, or had a turn lately. */
  const busy = new Set<Turn>()
  let asked: number | null = null

  const show = (timeMs: number) => {
    asked = null
    for (const turn of busy) if (!waiting.has(turn) && timeMs - turn.last >= most) busy.delete(turn)
    const gap = Math.min(most, least * busy.size)
    let left = Math.ceil(waiting.size / Math.max(1, Math.floor(gap / FRAME)))
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
        busy.add(turn)
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
