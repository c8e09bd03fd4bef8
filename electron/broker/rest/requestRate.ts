/** Counts the requests and the "too many requests" answers of the last minute, in a counter for each second. Delays no request. */

import type { Clock } from '../../../shared/base/clock.ts'

const SECONDS = 60
const TOO_MANY = 429

export interface RequestRate {
  sent(): void
  answered(status: number): void
  /** Of the last minute. */
  read(): { readonly lastMinute: number; readonly throttled: number }
}

export function createRequestRate(clock: Clock): RequestRate {
  const sent = new Uint32Array(SECONDS)
  const throttled = new Uint32Array(SECONDS)
  let newest = Math.floor(clock.monotonic() / 1_000)
  /** The place of the present second. Seconds that passed since the last call are emptied. */
  const here = (): number => {
    const second = Math.floor(clock.monotonic() / 1_000)
    for (let passed = Math.max(newest + 1, second - SECONDS + 1); passed <= second; passed += 1) {
      sent[passed % SECONDS] = 0
      throttled[passed % SECONDS] = 0
    }
    newest = second
    return second % SECONDS
  }
  const count = (into: Uint32Array) => {
    const place = here()
    into[place] = (into[place] ?? 0) + 1
  }
  const sum = (counts: Uint32Array) => counts.reduce((total, each) => total + each, 0)
  return {
    sent: () => count(sent),
    answered(status) {
      if (status === TOO_MANY) count(throttled)
    },
    read() {
      here()
      return { lastMinute: sum(sent), throttled: sum(throttled) }
    },
  }
}
