/** The sheet that checks a venue before the sign-in: choose, start, follow the probes, read the result, save or write it. */

import './check.css'
import type { KeyboardEvent } from 'react'
import type { Session } from '../../../../shared/contract/status.ts'
import { useFollowed } from '../../../state/follow/useFollowed.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { CheckForm } from './CheckForm.tsx'
import { CheckProgress } from './CheckProgress.tsx'
import { CheckResultView } from './CheckResultView.tsx'
import { useVenueCheck } from './useVenueCheck.ts'

interface CheckVenueSheetProps {
  readonly session: Session
  readonly onClose: () => void
}

export function CheckVenueSheet({ session, onClose }: CheckVenueSheetProps) {
  const check = useVenueCheck()
  const followed = useFollowed('venueCheck')
  const progress = followed?.value ?? null
  const { result } = check
  const checked = session.venues.find(({ id }) => id === result?.subject.venueId)
  const isOver = result !== null || check.stopped !== null || check.failure !== null
  // Until the core says that this check runs, the topic is about the one before.
  const isShown = check.isRunning ? progress?.isRunning === true : isOver
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !check.isRunning) return
    // Esc stops the check first: the sheet stays and shows how far it got.
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) check.stop()
  }
  return (
    <Sheet title="Check a venue" wide onClose={onClose}>
      <div role="presentation" className="venue-check" onKeyDown={onKeyDown}>
        <div className="check-side">
          <CheckForm
            venues={session.venues.filter(({ replay }) => replay?.plays !== 'session')}
            check={check}
          />
          {check.failure !== null && (
            <p role="alert" className="problem">
              {check.failure}
            </p>
          )}
          {check.stopped !== null && <p role="status">{check.stopped}</p>}
          {followed?.stale && check.isRunning && (
            <p role="alert">This window is without the core: what is shown may have changed.</p>
          )}
          {progress && isShown && <CheckProgress state={progress} />}
        </div>
        {result && <CheckResultView result={result} replaces={checked?.editable ? checked.id : null} />}
      </div>
    </Sheet>
  )
}
