/** Decides which Enter may send or end something: one that stands alone, and comes after the dealer could read what it confirms. Sends nothing itself. */

import type { Clock, Stop } from '../../shared/base/clock.ts'

/** Ms for which a sentence stands, and for which no Enter was pressed, before an Enter confirms it: a sooner one is the same press, or not meant for it. */
export const CONFIRM_AFTER_MS = 150

const MODIFIERS: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'Meta'])

export interface EnterWatch {
  /** Hears the keys and presses of a window until stopped. */
  listen(target: Window): Stop
  /** Whether the press under way confirms what was shown at `shownAt`, ms of the monotonic clock. */
  counts(shownAt: number): boolean
}

export function createEnterWatch(clock: Clock): EnterWatch {
  let lastEnter = Number.NEGATIVE_INFINITY
  /** Ms from the Enter before to the press under way. */
  let alone = Number.POSITIVE_INFINITY
  const hear = (event: Event) => {
    if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return
    const now = clock.monotonic()
    alone = now - lastEnter
    // Behind another key or a press of the pointer an Enter is no second press of the one before.
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
    counts: (shownAt) => alone >= CONFIRM_AFTER_MS && clock.monotonic() - shownAt >= CONFIRM_AFTER_MS,
  }
}
