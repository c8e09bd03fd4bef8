/** The bar of a replay: position, pause, seek and speed. Sends requests to the core, which plays the recording. */

import { useEffect, useState } from 'react'
import type { ReplayAct, ReplayStatus } from '../../../shared/contract/replay.ts'
import { tellFailure } from '../../state/actions/dealing.ts'
import { useSession } from '../../state/useSession.ts'
import { clockSpan } from '../../format/times.ts'
import { recordedNow } from './ReplayBadge.tsx'

const MINUTE = 60_000
const SPEEDS = [0.1, 0.5, 1, 2, 5, 10, 50, 200] as const

/** The state of the replay, and its effect on orders. */
function sentenceOf(replay: ReplayStatus): string {
  const { state } = replay
  const takesOrders = replay.plays === 'market'
  if (state === 'over')
    return takesOrders ? 'The recording is over. No orders are accepted.' : 'The recording is over.'
  if (state === 'paused') return takesOrders ? 'Paused. No orders are accepted.' : 'Paused.'
  return takesOrders ? 'Paper orders are filled from the recorded market.' : 'No orders can be sent.'
}

export function ReplayBar({ replay }: { readonly replay: ReplayStatus }) {
  const session = useSession()
  const { clock } = session
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => clock.every(250, () => setNow(clock.now())), [clock])
  const at = Math.min(recordedNow(replay, now), replay.until ?? Infinity)
  const ask = async (control: ReplayAct) => {
    const reply = await session.client.call('replay.control', { control })
    if (!reply.ok) tellFailure(session, 'Move the replay', reply.failure)
  }
  const back = replay.plays === 'market'
  const over = replay.state === 'over'
  const move = (words: string, to: number, possible: boolean) => (
    <button
      type="button"
      className="button small"
      disabled={!possible}
      onClick={() => void ask({ act: 'seek', to })}
    >
      {words}
    </button>
  )
  return (
    <div className="replay-bar" role="region" aria-label="Replay">
      <button
        type="button"
        className="button small"
        disabled={over || replay.state === 'waiting'}
        onClick={() => void ask({ act: replay.state === 'paused' ? 'resume' : 'pause' })}
      >
        {replay.state === 'paused' ? 'Resume' : 'Pause'}
      </button>
      {back && move('From the start', replay.from, true)}
      {back && move('Back 1 min', at - MINUTE, true)}
      {move('On 10 s', at + 10_000, !over)}
      {move('On 1 min', at + MINUTE, !over)}
      <label className="bar-field">
        <span className="muted">Speed</span>
        <select
          className="field"
          value={replay.speed}
          onChange={(event) => void ask({ act: 'speed', speed: Number(event.target.value) })}
        >
          {[...new Set([...SPEEDS, replay.speed])]
            .toSorted((a, b) => a - b)
            .map((speed) => (
              <option key={speed} value={speed}>
                ×{speed}
              </option>
            ))}
        </select>
      </label>
      <progress
        aria-label="How far the recording is"
        {...(replay.until === null
          ? {}
          : { max: Math.max(1, replay.until - replay.from), value: at - replay.from })}
      />
      <span className="mono">
        {clockSpan(at - replay.from)}
        {replay.until !== null && ` of ${clockSpan(replay.until - replay.from)}`}
      </span>
      <span role="status" className={replay.state === 'running' ? 'muted' : 'amber'}>
        {sentenceOf(replay)}
      </span>
    </div>
  )
}
