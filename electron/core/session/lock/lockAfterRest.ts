/** Locks the session once no window had a key or a click for as long as the dealer set. Off until the dealer sets a time. */

import { momentOf, msSince, type Clock, type Stop } from '../../../../shared/base/clock.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { Failure } from '../../../../shared/contract/failure.ts'
import type { LockCause } from '../../../../shared/contract/status.ts'

/** Ms between two looks: a lock by rest comes at most this late. */
const LOOK_EVERY = 5_000

export interface LockAfterRestOptions {
  readonly clock: Clock
  /** Minutes without a key or a click; 0: never. */
  readonly minutes: () => number
  readonly isSignedIn: () => boolean
  readonly lock: (cause: LockCause) => Result<unknown, Failure>
  /** Receives why the session could not be locked. */
  readonly warn: (sentence: string) => void
}

export interface LockAfterRest {
  /** The rest begins anew: somebody signed in, unlocked or set the time. */
  begin(): void
  /** A key, a click or a move of the pointer in some window. Locks first where the rest was already too long. */
  active(): void
  readonly stop: Stop
}

export function createLockAfterRest(options: LockAfterRestOptions): LockAfterRest {
  const { clock, minutes, isSignedIn, lock, warn } = options
  let lastActive = momentOf(clock)
  let isDone = false
  const setActive = (): void => {
    lastActive = momentOf(clock)
  }
  const begin = (): void => {
    setActive()
    isDone = false
  }
  const look = (): void => {
    if (!isSignedIn()) setActive()
    const allowed = minutes() * 60_000
    if (isDone || allowed === 0 || msSince(clock, lastActive) < allowed) return
    // Once for each rest: a refusal is said once, not every five seconds.
    isDone = true
    const done = lock('rest')
    if (!done.ok) warn(done.failure.message)
  }
  const stop = clock.every(LOOK_EVERY, look)
  return {
    begin,
    active() {
      // The first move after the machine slept may come before the look.
      look()
      begin()
    },
    stop,
  }
}
