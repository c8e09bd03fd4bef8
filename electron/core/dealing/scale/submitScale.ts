/**
 * Sends a scale: limit orders over a price range as one act with one id. All its orders pass the checks together and are in the journal before the first
 * is sent, or none is sent. Each then leaves at most once, like every order (ADR 25).
 */

import { momentOf, type Clock } from '../../../../shared/base/clock.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import type { Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { withDefaults } from '../../../../shared/domain/orders/orderLife.ts'
import { draftsOfRows, whyNoScale, wholeOfRows } from '../../../../shared/domain/orders/scale/scaleAct.ts'
import type { LimitDecision } from '../../../../shared/domain/orders/limitDecision.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import { pressedTooLongAgo, SESSION_ENDED } from '../../orders/lastCheckAndJournalBeforeSend.ts'
import type { ArrivalOf } from '../../market/arrivalMid.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { MintReferenceId } from '../../orders/mintReferenceIds.ts'
import type { Broker } from '../../ports/broker.ts'
import type { LimitEngine } from '../../risk/limits/checkAndCountOrders.ts'
import { createWhyUnconfirmedSince } from '../../risk/whyUnconfirmedSince.ts'
import type { TradingGate } from '../../risk/tradingGate.ts'
import type { Access } from '../../support/brokerAccess.ts'
import type { AdmittedOrder } from '../admitAndJournalOrder.ts'
import type { RuleProblemOf } from '../ruleProblemsOfNewOrder.ts'
import type { OrderSubmission } from '../submitOrder.ts'
import { createEarlierScales, intentOfRow, type Submitted } from './earlierScales.ts'

export interface ScaleSubmissionOptions {
  readonly clock: Clock
  readonly access: Access
  readonly orderStore: Pick<OrderStore, 'get' | 'commit' | 'note'>
  readonly customers: Pick<CustomerDirectory, 'see'>
  readonly mint: MintReferenceId
  readonly limits: Pick<LimitEngine, 'checkScale' | 'whyUnconfirmed'>
  readonly ruleProblemOf: RuleProblemOf
  readonly gate: TradingGate
  readonly arrivalOf: ArrivalOf
  /** Who deals, in the dealer's own words; null: nobody is named. */
  readonly dealer: () => string | null
  readonly submission: Pick<OrderSubmission, 'send'>
  /** The order that each intent of this user became, in earlier runs too. */
  readonly intents: () => Map<string, ReferenceId>
}

export type SubmitScale = (request: Request<'order.submitScale'>) => Promise<Submitted>

/** `s` and the time in base 36: nine characters, as many as a dealer's own part of a reference id may have. */
function createActIds(clock: Clock): () => string {
  let last = 0
  return () => {
    last = Math.max(Math.floor(clock.now()), last + 1)
    return `s${last.toString(36)}`
  }
}

export function createScaleSubmission(options: ScaleSubmissionOptions): SubmitScale {
  const { clock, access, orderStore, customers, mint, limits, ruleProblemOf, gate, arrivalOf } = options
  const { submission, intents } = options
  const mintAct = createActIds(clock)
  const earlier = createEarlierScales(options)
  /** Scales whose first attempt has no reply yet. */
  const underWay = new Map<string, Promise<Submitted>>()

  const whyRefused = (draft: OrderDraft, rows: readonly OrderDraft[]): Failure | null =>
    gate.whyBlocked(draft, 'new-risk') ??
    rows.map((row) => ruleProblemOf(row, 'new-risk')).find((problem) => problem !== null) ??
    null

  /** Stores every intent of the act in this turn. Nothing is sent before all of them are on disk. */
  const admit = (
    request: Request<'order.submitScale'>,
    broker: Broker,
    wires: readonly OrderDraft[],
    decisions: readonly LimitDecision[],
  ): readonly AdmittedOrder[] => {
    const act = mintAct()
    // In the turn in which the limits passed them.
    const whyUnconfirmed = createWhyUnconfirmedSince(limits)
    customers.see([request.draft.customerCode])
    return wires.flatMap((wire, at): readonly AdmittedOrder[] => {
      const referenceId = mint(act)
      const intentId = intentOfRow(request.intentId, at + 1)
      const check = decisions[at]
      if (!check) return []
      const intentOnDisk = orderStore.commit(wire.customerCode, referenceId, {
        kind: 'intent',
        at: clock.now(),
        intentId,
        draft: wire,
        check,
        arrival: arrivalOf(wire.symbol),
        dealer: options.dealer(),
        scale: { act, row: at + 1, count: wires.length },
      })
      intents().set(intentId, referenceId)
      const order = orderStore.get(wire.customerCode, referenceId)
      return order ? [{ broker, order, wire, intentOnDisk, whyUnconfirmed }] : []
    })
  }

  /** A repeated command must receive this refusal too, not "taken". */
  const refused = (request: Request<'order.submitScale'>, why: string): Submitted => {
    earlier.forget(request)
    return fail(failureOf('refused', `Nothing was sent. ${why}`))
  }

  const submitOnce = async (request: Request<'order.submitScale'>): Promise<Submitted> => {
    const { intentId, draft, rows, typed } = request
    const pressedAt = momentOf(clock)
    const broker = access.broker()
    const noScale = whyNoScale(draft, rows)
    if (noScale !== null) return fail(failureOf('refused', `Nothing was sent. ${noScale}`))
    const drafts = draftsOfRows(draft, rows)
    const problem = whyRefused(draft, drafts)
    if (problem) return fail(problem)
    if (!broker) return fail(failureOf('refused', `Nothing was sent. ${SESSION_ENDED}`))
    const wires = drafts.map(withDefaults)
    const verdict = limits.checkScale({
      intentId,
      whole: withDefaults(wholeOfRows(draft, rows)),
      orders: wires.map((wire, at) => ({ intentId: intentOfRow(intentId, at + 1), draft: wire })),
      typed,
    })
    if (verdict.kind === 'block')
      return fail(failureOf('refused', verdict.findings[0]?.sentence ?? 'A limit forbids this scale.'))
    if (verdict.kind === 'held') return fail(failureOf('refused', verdict.sentence))
    if (verdict.kind === 'warn') {
      const { findings, type, means, notional } = verdict
      return ok({ outcome: 'warned', warnings: [...findings], type, means, notional })
    }
    const admitted = admit(request, broker, wires, verdict.decisions)
    const written = await Promise.all(admitted.map(({ intentOnDisk }) => intentOnDisk))
    const unwritten = written.find((each) => !each.ok)
    if (unwritten && !unwritten.ok) {
      for (const { order } of admitted)
        orderStore.note(order.customerCode, order.referenceId, {
          kind: 'not-sent',
          at: clock.now(),
          act: 'order',
          message: unwritten.failure,
        })
      return refused(request, unwritten.failure)
    }
    const whyOutdated = () => pressedTooLongAgo(clock, pressedAt)
    const sent = admitted.map((each) =>
      submission.send(each, { purpose: 'new-risk', whyOutdated, legOf: null }),
    )
    if (access.broker() !== broker && (await Promise.all(sent)).every(({ kind }) => kind === 'not-sent'))
      return refused(request, SESSION_ENDED)
    return ok({ outcome: 'taken', orders: admitted.map(({ order }) => order.referenceId) })
  }

  return (request) => {
    const running = underWay.get(request.intentId)
    if (running) return running
    const known = earlier.replyTo(request)
    if (known) return Promise.resolve(known)
    earlier.asked(request)
    const attempt = submitOnce(request).finally(() => underWay.delete(request.intentId))
    underWay.set(request.intentId, attempt)
    return attempt
  }
}
