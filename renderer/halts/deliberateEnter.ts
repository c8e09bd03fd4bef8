/** Decides which Enter counts in a sheet about halts: a press of its own, never the press that opened the sheet. Sends nothing. */

import { useState, type KeyboardEvent } from 'react'
import { useSession } from '../state/useSession.ts'

/** The Enter that opened the sheet may still be held down: its repeats do nothing. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

/** Tells whether the sheet has been shown for long enough that an Enter is meant for it. */
export function useSheetIsRead(): () => boolean {
  const { clock, enters } = useSession()
  const [shownAt] = useState(() => clock.monotonic())
  return () => enters.counts(shownAt)
}
