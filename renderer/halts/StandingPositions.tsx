/** The positions that stand at the venue, and why there may be others, below a question about leaving. Closes no position. */

import { useStore } from 'zustand'
import { positionsUnread } from '../../shared/contract/status.ts'
import { standingLines } from '../../shared/domain/accounts/standingPositions.ts'
import { useSession } from '../state/useSession.ts'

/** Draws nothing where every trade was read and no position stands. */
export function StandingPositions() {
  const { server } = useSession()
  const { rows } = useStore(server.positions)
  const unread = useStore(server.reads, ({ value }) => positionsUnread(value))
  const lines = standingLines(rows.values())
  if (lines.length === 0) return unread === null ? null : <p>{unread}</p>
  return (
    <>
      <p>
        Positions stay open at the venue. Openpit neither closes nor watches them while you are signed out.
      </p>
      <ul className="resting" aria-label="Positions">
        {lines.map((line) => (
          <li key={line} className="mono">
            {line}
          </li>
        ))}
      </ul>
      {unread !== null && <p>{unread}</p>}
    </>
  )
}
