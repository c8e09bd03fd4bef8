/** Drops keys and clicks that reach the page more than a second late. After such a hang the screen no longer shows what the dealer acted on. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import { takesText } from './registry.ts'

/** Ms from the hand to the page after which a key sends nothing. */
export const INPUT_LIVES = 1_000

/** What only takes risk away or backs out is done however late it comes. */
const ALWAYS: ReadonlySet<string> = new Set(['Delete', 'Escape'])

/** Whether a key may reach what it was meant for: letters typed into a field are not lost, but no Enter gets through. */
const mayPass = (event: KeyboardEvent): boolean =>
  ALWAYS.has(event.key) || (takesText(event.target) && event.key !== 'Enter')

/** Listens until stopped, before everything else in the window. `said` hears how late the first of a row was, ms. */
export function leaveOutLateInput(target: Window, clock: Clock, said: (late: number) => void): Stop {
  let lastSaid = Number.NEGATIVE_INFINITY
  const check = (event: Event) => {
    const now = clock.monotonic()
    // The page's own clock counts from the same moment as the browser's stamps.
    const late = now - event.timeStamp
    if (late <= INPUT_LIVES || (event instanceof KeyboardEvent && mayPass(event))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (now - lastSaid > INPUT_LIVES) said(late)
    lastSaid = now
  }
  const kinds = ['keydown', 'click', 'mouseup'] as const
  for (const kind of kinds) target.addEventListener(kind, check, { capture: true })
  return () => {
    for (const kind of kinds) target.removeEventListener(kind, check, { capture: true })
  }
}
