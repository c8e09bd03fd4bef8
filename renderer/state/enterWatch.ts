/** Decides which Enter counts: a separate press, after the dealer could read the sentence that it confirms. Sends nothing itself. */

import type { Clock, Stop } from '../../shared/base/clock.ts'

/** Ms that a sentence must be shown, and that must pass since the last Enter, before an Enter confirms the sentence. An earlier Enter is the same press, or meant for something else. */
export const CONFIRM_AFTER_MS = 150

const MODIFIERS: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'Meta'])

export interface EnterWatch {
  /** Follows the keys and presses of a window until stopped. */
  listen(target: Window): Stop
  /** Whether the present press confirms a sentence shown at `shownAt` (monotonic ms). */
  counts(shownAt: number): boolean
}

/** `pressAge`: ms since a press was made. */
export function createEnterWatch(clock: Clock, pressAge: (press: Event) => number): EnterWatch {
  let lastEnter = Number.NEGATIVE_INFINITY
  /** When the present press was made, monotonic ms; null before the first press. */
  let pressedAt: number | null = null
  /** Ms between the last Enter and the present press. */
  let alone = Number.POSITIVE_INFINITY
  const hear = (event: Event) => {
    if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return
    // A busy page handles a press long after it was made: two presses of one slip would come far apart.
    const now = clock.monotonic() - Math.max(0, pressAge(event))
    pressedAt = now
    alone = now - lastEnter
    // After another key or a pointer press, an Enter does not repeat the last Enter.
    const isEnter = event instanceof KeyboardEvent && event.key === 'Enter'
    lastEnter = isEnter ? now : Number.NEGATIVE_INFINITY
  }
  return {
    listen(target) {
      const kinds = ['keydown', 'pointerdown'] as const
      for (const kind of kinds) target.addEventListener(kind, hear, { capture: true })
      return () => {
        for (const kind of kinds) target.removeEventListener(kind, hear, { capture: true })
      }
    },
    counts: (shownAt) =>
      alone >= CONFIRM_AFTER_MS && (pressedAt ?? clock.monotonic()) - shownAt >= CONFIRM_AFTER_MS,
  }
}
