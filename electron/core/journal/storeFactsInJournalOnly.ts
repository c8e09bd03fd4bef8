/** Stores facts that only the order journal may prove, such as confirmed codes and public keys. Never stores them in the settings, which anybody can edit. */

import type { Result } from '../../../shared/base/result.ts'
import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import { provenFacts } from '../../../shared/domain/provenFacts.ts'
import type { JournalWriter } from './journalWriter.ts'
import type { RecoveredState } from './recoverStateFromJournal.ts'

export interface ProvenFactsOptions {
  /** Name of the journal's `rules` entries that hold the facts. */
  readonly name: string
  readonly recovered: Pick<RecoveredState, 'rules'>
  readonly journalWriter: Pick<JournalWriter, 'commit'>
  /** Called where the journal's entry cannot be read: nothing is proven then. */
  readonly unreadable: () => void
}

export interface ProvenFacts {
  /** The facts of a venue by name. */
  factsOf(venueId: string): ReadonlyMap<string, string>
  /** A fact is in force at once; ok once it is on disk, else one sentence. */
  put(venueId: string, name: string, value: string): Promise<Result<null, string>>
  remove(venueId: string, name: string): Promise<Result<null, string>>
  /** The entries with which a new segment of the journal must begin. */
  carried(): readonly JournalBody[]
}

function parse(text: string): Map<string, Map<string, string>> | null {
  try {
    const read = provenFacts.safeParse(JSON.parse(text))
    if (!read.success) return null
    return new Map(Object.entries(read.data).map(([venue, facts]) => [venue, new Map(Object.entries(facts))]))
  } catch {
    return null
  }
}

export function createProvenFacts(options: ProvenFactsOptions): ProvenFacts {
  const { name, journalWriter } = options
  const recorded = options.recovered.rules(name)
  const read = recorded === null ? new Map<string, Map<string, string>>() : parse(recorded.json)
  if (!read) options.unreadable()
  const venues = read ?? new Map<string, Map<string, string>>()
  let version = recorded?.version ?? 0

  const factsOf = (venueId: string): Map<string, string> => {
    const known = venues.get(venueId) ?? new Map<string, string>()
    venues.set(venueId, known)
    return known
  }
  const body = (): JournalBody => ({
    type: 'rules',
    name,
    version,
    json: JSON.stringify(
      Object.fromEntries([...venues].map(([venue, facts]) => [venue, Object.fromEntries(facts)])),
    ),
  })
  const write = (): Promise<Result<null, string>> => {
    version++
    return journalWriter.commit(body())
  }

  return {
    factsOf,
    put(venueId, fact, value) {
      factsOf(venueId).set(fact, value)
      return write()
    },
    remove(venueId, fact) {
      factsOf(venueId).delete(fact)
      return write()
    },
    carried() {
      if (recorded !== null && read === null && version === recorded.version)
        return [{ type: 'rules', name, version, json: recorded.json }]
      return version === 0 ? [] : [body()]
    },
  }
}
