/** Knows whether the venue proved the order journal to be older, until a dealer confirms. Journals the proof and the confirmation, so that a restart forgets neither. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import { createListeners, type Listeners } from '../support/listeners.ts'
import type { JournalWriter } from './journalWriter.ts'
import type { RecoveredState } from './recoverStateFromJournal.ts'

/** Name of the journal's `rules` entries that hold `{ confirmedAt }`: null, where a dealer must confirm. */
const NAME = 'older-than-venue'

const WHY =
  'The order journal is older than the venue: the venue had a live order that this terminal sent and that the journal does not name. Halts, limits and four-eyes rules of the missing time are unknown. Set them again.'

export interface JournalOlderThanVenueOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly recovered: Pick<RecoveredState, 'rules'>
  readonly journalWriter: Pick<JournalWriter, 'note'>
}

export interface JournalOlderThanVenue {
  /** Why nothing with new risk may leave before a dealer confirms, in sentences. Null: nobody has to confirm. */
  readonly whyUnconfirmed: string | null
  /** Whether the journal was ever found older: entries of the missing time are not in it, so no record proves that something was not done. */
  readonly lacksEntries: boolean
  /** Call with the time at which a missing order was sent, wall clock in ms; null: unknown. An order that was sent before the last confirmation proves nothing new. */
  found(sentAt: EpochMs | null): void
  /** `found` made a confirmation necessary. */
  readonly confirmationNeeded: Listeners
  confirm(): void
  /** The entry with which a new segment of the journal must begin; none where the journal was never found older. */
  carried(): readonly JournalBody[]
}

/** An entry that cannot be read confirms nothing. */
function readConfirmedAt(json: string): EpochMs | null {
  try {
    const { confirmedAt } = JSON.parse(json) as { readonly confirmedAt?: unknown }
    return typeof confirmedAt === 'number' ? confirmedAt : null
  } catch {
    return null
  }
}

export function createJournalOlderThanVenue(options: JournalOlderThanVenueOptions): JournalOlderThanVenue {
  const { clock, recovered, journalWriter } = options
  const recorded = recovered.rules(NAME)
  let version = recorded?.version ?? 0
  let confirmedAt = recorded === null ? null : readConfirmedAt(recorded.json)
  let isUnconfirmed = recorded !== null && confirmedAt === null
  const body = (): JournalBody => ({
    type: 'rules',
    name: NAME,
    version,
    json: JSON.stringify({ confirmedAt: isUnconfirmed ? null : confirmedAt }),
  })
  const confirmationNeeded = createListeners()
  const set = (unconfirmed: boolean): void => {
    isUnconfirmed = unconfirmed
    version++
    journalWriter.note(body())
  }
  return {
    get whyUnconfirmed() {
      return isUnconfirmed ? WHY : null
    },
    get lacksEntries() {
      return version > 0
    },
    found(sentAt) {
      const isCovered = sentAt !== null && confirmedAt !== null && sentAt <= confirmedAt
      if (isUnconfirmed || isCovered) return
      set(true)
      confirmationNeeded.call()
    },
    confirmationNeeded,
    confirm() {
      if (!isUnconfirmed) return
      confirmedAt = clock.now()
      set(false)
    },
    carried: () => (version === 0 ? [] : [body()]),
  }
}
