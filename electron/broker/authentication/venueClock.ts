/** The venue's time as it is now, from the answers that this session heard. Distrusts what it knew before the machine slept. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { HttpAnswer } from '../rest/http.ts'
import type { TimeEstimate } from './nonces.ts'
import { readHttpDate, type ServerClock } from './serverClock.ts'

export interface VenueClock {
  hear(answer: Pick<HttpAnswer, 'headers' | 'sentAt' | 'receivedAt'>): void
  /** Null before the first `Date`, and from a sleep or a step of our wall clock until the next one. */
  now(): TimeEstimate
}

/** A wall clock that moved by more than this against the monotonic one: the machine slept, and its monotonic clock may have too. */
const SLEPT_MS = 2_000

export function createVenueClock(clock: Clock, server: ServerClock): VenueClock {
  // Wall clock less monotonic clock when the venue's time was last heard.
  let lead = 0
  return {
    hear({ headers, sentAt, receivedAt }) {
      // A cached answer carries the time of another day.
      if (headers['age'] !== undefined || readHttpDate(headers['date'] ?? '') === null) return
      server.hear(headers['date'], sentAt, receivedAt)
      lead = clock.now() - clock.monotonic()
    },
    now() {
      const monotonic = clock.monotonic()
      return Math.abs(clock.now() - monotonic - lead) > SLEPT_MS ? null : server.at(monotonic)
    },
  }
}
