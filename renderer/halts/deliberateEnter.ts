/** Which Enter counts in a sheet about halts: a press of its own, never the one that opened the sheet. Sends nothing. */

import { useState, type KeyboardEvent } from 'react'
import { CONFIRM_AFTER_MS } from '../state/proposalStore.ts'
import { useSession } from '../useSession.ts'

/** The Enter that opened the sheet may still be held down: its repeats do nothing. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

/** Tells whether the sheet has been shown for long enough that an Enter is meant for it. */
export function useSheetIsRead(): () => boolean {
  const { clock } = useSession()
  const [shownAt] = useState(() => clock.monotonic())
  return () => clock.monotonic() - shownAt >= CONFIRM_AFTER_MS
}
