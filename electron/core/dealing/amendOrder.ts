/** Amends live orders, each request once. The reply confirms acceptance; the order shows the changes on the orders topic. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { momentOf } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { amendFitProblems } from '../../../shared/domain/orders/marketFit.ts'
import { isLive, type Order, type OrderChanges } from '../../../shared/domain/orders/order.ts'
import { amendProblems } from '../../../shared/domain/orders/orderFieldRules.ts'
import type { Measures } from '../health/measures.ts'
import {
  pressedTooLongAgo,
  SESSION_ENDED,
  type DispatchGateFor,
} from '../orders/lastCheckAndJournalBeforeSend.ts'
import type { Broker, Turn } from '../ports/broker.ts'
import type { LimitEngine } from '../risk/limits/checkAndCountOrders.ts'
import type { TradingGate } from '../risk/tradingGate.ts'
import { createWhyUnconfirmedSince } from '../risk/whyUnconfirmedSince.ts'
import { notSignedIn } from '../support/brokerAccess.ts'
import { notLive } from '../support/failureMessages.ts'
import { outcomeOf } from '../support/unknownOutcomeOfException.ts'
import { whyBracketForbids } from './brackets/amendsOfBracketOrders.ts'
import { createAmendFollowUp, type AmendFollowUpOptions } from './recordAmendAnswerAndLookUp.ts'
import type { FitContextOf } from './priceAndSizeCheckInputs.ts'

export interface OrderAmendsOptions extends AmendFollowUpOptions {
  /** Whether the venue signed in to has an amend (docs/api.md#gap.11). */
  readonly hasAmend: () => boolean
  readonly measures: Measures
  readonly dispatchGate: DispatchGateFor
  readonly gate: TradingGate
  readonly limits: Pick<LimitEngine, 'refusesAmend' | 'checkAmendOfBlock' | 'whyUnconfirmed'>
  readonly fitContext: FitContextOf
}

/** `wait`: the limits of a second allow the change soon. `stop`: it did not leave; `isForAll`: any other order of the block would meet the same reason. */
export type AmendOfBlock =
  | { readonly kind: 'asked' | 'wait' }
  | { readonly kind: 'stop'; readonly why: string; readonly isForAll: boolean }

export interface OrderAmends {
  amend(request: Request<'order.amend'>): Result<Reply<'order.amend'>, Failure>
  /** The same as a part of the amend of a block: single orders go first. `whyStopped`: why a later act of the dealer keeps the change back, a sentence, asked the last time before the first byte; null: none does. */
  amendOfBlock(
    request: Request<'order.amend'>,
    given: Parameters<LimitEngine['checkAmendOfBlock']>[2],
    whyStopped: () => string | null,
  ): AmendOfBlock
  /** Whether the venue signed in to has an amend. */
  readonly hasAmend: () => boolean
}

const BY_HAND =
  'This venue has no amend. Cancel the order, wait until it shows as canceled, then send a new order for the rest that did not fill.'

const refuse = (sentence: string, field: string | null = null) =>
  fail(failureOf('refused', sentence, { field }))

/** How the request of an amend leaves. */
interface Leaving {
  readonly broker: Broker
  readonly turn: Turn
  /** Null: nothing keeps it back. */
  readonly whyStopped: () => string | null
}

