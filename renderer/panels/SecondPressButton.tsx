/** A button for an action that cannot be undone: the first press asks, a second separate press acts. Never acts on a burst of presses or on a held key. */

import { useState } from 'react'
import type { Showing } from '../state/presses/enterWatch.ts'
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
  const { enters } = useSession()
  /** The question after the first press; null before that press. */
  const [asking, setAsking] = useState<Showing | null>(null)
  const asked = asking !== null
  const press = () => {
    if (isBusy) return
    if (!asked) return setAsking(enters.show())
    if (!enters.counts(asking)) return
    setAsking(null)
    onConfirm()
  }
  return (
    <button
      id={id}
      type="button"
      className={asked ? 'button danger' : 'button small'}
      aria-disabled={isBusy}
      onClick={press}
      onBlur={() => setAsking(null)}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault()
        if (event.key !== 'Escape' || !asked) return
        event.preventDefault()
        setAsking(null)
      }}
    >
      {asked ? question : label}
    </button>
  )
}
