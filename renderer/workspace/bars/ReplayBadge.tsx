/** Replaces the venue's name during a replay: shows the state of the replay and the recorded time. */

import { useEffect, useState } from 'react'
import type { EpochMs } from '../../../shared/base/clock.ts'
import type { ReplayStatus } from '../../../shared/contract/replay.ts'
import type { VenueSummary } from '../../../shared/contract/status.ts'
import { useSession } from '../../state/useSession.ts'
import { dayAndTimeWithZone } from '../../format/times.ts'

/** The recorded time at `now`, ms since epoch. */
export const recordedNow = ({ state, recordedAt, at, speed }: ReplayStatus, now: EpochMs): EpochMs =>
  state === 'running' ? recordedAt + Math.max(0, now - at) * speed : recordedAt

const STATES: Readonly<Record<ReplayStatus['state'], string>> = {
  waiting: 'not begun',
  running: '',
  paused: 'is paused',
  over: 'is over',
}

export function ReplayBadge({
  venue,
  replay,
}: {
  readonly venue: VenueSummary
  readonly replay: ReplayStatus
}) {
  const { clock } = useSession()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => clock.every(250, () => setNow(clock.now())), [clock])
  return (
    <>
      <span className="venue replay">REPLAY</span>
      <time
        className="mono"
        title={
          replay.plays === 'session'
            ? `A recording of ${venue.name}: nothing can be sent`
            : 'A recording of a market: it fills paper orders while it runs'
        }
      >
        {dayAndTimeWithZone(recordedNow(replay, now))}
      </time>
      <span className="muted">
        {replay.speed === 1 ? '' : `×${replay.speed} `}
        {STATES[replay.state]}
      </span>
    </>
  )
}
