/** Estimates the venue's clock from `Date` headers by intersecting intervals (docs/api.md#server-time). Reads no clock of its own. */

import type { EpochMs } from '../../../shared/base/clock.ts'

/** Drift of either clock against the other that is allowed for: 100 ppm. */
const DRIFT = 100e-6

export interface ServerClock {
  /** One answer: its `Date` header, and when it was sent and received (monotonic ms). An unreadable or cached `Date` is left out. */
  hear(date: string | undefined, sentAt: number, receivedAt: number): void
  /** Server time at a monotonic instant, ms since epoch, ± `uncertaintyMs`; null before the first `Date`. */
  at(monotonic: number): { readonly time: EpochMs; readonly uncertaintyMs: number } | null
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const SHAPE = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/

/** Ms since epoch of an HTTP date (RFC 9110 §5.6.7, preferred form); null for anything else. */
export function readHttpDate(text: string): EpochMs | null {
  const match = SHAPE.exec(text)
  if (!match) return null
  const [day = 0, , year = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number.parseInt(part, 10))
  const month = MONTHS.indexOf(match[2] ?? '')
  return month < 0 ? null : Date.UTC(year, month, day, hour, minute, second)
}

export function createServerClock(): ServerClock {
  // Bounds of (server time − monotonic time) at `heardAt`.
  let low = 0
  let high = 0
  let heardAt: number | null = null

  const boundsAt = (monotonic: number) => {
    const widened = Math.abs(monotonic - (heardAt ?? monotonic)) * DRIFT
    return { low: low - widened, high: high + widened }
  }

  return {
    hear(date, sentAt, receivedAt) {
      const second = date === undefined ? null : readHttpDate(date)
      if (second === null || receivedAt < sentAt) return
      // The venue's time lay between `second` and one second later, at a moment between sent and received.
      const next = { low: second - receivedAt, high: second + 1000 - sentAt }
      const known = heardAt === null ? next : boundsAt(receivedAt)
      const both = { low: Math.max(known.low, next.low), high: Math.min(known.high, next.high) }
      // The intervals do not overlap: one of the clocks was set. Start again.
      const bounds = both.low <= both.high ? both : next
      low = bounds.low
      high = bounds.high
      heardAt = receivedAt
    },
    at(monotonic) {
      if (heardAt === null) return null
      const bounds = boundsAt(monotonic)
      return {
        time: monotonic + (bounds.low + bounds.high) / 2,
        uncertaintyMs: (bounds.high - bounds.low) / 2,
      }
    },
  }
}
