/** The button that sends the ticket. Enter counts only after the focus came from a field of the ticket, never after a closing sheet returned the focus. */

import { useRef, type FocusEvent, type MouseEvent, type ReactNode } from 'react'
import { tell } from '../../state/stores/noticeStore.ts'
import type { Showing } from '../../state/presses/enterWatch.ts'
import { useSession } from '../../state/useSession.ts'

interface SendButtonProps {
  readonly className: string
  readonly isDisabled: boolean
  /** The order that a press sends, as a sentence without a full stop; null: a press sends nothing. */
  readonly sentence: string | null
  readonly onSend: () => void
  readonly children: ReactNode
}

export function SendButton({ className, isDisabled, sentence, onSend, children }: SendButtonProps) {
  const { clock, enters, notices } = useSession()
  /** The order as the dealer saw it when Enter began to mean it; null: the focus came from outside the ticket. */
  const meant = useRef<Showing | null>(null)
  const focused = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isFromTicket = currentTarget.closest('.ticket')?.contains(relatedTarget) ?? false
    meant.current = isFromTicket ? enters.show() : null
  }
  const clicked = ({ detail }: MouseEvent) => {
    const isByKey = detail === 0
    if (!isByKey || sentence === null) return onSend()
    if (meant.current === null) {
      meant.current = enters.show()
      return tell(notices, clock, 'warning', `Nothing was sent. Enter again sends ${sentence}.`)
    }
    if (enters.counts(meant.current)) onSend()
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
