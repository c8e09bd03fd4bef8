/**
 * Locks the session and unlocks it: while it is locked, windows hide what they show and the core takes no act of theirs (`refuseWhileLocked.ts`).
 * Reads the stored credential only to compare; keeps no password and lets none out.
 */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Clock } from '../../../../shared/base/clock.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import { UNLOCK_WORD, type LockCause, type LockInForce } from '../../../../shared/contract/status.ts'
import type { ListedVenue } from '../../ports/listedVenue.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import { createListeners, type Listeners } from '../../support/listeners.ts'
import type { SessionState } from '../sessionState.ts'
import type { VenueCredentials } from '../venues/findAndStoreCredentials.ts'

/** Ms to wait after the first wrong password; each further one doubles the time. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 60_000

export interface SessionLockOptions {
  readonly clock: Clock
  readonly state: Pick<SessionState, 'phase' | 'venue' | 'username'>
  readonly credentials: Pick<VenueCredentials, 'storedFor' | 'askAgain' | 'proven'>
  readonly notices: Pick<Notices, 'say'>
}

type Done = Result<Record<string, never>, Failure>

export interface SessionLock {
  /** As windows show it; null: not locked. */
  readonly inForce: LockInForce | null
  /** At once, for every window. Refused where nobody is signed in, or where the venue has no password to ask for. */
  lock(cause: LockCause): Done
  /** `typed` is the password of the sign-in, or `UNLOCK_WORD` on the built-in broker. */
  unlock(typed: string): Promise<Done>
  readonly changed: Listeners
}

const refused = (sentence: string): Done => fail(failureOf('refused', sentence))

export function createSessionLock({ clock, state, credentials, notices }: SessionLockOptions): SessionLock {
  const changed = createListeners()
  let locked: { readonly venue: ListedVenue; readonly shown: LockInForce } | null = null
  let isChecking = false
  /** Monotonic ms before which no password is compared. */
  let nextTryAt = 0

  /** What must be typed. */
  const expected = async (venue: ListedVenue): Promise<Result<string, Failure>> => {
    if (venue.builtIn !== null) return ok(UNLOCK_WORD)
    const stored = await credentials.storedFor(venue)
    if (!stored.ok)
      return fail(
        failureOf(
          'refused',
          `The session stays locked: the password cannot be compared. ${stored.failure.message} If this goes on, close the terminal and sign in again.`,
        ),
      )
    return ok(stored.value.password)
  }
  const wrong = (venue: ListedVenue, shown: LockInForce): Done => {
    const count = shown.wrong + 1
    nextTryAt = clock.monotonic() + Math.min(FIRST_WAIT * 2 ** (count - 1), LONGEST_WAIT)
    locked = { venue, shown: { ...shown, wrong: count } }
    changed.call()
    return refused(
      shown.asks === 'word'
        ? `That is not the word ${UNLOCK_WORD}. The session stays locked.`
        : 'That is not the password of this sign-in. The session stays locked.',
    )
  }

  return {
    get inForce() {
      return locked?.shown ?? null
    },
    lock(cause) {
      if (locked) return ok({})
      const { venue, username, phase } = state
      if (venue === null || phase === 'signed-out' || phase === 'signing-in')
        return refused('Nobody is signed in, so there is nothing to lock.')
      if (venue.builtIn === null && venue.profile.auth === 'signed')
        return refused(
          `The session is NOT locked, and this screen shows everything: ${venue.profile.name} has a signing key and no password to ask for. Lock trading or sign out, and lock the screen of this machine.`,
        )
      const asks = venue.builtIn === null ? 'password' : 'word'
      locked = { venue, shown: { since: clock.now(), by: username ?? '', asks, cause, wrong: 0 } }
      nextTryAt = 0
      credentials.askAgain(asks === 'password')
      changed.call()
      return ok({})
    },
    async unlock(typed) {
      if (!locked) return ok({})
      if (isChecking) return refused('Another window is trying to unlock. Wait a moment, then try again.')
      const wait = nextTryAt - clock.monotonic()
      if (wait > 0)
        return refused(`Nothing was compared: wait ${Math.ceil(wait / 1000)} s after the last wrong try.`)
      const { venue, shown } = locked
      isChecking = true
      const right = await expected(venue).finally(() => {
        isChecking = false
      })
      if (!right.ok) return right
      if (typed !== right.value) return wrong(venue, shown)
      locked = null
      if (shown.asks === 'password') credentials.proven(venue.id)
      changed.call()
      if (shown.wrong > 0)
        notices.say(
          'warning',
          `The session was locked, and ${shown.wrong === 1 ? 'a wrong password was' : `${shown.wrong} wrong passwords were`} typed before it was unlocked. No window could send anything meanwhile. If that was not you, change the password at the venue.`,
        )
      return ok({})
    },
    changed,
  }
}
