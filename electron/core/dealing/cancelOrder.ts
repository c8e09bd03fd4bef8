/** Cancels orders, each request once, and records the answers. An order counts as canceled only once the venue shows it so. Sends nothing new. */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { isLive, isUnproven, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import { notSignedIn, outcomeOf, type Access } from '../support/brokerAccess.ts'
import { venueWords } from '../support/failureMessages.ts'
import type { DispatchGateFor } from '../orders/lastCheckAndJournalBeforeSend.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { Broker, Log } from '../ports.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'

export interface OrderCancelsOptions {
  readonly clock: Clock
  readonly log: Log
  readonly access: Access
  readonly orderStore: OrderStore
  readonly resolver: UnknownOrderResolver
  readonly dispatchGate: DispatchGateFor
}

export interface OrderCancels {
  cancel(request: Request<'order.cancel'>): Result<Reply<'order.cancel'>, Failure>
  /** Cancels one order for the kill switch or a cancel-all. Resolves once the venue answered, or at once where a cancel is already out. */
  cancelOnce(order: Order): Promise<void>
  /** Call when the venue shows an order that it did not know when it was to be canceled: the cancel is sent again. */
  cancelNowShown(order: Order): void
}

export function createOrderCancels({
  clock,
  log,
  access,
  orderStore,
  resolver,
  dispatchGate,
}: OrderCancelsOptions): OrderCancels {
  /** Orders with a cancel that has no answer yet. */
  const canceling = new Set<string>()
  /** Orders that the venue did not know when their cancel came: the order request may still arrive. */
  const waitingForOrder = new Set<string>()

  const settleCancel = async (order: Order, broker: Broker): Promise<void> => {
    const { customerCode, referenceId } = order
    canceling.add(orderKey(order))
    const outcome = await outcomeOf(log, () =>
      broker.cancelOrder(
        customerCode,
        referenceId,
        dispatchGate('cancel', customerCode, referenceId, () => null),
      ),
    )
    canceling.delete(orderKey(order))
    log.info('cancel answered', { customerCode, referenceId, phase: outcome.kind })
    const now = orderStore.get(customerCode, referenceId)
    if (!now || !isLive(now)) return
    const at = clock.now()
    const refused = (code: string, message: string) =>
      orderStore.note(customerCode, referenceId, { kind: 'refused', at, act: 'cancel', code, message })
    if (outcome.kind === 'refused' && outcome.code !== 'NOT_FOUND')
      refused(outcome.code, `Not canceled. ${venueWords(outcome.code, outcome.message)}`)
    else if (outcome.kind === 'not-sent')
      orderStore.note(customerCode, referenceId, {
        kind: 'not-sent',
        at,
        act: 'cancel',
        message: `Not canceled. ${outcome.message}`,
      })
    else if (outcome.kind === 'refused' && !isUnproven(now)) {
      // The exchange does not know the order: it is filled or done (docs/order-lifecycle.md#cancels). The venue's record decides.
      refused(outcome.code, venueWords(outcome.code, outcome.message))
      const looked = await resolver.ask(broker, customerCode, referenceId)
      const after = orderStore.get(customerCode, referenceId)
      if (!looked.ok && after && isLive(after)) resolver.watch(after)
    } else {
      if (outcome.kind === 'accepted')
        orderStore.note(customerCode, referenceId, { kind: 'taken', at, act: 'cancel' })
      else if (outcome.kind === 'unknown')
        orderStore.note(customerCode, referenceId, {
          kind: 'unproven',
          at,
          act: 'cancel',
          message: outcome.message,
        })
      // The order request may still arrive. The cancel is sent again once the venue shows the order.
      if (outcome.kind === 'refused') waitingForOrder.add(orderKey(now))
      resolver.watch(now)
    }
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
            `Nothing was canceled: Openpit has no order ${referenceId} of ${customerCode}.`,
          ),
        )
      if (!isLive(order)) return fail(failureOf('refused', `Order ${referenceId} is already done.`))
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
