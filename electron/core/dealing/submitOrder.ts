/** Sends new orders, each at most once. The reply confirms acceptance; the outcome arrives on the orders topic. */

import { momentOf, type Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { OrderDraft, OrderReport } from '../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'
import type { MarginProfiles } from '../administration/margins/readAndPublishMarginProfiles.ts'
import type { ReportLeverageChange } from '../administration/margins/reportLeverageChangeAfterOrder.ts'
import {
  pressedTooLongAgo,
  SESSION_ENDED,
  type DispatchGateFor,
} from '../orders/lastCheckAndJournalBeforeSend.ts'
import type { Measures } from '../health/measures.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { SendOutcome } from '../ports/brokerAnswers.ts'
import type { Purpose, TradingGate } from '../risk/tradingGate.ts'
import type { Access } from '../support/brokerAccess.ts'
import { outcomeOf } from '../support/unknownOutcomeOfException.ts'
import {
  createOrderAdmission,
  whyAlreadyClosing,
  whyFillMissing,
  whyPositionChanged,
  type AdmittedOrder,
  type OrderAdmissionOptions,
  type SubmittedAs,
  type WhyOutdated,
} from './admitAndJournalOrder.ts'
import { createOrderAnswerRecorder, type OrderAnswerOptions } from './recordOrderAnswerAndLookUp.ts'

export interface OrderSubmissionOptions extends OrderAdmissionOptions, OrderAnswerOptions {
  readonly clock: Clock
  readonly measures: Measures
  readonly access: Access
  readonly orderStore: OrderStore
  readonly margins: Pick<MarginProfiles, 'known'>
  readonly reportLeverageChange: ReportLeverageChange
  readonly trades: Pick<TradeBook, 'positionAsRead' | 'missingFills'>
  readonly gate: TradingGate
  readonly dispatchGate: DispatchGateFor
  /** The order that each intent of this user became, in earlier runs too. */
  readonly intents: () => Map<string, ReferenceId>
}

type Submitted = Result<Reply<'order.submit'>, Failure>

export interface OrderSubmission {
  /**
   * `purpose` defaults to `new-risk`. Warnings do not stop a trade-out: the dealer confirmed it as such. `whyOutdated`: for a size that Openpit made;
   * left out, the position must be the one that the request names, if it names one.
   */
  submit(request: Request<'order.submit'>, purpose?: Purpose, whyOutdated?: WhyOutdated): Promise<Submitted>
  /** Sends an admitted order whose intent is on disk or on the way there. Resolves with the outcome, which the order store has then. */
  send(admitted: AdmittedOrder, how: SubmittedAs): Promise<SendOutcome<OrderReport>>
  /** Submits a leg of the bracket of `entry`. Limits do not stop it: they judged the bracket with its entry. */
  submitLeg(
    intentId: string,
    draft: OrderDraft,
    entry: ReferenceId,
    whyOutdated: WhyOutdated,
  ): Promise<Submitted>
}

export function createOrderSubmission(options: OrderSubmissionOptions): OrderSubmission {
  const { clock, measures, log, access, orderStore, margins, gate, dispatchGate, intents } = options
  const admit = createOrderAdmission(options)
  const recordAnswer = createOrderAnswerRecorder(options)
  /** Intents whose first attempt has no reply yet. */
  const underWay = new Map<string, Promise<Submitted>>()

  const send = async (
    { broker, order, wire, whyUnconfirmed }: AdmittedOrder,
    { purpose, whyOutdated, receivedAt }: SubmittedAs,
  ): Promise<SendOutcome<OrderReport>> => {
    const { customerCode, referenceId } = order
    const leverageBefore = margins.known(customerCode, wire.symbol)
    const pressedAt = momentOf(clock)
    let asked = orderStore.asked()
    let leftAt: number | null = null
    const whyBlocked = () => {
      const late = pressedTooLongAgo(clock, pressedAt)
      if (late !== null) return late
      // The dealer, a halt or a cancel-all may have canceled the order while it waited for its turn.
      if (orderStore.get(customerCode, referenceId)?.pending === 'cancel')
        return 'The order was canceled before it was sent.'
      if (access.broker() !== broker) return SESSION_ENDED
      return (
        whyOutdated() ??
        gate.whyBlocked(wire, purpose)?.message ??
        (purpose === 'new-risk' ? whyUnconfirmed() : null)
      )
    }
    const outcome = await outcomeOf(log, () =>
      broker.createOrder(
        referenceId,
        wire,
        async (what) => {
          const dispatch = await dispatchGate('order', customerCode, referenceId, whyBlocked)(what)
          asked = orderStore.asked()
          if (dispatch.ok) {
            leftAt = measures.since('dispatched', pressedAt.monotonic)
            if (receivedAt !== undefined) measures.since('keyToWire', receivedAt)
          }
          return dispatch
        },
        order.block === undefined && order.scale === undefined ? 'order' : 'batch',
      ),
    )
    if (leftAt !== null && outcome.kind !== 'not-sent') measures.since('answered', leftAt)
    recordAnswer(order, broker, asked, outcome)
    void options.reportLeverageChange(broker, wire, outcome.kind, leverageBefore)
    return outcome
  }

  const submitOnce = async (request: Request<'order.submit'>, how: SubmittedAs): Promise<Submitted> => {
    const receivedAt = clock.monotonic()
    const decision = await admit(request, how)
    if (decision.kind === 'refused') return fail(decision.failure)
    if (decision.kind === 'warned') return ok(decision.warning)
    const { broker, order, wire, intentOnDisk } = decision.admitted
    const admittedAt = measures.since('admitted', receivedAt)
    const { customerCode, referenceId } = order
    const known = intents()
    known.set(request.intentId, referenceId)
    // Sending starts at once and shares the intent's disk sync. No byte is sent before both entries are on disk, the intent first.
    const sent = send(decision.admitted, { ...how, receivedAt })
    const written = await intentOnDisk
    if (written.ok) measures.since('stored', admittedAt)
    if (written.ok && (access.broker() === broker || (await sent).kind !== 'not-sent')) {
      log.info('order taken', { referenceId, customerCode, symbol: wire.symbol })
      return ok({ outcome: 'taken', referenceId })
    }
    // A repeated command must receive this refusal too, not "taken".
    known.delete(request.intentId)
    return fail(failureOf('refused', `Nothing was sent. ${written.ok ? SESSION_ENDED : written.failure}`))
  }

  const whyOutdatedOf = ({ intentId, draft, sizedBy }: Request<'order.submit'>): WhyOutdated => {
    if (sizedBy === undefined) return () => null
    const sizing = { was: sizedBy, order: 'this order', next: 'Propose the order again.' }
    return () =>
      whyPositionChanged(options.trades, draft, sizing) ??
      // Once the order is made, it is on its way itself.
      (intents().has(intentId) ? null : whyAlreadyClosing(orderStore, draft, sizing.next)) ??
      whyFillMissing(options.trades, orderStore, draft, sizing.next)
  }

  const submitAs = (request: Request<'order.submit'>, how: SubmittedAs): Promise<Submitted> => {
    const { intentId } = request
    const earlier = intents().get(intentId)
    const running = underWay.get(intentId)
    if (running) return running
    if (earlier !== undefined) return Promise.resolve(ok({ outcome: 'taken', referenceId: earlier }))
    const attempt = submitOnce(request, how).finally(() => underWay.delete(intentId))
    underWay.set(intentId, attempt)
    return attempt
  }

  return {
    send,
    submit: (request, purpose = 'new-risk', whyOutdated = whyOutdatedOf(request)) =>
      submitAs(request, { purpose, whyOutdated, legOf: null }),
    submitLeg: (intentId, draft, entry, whyOutdated) =>
      submitAs({ intentId, draft, typed: null }, { purpose: 'leg', whyOutdated, legOf: entry }),
  }
}
