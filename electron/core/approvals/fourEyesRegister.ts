/** The four-eyes rules and the dealers who may approve. The order journal alone proves them: the settings, which anybody can edit, hold a mark only. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import {
  fourEyesRecord,
  type FourEyesRecord,
  type RegisteredDealer,
} from '../../../shared/domain/fourEyes/fourEyesRecord.ts'
import { isInForce, isSameRules, NO_FOUR_EYES } from '../../../shared/domain/fourEyes/fourEyesRules.ts'
import { isSameDealer } from '../../../shared/domain/fourEyes/sameDealer.ts'
import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import type { DealerName } from '../../../shared/domain/settings/dealerName.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { RecoveredState } from '../journal/recoverStateFromJournal.ts'
import type { Settings } from '../ports/settings.ts'

/** Of the journal's `rules` entries. */
const NAME = 'four-eyes'
/** Says whether rules are in force, so that a lost or older journal is noticed; `unconfirmed`: they were found missing, and no dealer has confirmed since. */
const MARK = 'core-four-eyes'

export interface FourEyesRegisterOptions {
  readonly recovered: Pick<RecoveredState, 'rules'>
  readonly journalWriter: Pick<JournalWriter, 'commit'>
  readonly settings: Settings
  readonly warn: (sentence: string) => void
}

export interface FourEyesRegister {
  /** Why the rules are unknown: a sentence. Every act that they could name is refused then. Null: they are known. */
  readonly problem: string | null
  /** Why rules that were in force may be missing, in sentences: nothing with new risk may leave before a dealer confirms. Null: none is missing. */
  readonly whyMissing: string | null
  /** A dealer confirmed that the rules are those of the journal. */
  confirmMissing(): void
  readonly now: FourEyesRecord
  /** Another one whenever the rules change, and never smaller. A dealer's passphrase changes no rule. */
  readonly rulesVersion: number
  find(name: string): RegisteredDealer | undefined
  /** In force once it is on disk, else one sentence. */
  save(next: FourEyesRecord): Promise<Result<null, string>>
  carried(): readonly JournalBody[]
}

const UNREADABLE =
  'The four-eyes rules in the order journal cannot be read, so acts that may need a second dealer are refused. Start the release of Openpit that wrote them. Cancels, halts and trade-outs work.'

const MISSING =
  'The settings say that four eyes was in force, and the order journal holds no such rules. The journal is gone or older than the settings. No act waits for a second dealer now, and halts may be missing, too. Set the four-eyes rules and the halts again.'

const SET_AGAIN =
  'At an earlier start the settings said that four eyes was in force, and the order journal held no such rules: the journal was gone or older than the settings. Four-eyes rules are set again. Halts may be missing, too: set them again.'

function parse(json: string): FourEyesRecord | null {
  try {
    const read = fourEyesRecord.safeParse(JSON.parse(json))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

export function createFourEyesRegister(options: FourEyesRegisterOptions): FourEyesRegister {
  const { journalWriter, settings, warn } = options
  const recorded = options.recovered.rules(NAME)
  const read = recorded === null ? { rules: NO_FOUR_EYES, dealers: [] } : parse(recorded.json)
  const problem = read === null ? UNREADABLE : null
  if (problem !== null) warn(problem)
  let now: FourEyesRecord = read ?? { rules: NO_FOUR_EYES, dealers: [] }
  const marked = settings.all()[MARK]
  let isMissing =
    problem === null && (marked === 'unconfirmed' || (marked === 'in force' && !isInForce(now.rules)))
  const whyMissing = (): string | null => (!isMissing ? null : isInForce(now.rules) ? SET_AGAIN : MISSING)
  const mark = (): void => {
    const value = isMissing ? 'unconfirmed' : isInForce(now.rules) ? 'in force' : 'off'
    if ((settings.all()[MARK] ?? 'off') === value) return
    const saved = settings.save(MARK, value)
    if (!saved.ok)
      warn(
        `${saved.failure} The four-eyes rules themselves are in the order journal. A start whose journal is missing or older may not notice that they changed.`,
      )
  }
  if (problem === null) mark()
  let version = recorded?.version ?? 0
  let rulesVersion = version
  let isSaving = false
  const bodyOf = (record: FourEyesRecord): JournalBody => ({
    type: 'rules',
    name: NAME,
    version,
    json: JSON.stringify(record),
  })
  return {
    problem,
    get whyMissing() {
      return whyMissing()
    },
    confirmMissing() {
      isMissing = false
      if (problem === null) mark()
    },
    get now() {
      return now
    },
    get rulesVersion() {
      return rulesVersion
    },
    find: (name) => now.dealers.find(({ dealer }) => isSameDealer(dealer, { name })),
    async save(next) {
      if (problem !== null) return fail(problem)
      // A change that was made from the record of before would undo the one that is on its way to the disk.
      if (isSaving) return fail('Nothing was changed: another change is being stored. Try again.')
      isSaving = true
      version++
      const written = await journalWriter.commit(bodyOf(next))
      isSaving = false
      if (!written.ok) return fail(`Nothing was changed: ${written.failure}`)
      if (!isSameRules(now.rules, next.rules)) rulesVersion = version
      now = next
      mark()
      return ok(null)
    },
    carried() {
      if (recorded !== null && problem !== null)
        return [{ type: 'rules', name: NAME, version: recorded.version, json: recorded.json }]
      return version === 0 ? [] : [bodyOf(now)]
    },
  }
}

/** The dealer's name without the verifier. */
export const namesOf = ({ dealers }: FourEyesRecord): DealerName[] => dealers.map(({ dealer }) => dealer)
