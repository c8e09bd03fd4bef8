/** Checks every order and amend against the limits in force. An order that passes counts from that moment. Sends nothing. */

import { ZERO, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { amendedDraft } from '../../../../shared/domain/orders/amendedDraft.ts'
import type { BookWalk, WalkSize } from '../../../../shared/domain/book/bookWalk.ts'
import type { JournalBody, JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import type { LimitFinding } from '../../../../shared/domain/orders/limitDecision.ts'
import { limitBlockNews } from '../../../../shared/domain/limits/limitNotices.ts'
import type { Order, OrderChanges, OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { Side, Symbol } from '../../../../shared/domain/scalars.ts'
import { actKey, type ActKey } from '../../approvals/actKey.ts'
import { askForNumber, namesOf } from './askForNumber.ts'
import { createActBeforehand, type ActBeforehand } from './actsBeforehand.ts'
import { createBlockAmendChecks, type BlockAmendChecks } from './amends/checkBlockAmends.ts'
import { createGatherForAmends } from './amends/gatherForAmends.ts'
import {
  createExceededLimits,
  type CheckedCircumstances,
  type ExceededLimitsOptions,
} from './exceededLimits.ts'
import {
  createLimitRevisions,
  type LimitRevisions,
  type LimitRevisionsOptions,
} from './changeLimitsInForce.ts'
import { amendKey, amendToHold, orderToHold } from './ordersToHold.ts'
import { createFindingsJournal } from './journalLimitFindings.ts'
import { createBlockChecks, type BlockChecks } from './checkBlocks.ts'
import { createScaleCheck, type ScaleToCheck, type ScaleVerdict } from './checkScales.ts'
import type { LimitVerdict } from './limitVerdict.ts'
import { createSentOrderTotals } from './sentOrderTotals.ts'
import { createWarningAnswers } from './warningAnswers.ts'

export interface LimitEngineOptions extends LimitRevisionsOptions, ExceededLimitsOptions {
  /** The levels of the order book that a market order would fill against; null without a live book. */
  readonly walk: (symbol: Symbol, side: Side, size: WalkSize) => Promise<BookWalk | null>
  /** The journal of earlier runs: their sent orders count in the time windows of today. */
  readonly earlierEntries: readonly JournalEntry[]
  /** Whether the act of this key is being done now because a second dealer approved it. */
  readonly isApproved: (key: ActKey) => boolean
}

/** What a check needs besides the draft. */
export interface CheckGiven {
  /** The number that the dealer typed at a warning of this intent, else null. */
  readonly typed: string | null
  readonly walk: BookWalk | null
  /** The dealer confirmed the order as a trade-out, which warnings do not stop. */
  readonly confirmed: boolean
  /** The leg that the order's bracket would have now: its prices are checked with the order's. Null or left out: none. */
  readonly leg?: OrderDraft | null
  /** The order is a leg itself. It counts, and nothing stops it: a limit must not leave a position without its stop. */
  readonly isLeg?: boolean
}

export interface LimitEngine extends Pick<LimitRevisions, 'topic' | 'save'>, BlockChecks, BlockAmendChecks {
  /** Why the limits in force are not confirmed: sentences; null: they are. */
  whyUnconfirmed(): string | null
  /** Call when `besides` of the options has another answer. */
  besidesChanged(): void
  /** The levels that a market order would fill against, for `check`; null for other orders, and without a live book. A book that nobody streams takes a while. */
  walk(draft: OrderDraft): Promise<BookWalk | null>
  /**
   * An order that passes counts as sent from this moment, and as open once it is in the order store. Store it in the same turn, so that two
   * orders cannot both fit under one limit.
   */
  check(intentId: string, draft: OrderDraft, given: CheckGiven): LimitVerdict
  /** The same for a scale: its orders pass and count together, or none does. Store all of them in the same turn. */
  checkScale(scale: ScaleToCheck): ScaleVerdict
  /** The limits that an order and the legs of its bracket would exceed now, worst first, and its notional in USDC. The order counts for nothing. */
  preview(
    draft: OrderDraft,
    leg?: OrderDraft | null,
  ): Promise<{ readonly findings: readonly LimitFinding[]; readonly notional: Decimal | null }>
  /**
   * Why an order must not be amended so, in one sentence; null: it may. The amended order then counts at the larger of both sizes until the venue
   * shows the change. An amend cannot confirm a warning. `isApproved`: it is part of the amend of a block, which was held as a whole.
   */
  refusesAmend(order: Order, changes: OrderChanges, isApproved?: boolean): string | null
  /** What the four-eyes rules would judge of an act that is only being written. */
  readonly actBeforehand: ActBeforehand
  /** What a new segment of the journal must hold of the limits and of what they count. */
  carried(): readonly JournalBody[]
}

const sizeOf = ({ amount, cashAmount }: OrderDraft): WalkSize | null =>
  amount !== null ? { amount } : cashAmount !== null ? { cash: cashAmount } : null

interface Circumstances extends CheckedCircumstances, CheckGiven {}

/** Why a single amend may not go on: sentences. A warning cannot be answered there. */
function whyNotAmended(verdict: Exclude<LimitVerdict, { readonly kind: 'pass' }>): string {
  if (verdict.kind === 'held') return verdict.sentence
  const sentence = verdict.findings[0]?.sentence ?? 'A limit forbids this change.'
  return verdict.kind === 'block'
    ? sentence
    : `${sentence} A warning cannot be confirmed on an amend: cancel the order and send a new one.`
}

export function createLimitEngine(options: LimitEngineOptions): LimitEngine {
  const { clock, journalWriter } = options
  const sent = createSentOrderTotals(
    clock,
    options.earlierEntries,
    options.isJournalLost ? clock.now() : null,
  )
  const revisions = createLimitRevisions(options)
  if (options.isJournalLost) journalWriter.note(sent.entryOf([]))
  const answers = createWarningAnswers(clock)
  const journalFindings = createFindingsJournal(journalWriter, () => revisions.inForce().version)

  const exceeded = createExceededLimits(options, { revisions, sent })
  const gatherForAmends = createGatherForAmends(options)
  const walkFor = async (draft: OrderDraft): Promise<BookWalk | null> => {
    const size = sizeOf(draft)
    return draft.type === 'market' && size ? options.walk(draft.symbol, draft.side, size) : null
  }

  const decide = (intentId: string, draft: OrderDraft, circumstances: Circumstances): LimitVerdict => {
    const { typed, confirmed, amends, isLeg = false } = circumstances
    const { findings, notional, tradeOut, blocks } = exceeded(draft, circumstances)
    const { version } = revisions.inForce()
    if (blocks.length > 0 && !isLeg) {
      journalFindings(intentId, draft, blocks)
      options.report([limitBlockNews(intentId, draft, blocks)])
      return { kind: 'block', findings: blocks, version }
    }
    const isAnswered = answers.isAnswered(intentId, namesOf(findings), typed)
    if (findings.length > 0 && !isAnswered && !isLeg && !(confirmed && tradeOut)) {
      return askForNumber({ answers, journalFindings, version }, intentId, draft, findings, notional)
    }
    // A trade-out only reduces risk, and a leg protects a position: neither waits for anybody.
    const judged = { draft, notional, tradeOut }
    const act = amends ? amendToHold(amends, judged) : orderToHold(judged, circumstances.leg ?? null)
    const held =
      isLeg || act === null ? null : options.hold(amends ? amendKey(amends) : actKey('order', intentId), act)
    if (held !== null) return { kind: 'held', sentence: held }
    answers.forget(intentId)
    const id = amends ? `${intentId} amended ${clock.now()}` : intentId
    const send = sent.note(id, draft, notional ?? ZERO)
    // A later start reads from the journaled intent what an order counted. For an amend it has only this entry.
    if (amends) journalWriter.note(sent.entryOf([send]))
    return {
      kind: 'pass',
      decision: {
        version,
        findings: [...findings],
        typed: isAnswered ? typed : null,
        ...(notional === null ? {} : { notional: toText(notional) }),
      },
    }
  }

  const manyOrders = {
    exceeded,
    sent,
    answers,
    journalFindings,
    report: options.report,
    hold: options.hold,
    version: () => revisions.inForce().version,
  }
  const blockChecks = createBlockChecks({
    ...manyOrders,
    sent,
    revisions,
    context: options,
  })
  return {
    topic: revisions.topic,
    save: (request) => revisions.save(request),
    besidesChanged: () => revisions.besidesChanged(),
    whyUnconfirmed: () => revisions.inForce().unconfirmed,
    walk: walkFor,
    check: (intentId, draft, given) => decide(intentId, draft, { ...given, amends: null }),
    checkScale: createScaleCheck(manyOrders),
    ...blockChecks,
    ...createBlockAmendChecks({
      ...manyOrders,
      clock,
      context: options,
      revisions,
      journalWriter,
      gatherForAmends,
      isApproved: options.isApproved,
    }),
    async preview(draft, leg = null) {
      const walk = await walkFor(draft)
      const { blocks, findings, notional } = exceeded(draft, { confirmed: false, walk, amends: null, leg })
      return { findings: [...blocks, ...findings.filter(({ level }) => level !== 'block')], notional }
    },

    refusesAmend(order, changes) {
      const verdict = decide(order.referenceId, amendedDraft(order, changes), {
        typed: null,
        confirmed: false,
        walk: null,
        amends: order,
      })
      return verdict.kind === 'pass' ? null : whyNotAmended(verdict)
    },
    actBeforehand: createActBeforehand({
      exceeded,
      gatherForAmends,
      walkFor,
      actOfBlock: (block) => blockChecks.actOfBlock(block),
      orderStore: options.orderStore,
    }),
    carried: () => [...revisions.carried(), ...sent.carried()],
  }
}
