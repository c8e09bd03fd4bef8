/** Journals who signed in where, and how each session ended. Decides nothing. */

import { DEALER_PHASE } from '../../../shared/domain/journalEntry.ts'
import { dealerWords } from '../../../shared/domain/settings/dealerName.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { DealerInCharge } from './dealerInCharge.ts'
import type { SessionState } from './sessionState.ts'

export interface SessionJournal {
  signedIn(): void
  /** Call before the state forgets the user. */
  signedOut(): void
}

export function createSessionJournal(
  state: SessionState,
  journalWriter: Pick<JournalWriter, 'note'>,
  dealer: Pick<DealerInCharge, 'named' | 'changed'>,
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
  /** Every entry after this one is the act of this dealer, until the next. Null: nobody is named. */
  const noteDealer = (): void =>
    journalWriter.note({
      type: 'session',
      phase: DEALER_PHASE,
      message: dealer.named === null ? null : dealerWords(dealer.named),
    })
  state.changed.add(() => {
    if (state.phase === 'signed-off-by-venue') note('signed-off-by-venue')
  })
  dealer.changed.add(() => {
    if (state.username !== null) noteDealer()
  })
  const signedIn = () => {
    note('signed-in')
    noteDealer()
  }
  return { signedIn, signedOut: () => note('signed-out') }
}
