/** A button for an action that cannot be undone: the first press asks, a second separate press acts. Never acts on a burst of presses or on a held key. */

import { useState } from 'react'
import { useSession } from '../state/useSession.ts'

interface SecondPressButtonProps {
  readonly id?: string
  readonly isBusy: boolean
  /** The text before the first press. */
  readonly label: string
  /** The text between the two presses: the effect of the second. */
  readonly question: string
  readonly onConfirm: () => void
}

export function SecondPressButton({ id, isBusy, label, question, onConfirm }: SecondPressButtonProps) {
  const { clock, enters } = useSession()
  /** Ms of the monotonic clock at the first press; null before it. */
  const [askedAt, setAskedAt] = useState<number | null>(null)
  const asked = askedAt !== null
  const press = () => {
    if (isBusy) return
    if (!asked) return setAskedAt(clock.monotonic())
    if (!enters.counts(askedAt)) return
    setAskedAt(null)
    onConfirm()
  }
  return (
    <button
      id={id}
      type="button"
      className={asked ? 'button danger' : 'button small'}
      aria-disabled={isBusy}
      onClick={press}
      onBlur={() => setAskedAt(null)}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault()
        if (event.key !== 'Escape' || !asked) return
        event.preventDefault()
        setAskedAt(null)
      }}
    >
      {asked ? question : label}
    </button>
  )
}
