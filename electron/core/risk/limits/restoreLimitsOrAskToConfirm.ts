/** Restores the limits from the order journal and compares them with their copy in the settings. The copy alone never decides what is in force. */

import type { JournalBody } from '../../../../shared/domain/journalEntry.ts'
import { limitChanges } from '../../../../shared/domain/limits/limitChanges.ts'
import {
  lostLimits,
  recordedRules,
  type LimitRule,
  type LimitSet,
  type LimitsInForce,
} from '../../../../shared/domain/limits/limits.ts'
import { readLimitSet } from '../../../../shared/domain/limits/storedLimitSet.ts'

/** Name of the journal's `rules` entries that hold the limits. */
export const LIMITS = 'limits'

/** Revisions that are shown; the journal has all. */
export const REVISIONS_SHOWN = 100

export const WHAT_TO_DO =
  'Until a dealer confirms the limits, Openpit sends only cancels and orders that close positions. Open the Limits panel, check every bound and confirm.'

/** The entry of a new journal where an earlier one is gone, until a dealer confirms the limits. Without this entry the next start would take the folder for a new one. */
export const LOST: Extract<JournalBody, { type: 'rules' }> = {
  type: 'rules',
  name: LIMITS,
  version: 0,
  json: JSON.stringify({ lost: true }),
}

/** The newest `rules` entry of the journal. */
export interface RecordedText {
  readonly version: number
  readonly json: string
}

export interface LimitSources {
  /** Null: no limits were read from the journal. */
  readonly recorded: RecordedText | null
  /** The copy in the settings; undefined: there is none. */
  readonly copy: string | undefined
  /** The limits in force until a dealer saves limits. */
  readonly starting: readonly LimitRule[]
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readCopy(text: string): LimitSet | null {
  return readLimitSet(jsonOf(text))
}

/** Reads an entry of the journal; null where its text has no known shape. */
function readRecorded({ version, json }: RecordedText): LimitSet | null {
  const value = jsonOf(json)
  const whole = readLimitSet(value)
  if (whole) return whole
  // Entries of earlier versions of Openpit hold the rules without the history.
  const earlier = recordedRules.safeParse(value)
  return earlier.success ? { version, rules: earlier.data.rules, history: [] } : null
}

const isSame = (a: LimitSet, b: LimitSet): boolean =>
  a.version === b.version && limitChanges(a.rules, b.rules).length === 0

/** Why the copy in the settings does not agree with the journal; null: it agrees. */
function mismatch(recorded: LimitSet, copy: string | undefined): string | null {
  const here = `Version ${recorded.version} of the limits, from the order journal, is in force`
  if (copy === undefined) return `${here}, but its copy in the settings is missing.`
  const read = readCopy(copy)
  if (!read) return `${here}, but its copy in the settings cannot be read.`
  if (isSame(recorded, read)) return null
  return read.version === recorded.version
    ? `${here}, but its copy in the settings was changed outside of Openpit.`
    : `${here}, but the settings hold version ${read.version}.`
}

/** The limits in force at start. Where the journal and the copy do not agree, `unconfirmed` says what happened, what it means and what to do. */
export function restoreLimits({ recorded, copy, starting }: LimitSources): LimitsInForce {
  const atStart: LimitSet = { version: 0, rules: [...starting], history: [] }
  const isLost = recorded !== null && lostLimits.safeParse(jsonOf(recorded.json)).success
  if (recorded === null || isLost) {
    if (copy === undefined && !isLost) return { ...atStart, unconfirmed: null }
    const read = copy === undefined ? null : readCopy(copy)
    const why = isLost
      ? 'The order journal of earlier runs is gone: it is unknown which limits, halts and groups under a halt were in force.'
      : 'No limits could be read from the order journal.'
    const now = read
      ? `Version ${read.version}, from the settings, is in force.`
      : `${copy === undefined ? '' : 'The copy in the settings cannot be read. '}The limits that Openpit comes with are in force.`
    return { ...(read ?? atStart), unconfirmed: `${why} ${now} ${WHAT_TO_DO}` }
  }
  const read = readRecorded(recorded)
  if (!read)
    return {
      ...atStart,
      version: recorded.version,
      unconfirmed: `Version ${recorded.version} of the limits in the order journal cannot be read: the limits that Openpit comes with are in force. ${WHAT_TO_DO}`,
    }
  const differs = mismatch(read, copy)
  return { ...read, unconfirmed: differs === null ? null : `${differs} ${WHAT_TO_DO}` }
}
