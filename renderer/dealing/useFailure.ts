/** Why what a form sent was not done: shown in the form while the form is open, and as a notice once the dealer closed the form. No answer is lost. */

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../shared/contract/failure.ts'
import { tellFailure } from '../state/actions/dealing.ts'
import { tell } from '../state/stores/noticeStore.ts'
import { useSession } from '../state/useSession.ts'

export interface ShownFailure<F extends string | Failure> {
  readonly failure: F | null
  /** Null: there is none any more. */
  readonly show: (failure: F | null) => void
  /** Whether the form is still on screen. An answer that comes later must move no focus and close nothing. */
  readonly isOpen: () => boolean
}

/** `doing`: what was asked, for the notice. */
export function useFailure<F extends string | Failure = Failure>(doing: string): ShownFailure<F> {
  const session = useSession()
  const [failure, setFailure] = useState<F | null>(null)
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  const isOpen = useCallback(() => open.current, [])
  const show = useCallback(
    (shown: F | null) => {
      if (open.current || shown === null) return setFailure(shown)
      if (typeof shown === 'string') tell(session.notices, session.clock, 'error', shown, doing)
      else tellFailure(session, doing, shown)
    },
    [session, doing],
  )
  return { failure, show, isOpen }
}
