/** The sheet that checks a venue before the sign-in: choose, start, follow the probes, read the result, save or write it. */

import './check.css'
import type { Session } from '../../../../shared/contract/status.ts'
import { useFollowed } from '../../../panels/useFollowed.ts'
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
  const progress = useFollowed('venueCheck')?.value ?? null
  const { result } = check
  const checked = session.venues.find(({ id }) => id === result?.subject.venueId)
  return (
    <Sheet title="Check a venue" wide onClose={onClose}>
      <div className="venue-check">
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
          {progress && (check.isRunning || result !== null || check.failure !== null) && (
            <CheckProgress state={progress} />
          )}
        </div>
        {result && <CheckResultView result={result} replaces={checked?.editable ? checked.id : null} />}
      </div>
    </Sheet>
  )
}
