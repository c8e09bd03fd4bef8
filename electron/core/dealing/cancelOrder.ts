/** Cancels orders, each request once, and once more where the venue shows an order that it did not know. Sends nothing new. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { isLive, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import { notSignedIn, type Access } from '../support/brokerAccess.ts'
import { notLive } from '../support/failureMessages.ts'
import { outcomeOf } from '../support/unknownOutcomeOfException.ts'
import type { Measures } from '../health/measures.ts'
import type { DispatchGateFor } from '../orders/lastCheckAndJournalBeforeSend.ts'
import type { Broker } from '../ports/broker.ts'
import { createCancelAnswerRecorder, type CancelAnswerOptions } from './recordCancelAnswerAndLookUp.ts'

export interface OrderCancelsOptions extends Omit<CancelAnswerOptions, 'notKnownYet'> {
  readonly access: Access
  readonly measures: Measures
  readonly dispatchGate: DispatchGateFor
}

export interface OrderCancels {
  cancel(request: Request<'order.cancel'>): Result<Reply<'order.cancel'>, Failure>
  /** Cancels one order for the kill switch or a cancel-all. Resolves once the venue answered, or at once where a cancel is already out. */
  cancelOnce(order: Order): Promise<void>
  /** Call when the venue shows an order that it did not know when it was to be canceled: the cancel is sent again. */
  cancelNowShown(order: Order): void
}

export function createOrderCancels(options: OrderCancelsOptions): OrderCancels {
  const { clock, measures, log, access, orderStore, dispatchGate } = options
  /** Orders with a cancel that has no answer yet. */
  const canceling = new Set<string>()
  /** Orders that the venue did not know when their cancel came: the order request may still arrive. */
  const waitingForOrder = new Set<string>()

  const recordAnswer = createCancelAnswerRecorder({
    ...options,
    notKnownYet: (order) => waitingForOrder.add(orderKey(order)),
  })

  const settleCancel = async (order: Order, broker: Broker): Promise<void> => {
    const { customerCode, referenceId } = order
    canceling.add(orderKey(order))
    const receivedAt = clock.monotonic()
    let leftAt: number | null = null
    const mayLeave = dispatchGate('cancel', customerCode, referenceId, () => null)
    const outcome = await outcomeOf(log, () =>
      broker.cancelOrder(customerCode, referenceId, async (what) => {
        const dispatch = await mayLeave(what)
        if (dispatch.ok) leftAt = measures.since('cancelSent', receivedAt)
        return dispatch
      }),
    )
    canceling.delete(orderKey(order))
    if (leftAt !== null && outcome.kind !== 'not-sent') measures.since('cancelAnswered', leftAt)
    await recordAnswer(order, broker, outcome)
  }

  const startCancel = (order: Order): (() => Promise<void>) | null => {
    const broker = access.broker()
    if (!broker || canceling.has(orderKey(order))) return null
    orderStore.note(order.customerCode, order.referenceId, { kind: 'cancel-asked', at: clock.now() })
    // An order that was not sent yet is stopped at its own dispatch gate.
    return order.phase === 'intent' ? () => Promise.resolve() : () => settleCancel(order, broker)
  }

  return {
    cancel({ customerCode, referenceId }) {
      const order = orderStore.get(customerCode, referenceId)
      if (!order)
        return fail(
          failureOf(
            'refused',
            `Nothing was canceled: Openpit has no order ${referenceId} of ${shownCode(customerCode)}.`,
          ),
        )
      if (!isLive(order)) return fail(notLive(order, 'canceled'))
      if (!access.broker()) return fail(notSignedIn())
      void startCancel(order)?.()
      return ok({})
    },

    cancelOnce: (order) => startCancel(order)?.() ?? Promise.resolve(),

    cancelNowShown(order) {
      if (waitingForOrder.delete(orderKey(order))) void startCancel(order)?.()
    },
  }
}
