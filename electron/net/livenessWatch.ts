/** Watches one open connection for silence, and for a machine that slept. Never ends the connection itself. */

import type { Clock, Stop } from '../../shared/base/clock.ts'

export interface LivenessWatchOptions {
  readonly clock: Clock
  /** No inbound byte for this long, ms, counts as lost. */
  readonly livenessMs: number
  /** Bytes received so far, below the frames: a peer that is alive makes them grow. */
  readonly bytesRead: () => number
  readonly ping: () => void
  /** The connection is lost; `why` is a sentence. */
  readonly onLost: (why: string) => void
  /** Called with every ping. `isSilent`: nothing was received for half of `livenessMs`. */
  readonly onPing: (isSilent: boolean) => void
  /** The connection was open long enough to forget earlier failures. */
  readonly onHealthy: () => void
}

// docs/market-data.md#connections: the back-off is forgotten after 60 s of health.
const HEALTHY_AFTER = 60_000
/** The wall clock moved by more than this, ms, against the monotonic clock: the machine slept, and the peer may be gone. */
const SLEPT = 2_000

/** Looks every quarter of `livenessMs`, and pings each time, so that even a quiet connection is heard. */
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
