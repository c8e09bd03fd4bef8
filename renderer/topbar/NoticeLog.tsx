/** Everything the dealer was told in this window, newest first. */

import { useStore } from 'zustand'
import { Sheet } from '../ui/Sheet.tsx'
import { useSession } from '../useSession.ts'
import { timeOfDay } from '../words/times.ts'

export function NoticeLog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const log = useStore(session.notices, (of) => of.log)
  return (
    <Sheet title="Log" onClose={onClose} wide>
      {log.length === 0 && <p className="muted">Nothing happened yet.</p>}
      <ul className="log-list">
        {log.toReversed().map((of) => (
          <li key={of.key}>
            <span className="number muted">{timeOfDay(of.at)}</span>
            <span className={of.level === 'error' ? 'loss' : of.level === 'warning' ? 'amber' : 'muted'}>
              {of.level}
            </span>
            <span>
              {of.message} {of.detail !== null && <span className="muted">{of.detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
