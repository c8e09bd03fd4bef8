/** Drops keys and clicks that reach the page more than a second late. After such a hang the screen no longer shows what the dealer acted on. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import { takesText } from './registry.ts'

/** Age in ms after which a key or a click sends nothing. */
export const INPUT_LIVES = 1_000

/** Keys that only reduce risk or back out always work. F12 is the trade lock; with Shift and Ctrl it opens a sheet that asks. */
const ALWAYS: ReadonlySet<string> = new Set(['Delete', 'Escape', 'F12'])
/** Keys that change nothing but the text of a field or the place in the text. */
const EDITING: ReadonlySet<string> = new Set(['Backspace', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])

/** Whether a late key still works. Text typed into a field does; Enter, F-keys and keys that move prices or panels do not. */
function mayPass(event: KeyboardEvent): boolean {
  if (ALWAYS.has(event.key)) return true
  if (!takesText(event.target)) return false
  const isChord = event.ctrlKey || event.altKey || event.metaKey
  return EDITING.has(event.key) || (event.key.length === 1 && !isChord)
}

export interface LateInputOptions {
  readonly clock: Clock
  /** Ms since a press was made. */
  readonly pressAge: (press: Event) => number
  /** Receives the delay in ms of the first late input of a series. */
  readonly onDropped: (late: number) => void
}

/** Listens until stopped, before every other listener of the window. */
export function leaveOutLateInput(target: Window, { clock, pressAge, onDropped }: LateInputOptions): Stop {
  let lastSaid = Number.NEGATIVE_INFINITY
  const check = (event: Event) => {
    const late = pressAge(event)
    if (late <= INPUT_LIVES || (event instanceof KeyboardEvent && mayPass(event))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const now = clock.monotonic()
    if (now - lastSaid > INPUT_LIVES) onDropped(late)
    lastSaid = now
  }
  const kinds = ['keydown', 'click', 'mouseup', 'pointerup'] as const
  for (const kind of kinds) target.addEventListener(kind, check, { capture: true })
  return () => {
    for (const kind of kinds) target.removeEventListener(kind, check, { capture: true })
  }
}
