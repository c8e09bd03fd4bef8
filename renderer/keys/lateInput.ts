/** Drops keys and clicks that reach the page more than a second late. After such a hang the screen no longer shows what the dealer acted on. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import { takesText } from './registry.ts'

/** Age in ms after which a key sends nothing. */
export const INPUT_LIVES = 1_000

/** Keys that only reduce risk or back out always work. F12 is the trade lock; with Shift and Ctrl it opens a sheet that asks. */
const ALWAYS: ReadonlySet<string> = new Set(['Delete', 'Escape', 'F12'])

/** Whether a late key still works. Letters typed into a field do; Enter does not. */
const mayPass = (event: KeyboardEvent): boolean =>
  ALWAYS.has(event.key) || (takesText(event.target) && event.key !== 'Enter')

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
  const kinds = ['keydown', 'click', 'mouseup'] as const
  for (const kind of kinds) target.addEventListener(kind, check, { capture: true })
  return () => {
    for (const kind of kinds) target.removeEventListener(kind, check, { capture: true })
  }
}
