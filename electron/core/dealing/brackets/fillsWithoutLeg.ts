/** The brackets whose fill has no leg yet: since when, when to try again, and what a notice said. Looks at them once a second while there are any. */

import type { Clock, Stop } from '../../../../shared/base/clock.ts'

/** Ms between two looks. */
const LOOK_EVERY = 1_000
/** Ms that a fill may have no leg before the dealer is alarmed: a channel that comes back, a read-back after the start. */
const QUIET_FOR = 3_000
/** Ms that a position must lack the fill before it counts as closed: its trades may be on the way. */
const LACKING_FOR = 5_000
/** Ms until a leg that was refused here or not sent is tried again: doubles from the first to the longest. */
const FIRST_RETRY = 1_000
const LONGEST_RETRY = 30_000

/** Times are monotonic ms. */
interface Waiting {
  readonly since: number
  lackingSince: number | null
  failures: number
  retryAt: number
  /** Why there is no leg, as the last notice said; null: there was none. */
  said: string | null
}

export interface FillsWithoutLeg {
  /** The bracket has a fill without a leg. */
  waits(key: string): void
  mayTry(key: string): boolean
  /** An attempt failed: the next one waits longer. */
  failed(key: string): void
  /** Whether a notice must say `why` now. True once for each reason. */
  mustSay(key: string, why: string): boolean
  /** Whether the position has lacked contracts of the fill for so long that no trade explains it. */
  lacks(key: string, isLacking: boolean): boolean
  /** The bracket no longer waits. Whether a notice had said that it did. */
  over(key: string): boolean
  close(): void
}

export function createFillsWithoutLeg(clock: Clock, look: (key: string) => void): FillsWithoutLeg {
  const waiting = new Map<string, Waiting>()
  let stop: Stop | null = null

  const lookAtAll = (): void => {
    for (const key of Array.from(waiting.keys())) look(key)
    if (waiting.size > 0) return
    stop?.()
    stop = null
  }
  const entryOf = (key: string): Waiting => {
    const now = clock.monotonic()
    const entry = waiting.get(key) ?? {
      since: now,
      lackingSince: null,
      failures: 0,
      retryAt: now,
      said: null,
    }
    waiting.set(key, entry)
    stop ??= clock.every(LOOK_EVERY, lookAtAll)
    return entry
  }

  return {
    waits: (key) => void entryOf(key),
    mayTry: (key) => clock.monotonic() >= entryOf(key).retryAt,
    failed(key) {
      const entry = entryOf(key)
      entry.retryAt = clock.monotonic() + Math.min(FIRST_RETRY * 2 ** entry.failures, LONGEST_RETRY)
      entry.failures++
    },
    mustSay(key, why) {
      const entry = entryOf(key)
      if (clock.monotonic() - entry.since < QUIET_FOR || entry.said === why) return false
      entry.said = why
      return true
    },
    lacks(key, isLacking) {
      const entry = entryOf(key)
      entry.lackingSince = isLacking ? (entry.lackingSince ?? clock.monotonic()) : null
      return entry.lackingSince !== null && clock.monotonic() - entry.lackingSince >= LACKING_FOR
    },
    over(key) {
      const entry = waiting.get(key)
      waiting.delete(key)
      return entry !== undefined && entry.said !== null
    },
    close() {
      stop?.()
      stop = null
      waiting.clear()
    },
  }
}
