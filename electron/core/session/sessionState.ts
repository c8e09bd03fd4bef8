/** Stores the phase of the session, and the venue and user in use: one state for the whole run. Signs nobody in. */

import type { Session } from '../../../shared/contract/status.ts'
import type { Log } from '../ports/log.ts'
import type { ListedVenue } from '../ports/listedVenue.ts'
import { createListeners, type Listeners } from '../support/listeners.ts'

export interface SessionState {
  readonly phase: Session['phase']
  /** A sentence for the dealer about the phase; null where the phase says everything. */
  readonly message: string | null
  /** The venue signed in to, or being signed in to. */
  readonly venue: ListedVenue | null
  readonly username: string | null
  /** Called after every change of the phase, also where only the message changed. */
  readonly changed: Listeners
  readonly setPhase: (phase: Session['phase'], message: string | null) => void
  /** Uses another venue and user from now on. */
  use(venue: ListedVenue, username: string, phase: Session['phase'], message: string): void
  signedOut(message: string | null): void
}

export function createSessionState(log: Log): SessionState {
  let phase: Session['phase'] = 'signed-out'
  let message: string | null = null
  let venue: ListedVenue | null = null
  let username: string | null = null
  const changed = createListeners()
  const setPhase = (next: Session['phase'], sentence: string | null): void => {
    phase = next
    message = sentence
    log.info('session', { phase, ...(venue ? { venueId: venue.id } : {}) })
    changed.call()
  }
  return {
    get phase() {
      return phase
    },
    get message() {
      return message
    },
    get venue() {
      return venue
    },
    get username() {
      return username
    },
    changed,
    setPhase,
    use(nextVenue, nextUsername, nextPhase, sentence) {
      venue = nextVenue
      username = nextUsername
      setPhase(nextPhase, sentence)
    },
    signedOut(sentence) {
      venue = null
      username = null
      setPhase('signed-out', sentence)
    },
  }
}
