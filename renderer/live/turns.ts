/** Spreads expensive work over many frames: each member gets a turn, and few members share a frame. No React, no DOM. */

import type { FrameScheduler } from './frameLoop.ts'

/** Ms of a screen's frame. A faster screen spreads the turns further. */
const FRAME = 1_000 / 60
/** Of many members so many share a frame, because a frame with any change has a cost of its own: the browser copies every canvas of the page. */
const TOGETHER = 3

/** Ms. The gap between two turns of one member grows by `least` with each busy member up to `most`, and from then on by `crowd` with each. */
export interface TurnGaps {
  readonly least: number
  readonly most: number
  readonly crowd: number
}

interface Turn {
  run: ((timeMs: number) => void) | null
  last: number
}

/**
 * Returns a function that gives each member its own scheduler. The member that asked first goes first, and a first turn comes at once. The gap
 * between turns of one member grows with the number of busy members, so that the total cost grows slower than their number, and stays within
 * what a page can bear. A frame serves only as many waiting members as needed for all of them to have a turn within the gap; three once
 * members are too many for `least`.
 */
export function takeTurns(scheduler: FrameScheduler, { least, most, crowd }: TurnGaps): () => FrameScheduler {
  const waiting = new Set<Turn>()
  /** Members that wait, or that had a turn within the longest gap. */
  const busy = new Set<Turn>()
  let asked: number | null = null

  const gapOf = (members: number) => Math.max(Math.min(most, least * members), crowd * members)

  const show = (timeMs: number) => {
    asked = null
    const longest = Math.max(most, gapOf(busy.size))
    for (const turn of busy) if (!waiting.has(turn) && timeMs - turn.last >= longest) busy.delete(turn)
    const gap = gapOf(busy.size)
    let left = Math.max(
      least * busy.size > most ? TOGETHER : 1,
      Math.ceil(waiting.size / Math.max(1, Math.floor(gap / FRAME))),
    )
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
