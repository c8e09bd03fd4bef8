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
import { notSignedIn } from '../support/brokerAccess.ts'
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
  readonly limits: Pick<LimitEngine, 'refusesAmend'>
  readonly fitContext: FitContextOf
}

export interface OrderAmends {
  /** `isOfBlock`: the amend is part of a block's, which a second dealer approved where one had to, and single orders go first. */
  amend(
    request: Request<'order.amend'>,
    given?: { readonly isOfBlock: boolean },
  ): Result<Reply<'order.amend'>, Failure>
  /** Whether the venue signed in to has an amend. */
  readonly hasAmend: () => boolean
}

const BY_HAND =
  'This venue has no amend. Cancel the order, wait until it shows as canceled, then send a new order for the rest that did not fill.'

const refuse = (sentence: string, field: string | null = null) =>
  fail(failureOf('refused', sentence, { field }))

export function createOrderAmends(options: OrderAmendsOptions): OrderAmends {
  const { clock, measures, log, access, orderStore, hasAmend, dispatchGate, gate, limits, fitContext } =
    options
  const followUp = createAmendFollowUp(options)

  const send = async (order: Order, changes: OrderChanges, broker: Broker, turn: Turn): Promise<void> => {
    const { customerCode, referenceId } = order
    let asked = orderStore.asked()
    const pressedAt = momentOf(clock)
    const whyBlocked = () => {
      if (access.broker() !== broker) return SESSION_ENDED
      return pressedTooLongAgo(clock, pressedAt) ?? gate.whyBlocked(order, 'new-risk')?.message ?? null
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

  return {
    hasAmend,
    amend({ customerCode, referenceId, changes }, { isOfBlock } = { isOfBlock: false }) {
      const order = orderStore.get(customerCode, referenceId)
      if (!order)
        return refuse(
          `Nothing was amended: Openpit has no order ${referenceId} of ${shownCode(customerCode)}.`,
        )
      if (!isLive(order)) return refuse(`Order ${referenceId} is already done.`)
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
      if (problem) return refuse(problem.sentence, `changes.${problem.field}`)
      const limitRefusal = limits.refusesAmend(order, changes, isOfBlock)
      if (limitRefusal !== null) return refuse(limitRefusal)
      orderStore.note(customerCode, referenceId, { kind: 'amend-asked', at: clock.now(), changes })
      log.info('amend sent', { referenceId, customerCode, symbol: order.symbol })
      const pending = orderStore.get(customerCode, referenceId) ?? order
      void send(pending, changes, broker, isOfBlock ? 'batch' : 'order')
      return ok({})
    },
  }
}
