/** Gathers the state of REST, private channels, clock and token into one `Connection`, and reports changes. Decides nothing. */

import type { Clock, EpochMs, Stop } from '../../shared/base/clock.ts'
import type { Connection, LinkState, StreamLink } from '../../shared/contract/status.ts'
import type { HttpOutcome } from './rest/http.ts'
import type { ServerClock } from './authentication/serverClock.ts'

const LATENCIES = 20
// Changes of state are reported at once, a burst of them together. Drifting figures are reported once a second.
const SOON_MS = 50
const LATER_MS = 1_000

export interface BrokerConnectionStatus {
  /** Takes the outcome of one request. */
  heard(outcome: HttpOutcome): void
  /** Takes the state of a channel; null: only a message arrived. */
  stream(channel: string, state: LinkState | null, message: string | null): void
  /** The token or another part changed. */
  changed(): void
  listen(listener: (state: Connection) => void): void
  close(): void
}

const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle]
  if (high === undefined) return null
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? high)) / 2
}

export function createBrokerConnectionStatus(
  clock: Clock,
  serverClock: ServerClock,
  tokenExpiresAt: () => EpochMs | null,
): BrokerConnectionStatus {
  const latencies: number[] = []
  const streams = new Map<string, StreamLink>()
  let rest: { state: LinkState; message: string | null } = { state: 'connecting', message: null }
  let listener: ((state: Connection) => void) | null = null
  let planned: { at: number; stop: Stop } | null = null

  const now = (): Connection => {
    const monotonic = clock.monotonic()
    const server = serverClock.at(monotonic)
    return {
      rest: { ...rest, medianMs: median(latencies) },
      streams: [...streams.values()],
      clock: {
        offsetMs: server === null ? null : Math.round(server.time - clock.now()),
        uncertaintyMs: server === null ? null : Math.ceil(server.uncertaintyMs),
      },
      tokenExpiresAt: tokenExpiresAt(),
    }
  }

  const plan = (ms: number) => {
    if (listener === null) return
    const at = clock.monotonic() + ms
    if (planned !== null && planned.at <= at) return
    planned?.stop()
    planned = {
      at,
      stop: clock.after(ms, () => {
        planned = null
        listener?.(now())
      }),
    }
  }

  return {
    heard(outcome) {
      if (outcome.kind === 'answered') {
        latencies.push(outcome.receivedAt - outcome.sentAt)
        if (latencies.length > LATENCIES) latencies.shift()
      }
      const next: typeof rest =
        outcome.kind !== 'answered'
          ? { state: 'down', message: `No answer: ${outcome.why}.` }
          : outcome.status >= 500
            ? { state: 'suspect', message: `The venue answers ${outcome.status}.` }
            : { state: 'live', message: null }
      const same = next.state === rest.state && next.message === rest.message
      rest = next
      plan(same ? LATER_MS : SOON_MS)
    },
    stream(channel, state, message) {
      const known = streams.get(channel)
      if (state === null) {
        if (known) streams.set(channel, { ...known, lastAt: clock.now() })
        plan(LATER_MS)
        return
      }
      if (known?.state === state && known.message === message) return
      streams.set(channel, { channel, state, lastAt: known?.lastAt ?? null, message })
      plan(SOON_MS)
    },
    changed: () => plan(SOON_MS),
    listen(next) {
      listener = next
      next(now())
    },
    close() {
      listener = null
      planned?.stop()
      planned = null
    },
  }
}
