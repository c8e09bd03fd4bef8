/** Knows since when the order journal names every order of this desk. Decides which orders may be this desk's own although the journal does not name them. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import type { Journal } from '../ports.ts'
import type { JournalWriter } from './journalWriter.ts'
import type { RecoveredState } from './recoverStateFromJournal.ts'

/** Name of the journal's `rules` entry with the time since when it is complete. Present where the journal of earlier runs was lost. */
const NAME = 'records-since'
/** Most that the clocks of venue and machine may differ, ms. An order that is so close to the time may be of either side. */
const CLOCKS_DIFFER = 3_600_000

export interface JournalCompleteSinceOptions {
  readonly clock: Clock
  readonly journal: Pick<Journal, 'isRecoveredWhole'>
  /** The journal is new in a folder that earlier runs used. */
  readonly isJournalLost?: boolean
  readonly recovered: Pick<RecoveredState, 'rules'>
  readonly journalWriter: Pick<JournalWriter, 'note'>
}

export interface JournalCompleteSince {
  /** Whether an order that the journal does not name may still be this desk's. `createdAt`: the venue's time; null where it gave none. */
  mayBeOwn(createdAt: EpochMs | null): boolean
  /** The entry with which a new segment of the journal must begin; none where no journal was lost. */
  carried(): readonly JournalBody[]
}

function read(text: string): EpochMs | null {
  try {
    const { since } = JSON.parse(text) as { readonly since?: unknown }
    return typeof since === 'number' ? since : null
  } catch {
    return null
  }
}

export function createJournalCompleteSince(options: JournalCompleteSinceOptions): JournalCompleteSince {
  const { clock, journal, isJournalLost = false, recovered, journalWriter } = options
  const recorded = recovered.rules(NAME)
  // An entry that cannot be read proves no order to be from elsewhere.
  const from = isJournalLost ? clock.now() : recorded === null ? null : (read(recorded.json) ?? Infinity)
  const entry: JournalBody | null =
    from === null
      ? null
      : { type: 'rules', name: NAME, version: 1, json: recorded?.json ?? JSON.stringify({ since: from }) }
  if (isJournalLost && entry !== null) journalWriter.note(entry)
  return {
    mayBeOwn(createdAt) {
      if (!journal.isRecoveredWhole) return true
      return from !== null && (createdAt === null || createdAt < from + CLOCKS_DIFFER)
    },
    carried: () => (entry === null ? [] : [entry]),
  }
}
