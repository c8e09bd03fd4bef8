/** Watches one open connection for silence, and for sleep of the machine. Never ends the connection itself. */

import type { Clock, Stop } from '../../shared/base/clock.ts'

export interface LivenessWatchOptions {
  readonly clock: Clock
  /** After this many ms without an inbound byte the connection counts as lost. */
  readonly livenessMs: number
  /** Bytes received so far, below the frames. A live peer makes this number grow. */
  readonly bytesRead: () => number
  readonly ping: () => void
  /** The connection is lost; `why` is a sentence. */
  readonly onLost: (why: string) => void
  /** Called with every ping. `isSilent`: nothing was received for half of `livenessMs`. */
  readonly onPing: (isSilent: boolean) => void
  /** The connection was open long enough to reset the back-off. */
  readonly onHealthy: () => void
}

// docs/market-data.md#connections: the back-off is forgotten after 60 s of health.
const HEALTHY_AFTER = 60_000
/** When the wall clock differs by more than this, ms, from the monotonic clock, the machine slept, and the peer may be gone. */
const SLEPT = 2_000

/** Checks every quarter of `livenessMs` and pings each time, so that a quiet connection still shows a sign of life. */
export function watchLiveness(options: LivenessWatchOptions): Stop {
  const { clock, livenessMs, bytesRead } = options
  const openedAt = clock.monotonic()
  const lead = clock.now() - openedAt
  let grewAt = openedAt
  let lastBytes = bytesRead()
  return clock.every(livenessMs / 4, () => {
    const now = clock.monotonic()
    if (bytesRead() !== lastBytes) {
      lastBytes = bytesRead()
      grewAt = now
    }
    if (now - openedAt >= HEALTHY_AFTER) options.onHealthy()
    const silence = now - grewAt
    if (Math.abs(clock.now() - now - lead) > SLEPT)
      options.onLost('The machine slept or its clock was set: connecting again.')
    else if (silence >= livenessMs)
      options.onLost(`No sign of life from the stream for ${Math.round(silence / 1000)} s: connecting again.`)
    else {
      options.ping()
      options.onPing(silence >= livenessMs / 2)
    }
  })
}
