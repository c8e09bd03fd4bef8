/**
 * The button that sends the ticket. Enter counts only after the focus came from a field of the ticket, never after a closing sheet returned the focus.
 * A click counts once the order on the button could be read, and the second click of a double one sends nothing.
 */

import { useLayoutEffect, useRef, type FocusEvent, type MouseEvent, type ReactNode } from 'react'
import { tell } from '../../state/stores/noticeStore.ts'
import type { Showing } from '../../state/presses/enterWatch.ts'
import { useSession } from '../../state/useSession.ts'

interface SendButtonProps {
  readonly className: string
  readonly isDisabled: boolean
  /** The order that a press sends, as a sentence without a full stop; null: a press sends nothing. */
  readonly sentence: string | null
  /** The sentence without its value, which follows the market. */
  readonly order: string | null
  readonly onSend: () => void
  readonly children: ReactNode
}

const CHANGED = 'Nothing was sent: the order on the button had just changed.'

export function SendButton(props: SendButtonProps) {
  const { className, isDisabled, sentence, order, onSend, children } = props
  const { clock, enters, notices } = useSession()
  /** The order as the dealer saw it when Enter began to mean it; null: the focus came from outside the ticket. */
  const meant = useRef<Showing | null>(null)
  /** The order that stands on the button. */
  const shown = useRef<Showing | null>(null)
  useLayoutEffect(() => {
    shown.current = order === null ? null : enters.show()
  }, [order, enters])
  const focused = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isFromTicket = currentTarget.closest('.ticket')?.contains(relatedTarget) ?? false
    meant.current = isFromTicket ? enters.show() : null
  }
  const clicked = ({ detail }: MouseEvent) => {
    const isByKey = detail === 0
    if (sentence === null) return onSend()
    if (detail > 1) return
    if (!isByKey) {
      if (shown.current !== null && enters.counts(shown.current)) return onSend()
      return tell(notices, clock, 'warning', `${CHANGED} Click again to send ${sentence}.`)
    }
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
