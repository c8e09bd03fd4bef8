/** Changes the limits in force by a confirmed save: journals and publishes each revision. Begins with the limits of the journal. Checks no order. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { JournalBody } from '../../../../shared/domain/journalEntry.ts'
import { limitChanges, wordToLoosen, wordToSave } from '../../../../shared/domain/limits/limitChanges.ts'
import { limitChangeNews } from '../../../../shared/domain/limits/limitNotices.ts'
import type {
  LimitChange,
  LimitRule,
  LimitSet,
  LimitsInForce,
} from '../../../../shared/domain/limits/limits.ts'
import { changeSentence } from '../../../../shared/domain/limits/limitWords.ts'
import type { News } from '../../../../shared/domain/notice.ts'
import { actKey, type ActKey } from '../../approvals/actKey.ts'
import type { HeldAct } from '../../approvals/approvals.ts'
import type { RecoveredState } from '../../journal/recoverStateFromJournal.ts'
import type { JournalWriter } from '../../journal/journalWriter.ts'
import type { Settings } from '../../ports/settings.ts'
import { publish, type Published } from '../../support/publishTopic.ts'
import { LIMITS, LOST, restoreLimits, REVISIONS_SHOWN, WHAT_TO_DO } from './restoreLimitsOrAskToConfirm.ts'

/** The setting with the copy of the limits. Windows cannot write it: the names of their settings have no hyphen. */
const SETTING = 'core-limits'

export interface LimitRevisionsOptions {
  readonly clock: Clock
  readonly settings: Settings
  /** The dealer who is signed in, for the journal. */
  readonly who: () => string
  readonly journalWriter: Pick<JournalWriter, 'note' | 'commit'>
  /** The limits that earlier runs left in the journal. */
  readonly recovered: Pick<RecoveredState, 'rules'>
  /** The journal of earlier runs is gone, so their limits are unknown. Left out: false. */
  readonly isJournalLost?: boolean | undefined
  /** Why a dealer must confirm before orders leave although the limits are known, in sentences: other rules of earlier runs are missing. Null: none is known to be missing. */
  readonly besides: () => string | null
  /** A dealer confirmed all that was not proven. */
  readonly confirmed?: () => void
  /** The limits in force until a dealer saves limits. */
  readonly startingLimits: readonly LimitRule[]
  readonly say: (sentence: string) => void
  readonly report: (news: readonly News[]) => void
  /** Holds an act for a second dealer: why it must not go on now. Null: it may. */
  readonly hold: (key: ActKey, act: HeldAct) => string | null
}

/** The key of a save of limits for `hold`. */
export const limitsKey = ({ baseVersion }: Pick<Request<'limits.save'>, 'baseVersion'>): ActKey =>
  actKey('limits', String(baseVersion))

export interface LimitRevisions {
  readonly topic: Published<'limits'>
  inForce(): LimitsInForce
  /** Call when `besides` has another answer. */
  besidesChanged(): void
  /** The new limits are in force once the journal has them on disk. */
  save(request: Request<'limits.save'>): Promise<Result<Reply<'limits.save'>, Failure>>
  /** What a new segment of the journal must hold of the limits. */
  carried(): readonly JournalBody[]
}

const entryOf = (set: LimitSet): JournalBody => ({
  type: 'rules',
  name: LIMITS,
  version: set.version,
  json: JSON.stringify(set),
})

const refuse = (sentence: string, field: string | null = null) =>
  fail(failureOf('refused', sentence, { field }))

/** Asks for the word that confirms these changes. */
const askForWord = (changes: readonly LimitChange[], word: string) => {
  if (wordToLoosen(changes) === null) return refuse(`Type ${word} to put these limits in force.`, 'typed')
  const loosened = changes.filter(({ loosens }) => loosens).map(changeSentence)
  return refuse(`This loosens a hard limit: ${loosened.join('; ')}. Type ${word} to confirm.`, 'typed')
}

export function createLimitRevisions(options: LimitRevisionsOptions): LimitRevisions {
  const { clock, settings, who, journalWriter, say, report, hold } = options
  const recorded = options.isJournalLost ? LOST : options.recovered.rules(LIMITS)
  if (options.isJournalLost) journalWriter.note(LOST)
  let known: LimitsInForce = restoreLimits({
    recorded,
    copy: settings.all()[SETTING],
    starting: options.startingLimits,
  })
  const inForce = (): LimitsInForce => {
    const besides = options.besides()
    return besides === null
      ? known
      : { ...known, unconfirmed: `${besides} ${known.unconfirmed ?? WHAT_TO_DO}` }
  }
  const { unconfirmed } = inForce()
  if (unconfirmed !== null) say(unconfirmed)
  let isSaving = false
  const topic = publish<'limits'>(inForce)

  return {
    topic,
    inForce,
    besidesChanged: () => topic.delta(inForce()),
    async save({ baseVersion, rules, typed, unconfirmed: asked }) {
      const { version, history, rules: before, unconfirmed: why } = inForce()
      const last = history.at(-1)
      if (isSaving || baseVersion !== version)
        return refuse(
          `The limits were changed meanwhile${last ? ` by ${last.by}` : ''}: version ${version} is in force, not ${baseVersion}. Check the limits in force, then change them again.`,
          'baseVersion',
        )
      // What came up after the dealer read the reason is not confirmed by the dealer's word, nor by a second dealer's.
      if (asked !== why)
        return refuse(
          `Not saved: ${why === null ? 'the limits were confirmed meanwhile' : 'the reason why the limits must be confirmed changed meanwhile'}. Read the Limits panel, then save again.`,
          'unconfirmed',
        )
      const changes = limitChanges(before, rules)
      if (changes.length === 0 && asked === null) return ok({ version })
      const word = wordToSave(changes, asked)
      if (word !== null && typed?.trim() !== word) return askForWord(changes, word)
      const held = hold(limitsKey({ baseVersion }), {
        kind: 'limits',
        value: null,
        setsLeverage: false,
        what: `limits: ${[...(changes.length === 0 ? ['confirmed as they are'] : changes.map(changeSentence)), ...(why === null ? [] : [`confirms: ${why}`])].join('; ')}`,
      })
      if (held !== null) return refuse(held)
      const revision = { version: version + 1, at: clock.now(), by: who(), changes }
      const next: LimitSet = {
        version: revision.version,
        rules: [...rules],
        history: [...history, revision].slice(-REVISIONS_SHOWN),
      }
      isSaving = true
      const written = await journalWriter.commit(entryOf(next))
      isSaving = false
      if (!written.ok)
        return refuse(
          `Not saved: the order journal cannot be written. The limits before stay in force. ${written.failure}`,
        )
      const isAsAsked = inForce().unconfirmed === asked
      known = { ...next, unconfirmed: null }
      if (asked !== null && isAsAsked) options.confirmed?.()
      const saved = settings.save(SETTING, JSON.stringify(next))
      if (!saved.ok)
        say(
          `${saved.failure} The new limits are in force and in the order journal. After a restart Openpit asks to confirm them.`,
        )
      topic.delta(inForce())
      report([limitChangeNews(next.version, revision.by, changes)])
      return ok({ version: next.version })
    },
    carried() {
      const { unconfirmed: why, ...set } = known
      // Unconfirmed limits are not proven. The new segment gets the entry that the journal held.
      if (why !== null)
        return recorded === null
          ? []
          : [{ type: 'rules', name: LIMITS, version: recorded.version, json: recorded.json }]
      return set.version === 0 ? [] : [entryOf(set)]
    },
  }
}