export function createOrderAmends(options: OrderAmendsOptions): OrderAmends {
  const { clock, measures, log, access, orderStore, hasAmend, dispatchGate, gate, limits, fitContext } =
    options
  const followUp = createAmendFollowUp(options)

  const send = async (
    order: Order,
    changes: OrderChanges,
    { broker, turn, whyStopped }: Leaving,
  ): Promise<void> => {
    const { customerCode, referenceId } = order
    let asked = orderStore.asked()
    const pressedAt = momentOf(clock)
    // The limits passed the change in this turn.
    const whyUnconfirmed = createWhyUnconfirmedSince(limits)
    const whyBlocked = () => {
      if (access.broker() !== broker) return SESSION_ENDED
      return (
        pressedTooLongAgo(clock, pressedAt) ??
        whyStopped() ??
        gate.whyBlocked(order, 'new-risk')?.message ??
        whyUnconfirmed()
      )
    }
    let leftAt: number | null = null
    const outcome = await outcomeOf(log, () =>
      broker.amendOrder(
        customerCode,
        referenceId,
        changes,
        async (what) => {
          const dispatch = await dispatchGate('amend', customerCode, referenceId, whyBlocked)(what)
          asked = orderStore.asked()
          // The amends of a block wait for single orders on purpose, so they are not counted.
          if (dispatch.ok && turn === 'order') leftAt = measures.since('amendSent', pressedAt.monotonic)
          return dispatch
        },
        turn,
      ),
    )
    if (leftAt !== null && outcome.kind !== 'not-sent') measures.since('amendAnswered', leftAt)
    await followUp({ order, changes, broker, asked }, outcome)
  }

  /** The order and the broker, where the change may be asked for but for the limits. */
  const admitted = ({
    customerCode,
    referenceId,
    changes,
  }: Request<'order.amend'>): Result<{ readonly order: Order; readonly broker: Broker }, Failure> => {
    const order = orderStore.get(customerCode, referenceId)
    if (!order)
      return refuse(`Nothing was amended: Openpit has no order ${referenceId} of ${shownCode(customerCode)}.`)
    if (!isLive(order)) return fail(notLive(order, 'changed'))
    const broker = access.broker()
    const blocked = gate.whyBlocked(order, 'new-risk')
    if (blocked) return fail(blocked)
    if (!broker) return fail(notSignedIn())
    if (!hasAmend()) return refuse(BY_HAND)
    if (order.pending === 'amend')
      return refuse(`Order ${referenceId} is already being amended. Wait for the venue to show the change.`)
    if (order.pending === 'cancel') return refuse(`Order ${referenceId} is being canceled.`)
    if (order.phase !== 'working')
      return refuse(
        `The venue has not confirmed order ${referenceId} yet. Amend the order once the venue shows it.`,
      )
    const bracketRefusal = whyBracketForbids(order, changes)
    if (bracketRefusal !== null) return refuse(bracketRefusal)
    const fit = fitContext(order)
    const [problem] = [
      ...amendProblems(order, changes),
      ...(fit ? amendFitProblems(order, changes, fit) : []),
    ]
    return problem ? refuse(problem.sentence, `changes.${problem.field}`) : ok({ order, broker })
  }
  /** The limits let it pass in this turn. */
  const ask = (order: Order, changes: OrderChanges, leaving: Leaving): void => {
    const { customerCode, referenceId, symbol } = order
    orderStore.note(customerCode, referenceId, { kind: 'amend-asked', at: clock.now(), changes })
    log.info('amend sent', { referenceId, customerCode, symbol })
    void send(orderStore.get(customerCode, referenceId) ?? order, changes, leaving)
  }

  return {
    hasAmend,
    amend(request) {
      const found = admitted(request)
      if (!found.ok) return found
      const { order, broker } = found.value
      const limitRefusal = limits.refusesAmend(order, request.changes)
      if (limitRefusal !== null) return refuse(limitRefusal)
      ask(order, request.changes, { broker, turn: 'order', whyStopped: () => null })
      return ok({})
    },
    amendOfBlock(request, given, whyStopped) {
      const found = admitted(request)
      if (!found.ok) return { kind: 'stop', why: found.failure.message, isForAll: false }
      const { order, broker } = found.value
      const verdict = limits.checkAmendOfBlock(order, request.changes, given)
      if (verdict.kind === 'wait') return { kind: 'wait' }
      if (verdict.kind === 'stop') return { kind: 'stop', why: verdict.sentence, isForAll: verdict.isForAll }
      ask(order, request.changes, { broker, turn: 'batch', whyStopped })
      return { kind: 'asked' }
    },
  }
}
