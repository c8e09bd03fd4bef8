/** Knows since when the order journal names every order of this desk, and journals that time where the journal of earlier runs was lost. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import type { JournalWriter } from './journalWriter.ts'
import type { RecoveredState } from './recoverStateFromJournal.ts'

/** Name of the journal's `rules` entry with the time since when it is complete. Present where the journal of earlier runs was lost. */
const NAME = 'records-since'

export interface JournalCompleteSinceOptions {
  readonly clock: Clock
  /** The journal is new in a folder that earlier runs used. */
  readonly isJournalLost?: boolean
  readonly recovered: Pick<RecoveredState, 'rules'>
  readonly journalWriter: Pick<JournalWriter, 'note'>
}

export interface JournalCompleteSince {
  /** Wall clock, ms; null where no journal was lost. Infinity where the entry cannot be read, so that it proves no order to be from elsewhere. */
  readonly since: EpochMs | null
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
  const { clock, isJournalLost = false, recovered, journalWriter } = options
  const recorded = recovered.rules(NAME)
  const since = isJournalLost ? clock.now() : recorded === null ? null : (read(recorded.json) ?? Infinity)
  const entry: JournalBody | null =
    since === null
      ? null
      : { type: 'rules', name: NAME, version: 1, json: recorded?.json ?? JSON.stringify({ since }) }
  if (isJournalLost && entry !== null) journalWriter.note(entry)
  return {
    since,
    carried: () => (entry === null ? [] : [entry]),
  }
}
