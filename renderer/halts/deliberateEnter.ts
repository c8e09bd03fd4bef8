/** Decides which Enter counts in a sheet about halts: a press of its own, never the press that opened the sheet. Sends nothing. */

import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import type { Showing } from '../state/presses/enterWatch.ts'
import { useSession } from '../state/useSession.ts'

/** Ignores repeats of the Enter that opened the sheet and is still held down. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

/** Returns whether the sheet was shown long enough for an Enter to count. */
export function useSheetIsRead(): () => boolean {
  const { enters } = useSession()
  const showing = useRef<Showing | null>(null)
  useLayoutEffect(() => {
    showing.current = enters.show()
  }, [enters])
  return () => showing.current !== null && enters.counts(showing.current)
}
