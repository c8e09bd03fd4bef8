/** Checks every order against the limits and saves changes of the limits in the journal. Sends nothing; an order that passed counts from that moment. */

import {
  ZERO,
  compare,
  decimal,
  parseDecimal,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { amendedDraft } from '../../../shared/domain/orders/amendedDraft.ts'
import type { BookWalk, WalkSize } from '../../../shared/domain/book/bookWalk.ts'
import type { JournalBody, JournalEntry } from '../../../shared/domain/journalEntry.ts'
import { limitChanges, wordToLoosen, wordToSave } from '../../../shared/domain/limits/limitChanges.ts'
import { checkLimits, meaningOfNumber, numberToType } from '../../../shared/domain/limits/limitCheck.ts'
import type {
  LimitDecision,
  LimitFinding,
  NumberMeaning,
} from '../../../shared/domain/orders/limitDecision.ts'
import { changeSentence } from '../../../shared/domain/limits/limitWords.ts'
import type { LimitRule, LimitSet, LimitsInForce } from '../../../shared/domain/limits/limits.ts'
import { limitBlockNews, limitChangeNews } from '../../../shared/domain/limits/limitNotices.ts'
import type { News } from '../../../shared/domain/notice.ts'
import {
  orderKey,
  type Order,
  type OrderChanges,
  type OrderDraft,
} from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { InstrumentStore } from '../market/instruments.ts'
import type { RecoveredState } from '../journal/journalFold.ts'
import { openPairs } from './openExposures.ts'
import type { OrderStore } from '../orders/orderStore.ts'
import type { Settings } from '../ports.ts'
import { createSentRecord } from './sentRecord.ts'
import { LIMITS, LOST, restoreLimits, REVISIONS_SHOWN } from './storedLimits.ts'
import { publish, type Published } from '../support/publishedTopic.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'

/** Settings the window may not write: its own names have no hyphen. */
const SETTING = 'core-limits'
/** Warnings shown of one order (docs/limits.md#warnings). */
const WARNINGS_SHOWN = 3
/** Ms within which the number that was asked for is taken. */
const ASK_STANDS = 60_000

export type LimitVerdict =
  | {
      readonly kind: 'pass'
      readonly decision: LimitDecision
    }
  | { readonly kind: 'block'; readonly findings: readonly LimitFinding[]; readonly version: number }
  | {
      readonly kind: 'warn'
      /** At most three, worst first. */
      readonly findings: readonly LimitFinding[]
      /** The number to type. */
      readonly type: string
      readonly means: NumberMeaning
      /** USDC at most; null without a price. */
      readonly notional: DecimalText | null
      readonly version: number
    }

export interface LimitEngineOptions {
  readonly clock: Clock
  readonly settings: Settings
  readonly orderStore: Pick<OrderStore, 'recent'>
  readonly trades: TradeBook
  readonly instruments: InstrumentStore
  /** The leverage last read of a customer and instrument; null where none is known. */
  readonly leverage: (customer: CustomerCode, symbol: Symbol) => string | null
  /** What a market order would meet; null without a live book. */
  readonly walk: (symbol: Symbol, side: Side, size: WalkSize) => Promise<BookWalk | null>
  /** Who is at the desk, for the record. */
  readonly who: () => string
  readonly journalWriter: Pick<JournalWriter, 'note' | 'commit'>
  /** Entries of earlier runs: what they sent counts in the windows of today. */
  readonly kept: readonly JournalEntry[]
  /** The limits that earlier runs left in the journal. */
  readonly recorded: Pick<RecoveredState, 'rules'>
  /** The journal of earlier runs is gone: what was in force then is not known. Left out: it is not gone. */
  readonly isJournalLost?: boolean | undefined
  /** In force before anybody saved limits. */
  readonly startingLimits: readonly LimitRule[]
  readonly say: (sentence: string) => void
  /** Hears what a limit held back, and changes of the limits. */
  readonly report: (news: readonly News[]) => void
}

export interface LimitEngine {
  readonly topic: Published<'limits'>
  /**
   * What passed counts as sent from this moment, and as open once it is on the board: ask one at a time, and put it there at once. `typed`: the
   * number that the dealer typed at a warning of this intent, else null. `confirmed`: warnings do not hold what only takes risk away.
   */
  check(intentId: string, draft: OrderDraft, typed: string | null, confirmed?: boolean): Promise<LimitVerdict>
  /**
   * Why an order may not be changed so, in one sentence; null: it may, and counts as the larger of both until the venue shows it. A
   * change asks for no number: what would warn goes by a cancel and a new order.
   */
  refusesAmend(order: Order, changes: OrderChanges): string | null
  save(request: Request<'limits.save'>): Promise<Result<Reply<'limits.save'>, Failure>>
  /** What a new segment of the journal must know of the limits and of what they count. */
  carried(): readonly JournalBody[]
}

/** A warning that was shown: which limits it named, and what it wants typed. */
interface Asked {
  readonly type: string
  readonly limits: ReadonlySet<string>
  readonly at: number
}

const sizeOf = ({ amount, cashAmount }: OrderDraft): WalkSize | null =>
  amount !== null ? { amount } : cashAmount !== null ? { cash: cashAmount } : null

/** Whether the dealer typed this number, thousands set apart or not. */
function isNumber(typed: string, wanted: string): boolean {
  const read = parseDecimal(typed.replaceAll(/[\s,]/g, ''))
  return read.ok && compare(read.value, decimal(wanted)) === 0
}

const wordsOf = ({ side, amount, cashAmount, symbol, type, limitPrice }: OrderDraft): string =>
  `${side} ${amount ?? `${cashAmount ?? ''} USDC of`} ${symbol} ${type}${limitPrice === null ? '' : ` @ ${limitPrice}`}`

/** What a decision depends on besides the order and the desk. */
interface Circumstances {
  readonly typed: string | null
  readonly confirmed: boolean
  readonly walk: BookWalk | null
  readonly instead: Order | null
}

const entryOf = (set: LimitSet): JournalBody => ({
  type: 'rules',
  name: LIMITS,
  version: set.version,
  json: JSON.stringify(set),
})

export function createLimitEngine(parts: LimitEngineOptions): LimitEngine {
  const { clock, settings, instruments } = parts
  const recorded = parts.isJournalLost ? LOST : parts.recorded.rules(LIMITS)
  const sent = createSentRecord(clock, parts.kept, parts.isJournalLost ? clock.now() : null)
  if (parts.isJournalLost) {
    parts.journalWriter.note(LOST)
    parts.journalWriter.note(sent.entryOf([]))
  }
  let now: LimitsInForce = restoreLimits({
    recorded,
    copy: settings.all()[SETTING],
    starting: parts.startingLimits,
  })
  if (now.unconfirmed !== null) parts.say(now.unconfirmed)
  let saving = false
  const topic = publish<'limits'>(() => now)
  const asked = new Map<string, Asked>()
  /** Contracts that orders are being amended to. */
  const amended = new Map<string, Decimal>()

  const record = (intentId: string, draft: OrderDraft, findings: readonly LimitFinding[]) =>
    parts.journalWriter.note({
      type: 'limit',
      customerCode: draft.customerCode,
      intentId,
      version: now.version,
      findings: [...findings],
      what: wordsOf(draft),
    })

  const leverageOf = (draft: OrderDraft) => {
    const known = parseDecimal(parts.leverage(draft.customerCode, draft.symbol) ?? '')
    return known.ok ? known.value : null
  }

  const ask = (
    intentId: string,
    findings: readonly LimitFinding[],
    draft: OrderDraft,
    notional: Decimal | null,
  ): LimitVerdict => {
    const type = numberToType(draft, notional)
    for (const [id, { at }] of asked) if (clock.monotonic() - at >= ASK_STANDS) asked.delete(id)
    const limits = new Set(findings.map(({ limit }) => limit))
    asked.set(intentId, { type, limits, at: clock.monotonic() })
    return {
      kind: 'warn',
      findings: findings.slice(0, WARNINGS_SHOWN),
      type,
      means: meaningOfNumber(notional),
      notional: notional === null ? null : toText(notional),
      version: now.version,
    }
  }

  /** Whether the number was typed for warnings that were shown, and nothing was found since. */
  const isAnswered = (intentId: string, findings: readonly LimitFinding[], typed: string | null) => {
    const question = asked.get(intentId)
    return (
      typed !== null &&
      question !== undefined &&
      clock.monotonic() - question.at < ASK_STANDS &&
      isNumber(typed, question.type) &&
      findings.every(({ limit }) => question.limits.has(limit))
    )
  }

  const amendedTo = (order: Order): Decimal | null =>
    order.pending === 'amend' ? (amended.get(orderKey(order)) ?? null) : null

  const decide = (
    intentId: string,
    draft: OrderDraft,
    { typed, confirmed, walk, instead }: Circumstances,
  ): LimitVerdict => {
    const pairs = openPairs(parts, draft, amendedTo, instead)
    const { findings, notional, tradeOut } = checkLimits(draft, now.rules, {
      now: clock.now(),
      prices: instruments.prices(draft.symbol),
      // A confirmed trade-out is one by the contracts that are known: the dealer was asked where they are not known for sure.
      pairs: confirmed
        ? pairs.map((of) =>
            of.customerCode === draft.customerCode && of.symbol === draft.symbol
              ? { ...of, certain: true }
              : of,
          )
        : pairs,
      sent: (scope, window) => sent.total(scope, window),
      sentSince: (window) => sent.sinceIn(window),
      alike: instead ? 0 : sent.alikeCount(draft),
      leverage: leverageOf(draft),
      walk,
    })
    const blocks = [
      ...(now.unconfirmed === null || tradeOut
        ? []
        : [{ level: 'block' as const, limit: 'unconfirmed', sentence: now.unconfirmed }]),
      ...findings.filter(({ level }) => level === 'block'),
    ]
    if (blocks.length > 0) {
      record(intentId, draft, blocks)
      parts.report([limitBlockNews(intentId, draft, blocks)])
      return { kind: 'block', findings: blocks, version: now.version }
    }
    const answered = isAnswered(intentId, findings, typed)
    if (findings.length > 0 && !answered && !(confirmed && tradeOut)) {
      record(intentId, draft, findings)
      return ask(intentId, findings, draft, notional)
    }
    asked.delete(intentId)
    const id = instead ? `${intentId} amended ${clock.now()}` : intentId
    const send = sent.note(id, draft, notional ?? ZERO)
    // An order's intent tells a later start that it was sent; nothing else tells of an amend what it came to.
    if (instead) parts.journalWriter.note(sent.entryOf([send]))
    return {
      kind: 'pass',
      decision: {
        version: now.version,
        findings: [...findings],
        typed: answered ? typed : null,
        ...(notional === null ? {} : { notional: toText(notional) }),
      },
    }
  }

  const carriedRules = (): readonly JournalBody[] => {
    const { unconfirmed, ...set } = now
    // Unconfirmed limits are not proven: the journal goes on with what it held.
    if (unconfirmed !== null)
      return recorded === null
        ? []
        : [{ type: 'rules', name: LIMITS, version: recorded.version, json: recorded.json }]
    return set.version === 0 ? [] : [entryOf(set)]
  }

  const refuse = (sentence: string, field: string | null = null) =>
    fail(failureOf('refused', sentence, { field }))

  return {
    topic,
    async check(intentId, draft, typed, confirmed = false) {
      const size = sizeOf(draft)
      const walk = draft.type === 'market' && size ? await parts.walk(draft.symbol, draft.side, size) : null
      return decide(intentId, draft, { typed, confirmed, walk, instead: null })
    },

    refusesAmend(order, changes) {
      const verdict = decide(order.referenceId, amendedDraft(order, changes), {
        typed: null,
        confirmed: false,
        walk: null,
        instead: order,
      })
      if (verdict.kind === 'pass') {
        if (changes.amount !== null) amended.set(orderKey(order), decimal(changes.amount))
        return null
      }
      const sentence = verdict.findings[0]?.sentence ?? 'A limit forbids this change.'
      return verdict.kind === 'block'
        ? sentence
        : `${sentence} A change takes no number: cancel the order and send a new one.`
    },

    async save({ baseVersion, rules, typed }) {
      const last = now.history.at(-1)
      if (saving || baseVersion !== now.version)
        return refuse(
          `The limits were changed meanwhile${last ? ` by ${last.by}` : ''}: version ${now.version} is in force, not ${baseVersion}. Look at them, then change them again.`,
          'baseVersion',
        )
      const changes = limitChanges(now.rules, rules)
      if (changes.length === 0 && now.unconfirmed === null) return ok({ version: now.version })
      const word = wordToSave(changes, now.unconfirmed)
      if (word !== null && typed?.trim() !== word)
        return refuse(
          wordToLoosen(changes) === null
            ? `Type ${word} to put these limits in force.`
            : `This lets more through: ${changes
                .filter(({ loosens }) => loosens)
                .map(changeSentence)
                .join('; ')}. Type ${word} to confirm.`,
          'typed',
        )
      const revision = { version: now.version + 1, at: clock.now(), by: parts.who(), changes }
      const next: LimitSet = {
        version: revision.version,
        rules: [...rules],
        history: [...now.history, revision].slice(-REVISIONS_SHOWN),
      }
      saving = true
      const written = await parts.journalWriter.commit(entryOf(next))
      saving = false
      if (!written.ok) return refuse(`Not saved, because the journal takes nothing: ${written.failure}`)
      now = { ...next, unconfirmed: null }
      const kept = settings.save(SETTING, JSON.stringify(next))
      if (!kept.ok)
        parts.say(
          `${kept.failure} The new limits are in force and in the order journal. After a restart Openpit asks to confirm them.`,
        )
      topic.delta(now)
      parts.report([limitChangeNews(next.version, revision.by, changes)])
      return ok({ version: now.version })
    },
    carried: () => [...carriedRules(), ...sent.carried()],
  }
}
