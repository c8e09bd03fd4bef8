/** Decides which Enter counts: a separate press, after the dealer could read the sentence that it confirms. Sends nothing itself. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'

/** Ms that a sentence must be shown, and that must pass since the last Enter, before an Enter confirms the sentence. An earlier Enter is the same press, or meant for something else. */
export const CONFIRM_AFTER_MS = 150

const MODIFIERS: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'Meta'])

/** The keys with which a browser clicks the button in focus. */
const CLICKING: ReadonlySet<string> = new Set(['Enter', ' '])

/** What the window shows and the dealer must be able to read before a press may act on it. */
export interface Showing {
  /** Monotonic ms of the first frame that shows it; null while the window has not drawn that frame. */
  readonly since: number | null
}

export interface EnterWatch {
  /** Follows the keys and presses of a window until stopped. */
  listen(target: Window): Stop
  /** Call with the state change that shows a sentence: the next frame draws the sentence. */
  show(): Showing
  /** Whether the present press confirms a sentence. */
  counts(showing: Showing): boolean
  /** Whether the present press was made at least `ms` after the window drew what it shows. */
  follows(showing: Showing, ms: number): boolean
}

/** `pressAge`: ms since a press was made. `onFrame` calls its argument with the next frame that the window draws. */
export function createEnterWatch(
  clock: Clock,
  pressAge: (press: Event) => number,
  onFrame: (run: () => void) => void,
): EnterWatch {
  let lastEnter = Number.NEGATIVE_INFINITY
  /** When the present press was made, monotonic ms; null before the first press. */
  let pressedAt: number | null = null
  /** Ms between the last Enter and the present press. */
  let alone = Number.POSITIVE_INFINITY
  /** Whether a click may come from the press before it: that of a pointer, or of Enter or Space on a button. */
  let mayClick = false
  const hear = (event: Event) => {
    if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return
    const isClick = event.type === 'click'
    const isOfPress = isClick && mayClick
    mayClick = !isClick && (!(event instanceof KeyboardEvent) || CLICKING.has(event.key))
    if (isOfPress) return
    // A busy page handles a press long after it was made: two presses of one slip would come far apart.
    const now = clock.monotonic() - Math.max(0, pressAge(event))
    pressedAt = now
    alone = now - lastEnter
    // After another key or a pointer press, an Enter does not repeat the last Enter.
    const isEnter = event instanceof KeyboardEvent && event.key === 'Enter'
    lastEnter = isEnter ? now : Number.NEGATIVE_INFINITY
  }
  const follows = ({ since }: Showing, ms: number): boolean =>
    since !== null && (pressedAt ?? clock.monotonic()) - since >= ms
  return {
    listen(target) {
      // A screen reader clicks without a key or a pointer: such a click is a press of its own.
      const kinds = ['keydown', 'pointerdown', 'click'] as const
      for (const kind of kinds) target.addEventListener(kind, hear, { capture: true })
      return () => {
        for (const kind of kinds) target.removeEventListener(kind, hear, { capture: true })
      }
    },
    show() {
      // A busy page draws a sentence long after its state changed, and the dealer may press Enter meanwhile.
      const showing: { since: number | null } = { since: null }
      onFrame(() => (showing.since = clock.monotonic()))
      return showing
    },
    counts: (showing) => alone >= CONFIRM_AFTER_MS && follows(showing, CONFIRM_AFTER_MS),
    follows,
  }
}
