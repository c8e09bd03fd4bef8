/** Journals who signed in where, and how each session ended. Decides nothing. */

import type { JournalWriter } from '../journal/journalWriter.ts'
import type { SessionState } from './sessionState.ts'

export interface SessionJournal {
  signedIn(): void
  /** Call before the state forgets the user. */
  signedOut(): void
}

export function createSessionJournal(
  state: SessionState,
  journalWriter: Pick<JournalWriter, 'note'>,
): SessionJournal {
  const note = (phase: 'signed-in' | 'signed-out' | 'signed-off-by-venue'): void => {
    const { venue, username } = state
    if (venue === null || username === null) return
    journalWriter.note({
      type: 'session',
      phase,
      message: `${username} at ${venue.profile.name} (${venue.id})`,
    })
  }
  state.changed.add(() => {
    if (state.phase === 'signed-off-by-venue') note('signed-off-by-venue')
  })
  return { signedIn: () => note('signed-in'), signedOut: () => note('signed-out') }
}
