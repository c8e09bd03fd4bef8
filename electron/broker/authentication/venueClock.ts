/** Estimates the venue's time from the answers of this session. Discards the estimate after the machine slept. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { HttpAnswer } from '../rest/http.ts'
import type { TimeEstimate } from './nonces.ts'
import { readHttpDate, type ServerClock } from './serverClock.ts'

export interface VenueClock {
  hear(answer: Pick<HttpAnswer, 'headers' | 'sentAt' | 'receivedAt'>): void
  /** Null before the first `Date`, and from a sleep or a step of our wall clock until the next one. */
  now(): TimeEstimate
}

/** The wall clock moved by more than this against the monotonic clock: the machine slept, and the monotonic clock may have stopped too. */
const SLEPT_MS = 2_000

export function createVenueClock(clock: Clock, server: ServerClock): VenueClock {
  // Wall clock minus monotonic clock when the venue's time was last received.
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
