/** The button that sends the ticket. Enter counts only after the focus came from a field of the ticket, never behind a sheet that gave the focus back. */

import { useRef, type FocusEvent, type MouseEvent, type ReactNode } from 'react'
import { tell } from '../../state/stores/noticeStore.ts'
import { useSession } from '../../state/useSession.ts'

interface SendButtonProps {
  readonly className: string
  readonly isDisabled: boolean
  /** What a press sends, in one sentence without a full stop; null: nothing yet, so that a press sends nothing. */
  readonly sentence: string | null
  readonly onSend: () => void
  readonly children: ReactNode
}

export function SendButton({ className, isDisabled, sentence, onSend, children }: SendButtonProps) {
  const { clock, enters, notices } = useSession()
  /** Ms of the monotonic clock since when an Enter here is meant; null: the focus came from outside the ticket. */
  const meantSince = useRef<number | null>(null)
  const focused = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isFromTicket = currentTarget.closest('.ticket')?.contains(relatedTarget) ?? false
    meantSince.current = isFromTicket ? clock.monotonic() : null
  }
  const clicked = ({ detail }: MouseEvent) => {
    const isByKey = detail === 0
    if (!isByKey || sentence === null) return onSend()
    if (meantSince.current === null) {
      meantSince.current = clock.monotonic()
      return tell(notices, clock, 'warning', `Nothing was sent. Enter again sends ${sentence}.`)
    }
    if (enters.counts(meantSince.current)) onSend()
  }
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isDisabled}
      onFocus={focused}
      onClick={clicked}
    >
      {children}
    </button>
  )
}
