/** Cancels orders, each request once, and files what becomes of it: a cancel is a wish until the venue shows the order over. Sends nothing new. */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { isLive, isUnproven, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import { notSignedIn, outcomeOf, type Access } from '../support/access.ts'
import { venueWords } from '../support/failureMessages.ts'
import type { DispatchGateOf } from '../orders/dispatchGate.ts'
import type { OrderStore } from '../orders/orderStore.ts'
import type { Broker, Log } from '../ports.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'

export interface OrderCancelsOptions {
  readonly clock: Clock
  readonly log: Log
  readonly access: Access
  readonly orderStore: OrderStore
  readonly resolver: UnknownOrderResolver
  readonly dispatchGate: DispatchGateOf
}

export interface OrderCancels {
  cancel(request: Request<'order.cancel'>): Result<Reply<'order.cancel'>, Failure>
  /** Cancels one order for the kill switch or a cancel-all; resolves once the venue answered, or at once where a cancel is out already. */
  cancelOnce(order: Order): Promise<void>
  /** The venue shows an order that it did not know when it was to be cancelled: the dealer's wish still stands. */
  cancelStanding(order: Order): void
}

export function createOrderCancels({
  clock,
  log,
  access,
  orderStore,
  resolver,
  dispatchGate,
}: OrderCancelsOptions): OrderCancels {
  /** Cancels whose answer is still out. */
  const cancelling = new Set<string>()
  /** Cancels that met nothing, of orders that may still be on their way. */
  const standing = new Set<string>()

  const settleCancel = async (order: Order, broker: Broker): Promise<void> => {
    const { customerCode, referenceId } = order
    cancelling.add(orderKey(order))
    const outcome = await outcomeOf(log, () =>
      broker.cancelOrder(
        customerCode,
        referenceId,
        dispatchGate('cancel', customerCode, referenceId, () => null),
      ),
    )
    cancelling.delete(orderKey(order))
    log.info('cancel answered', { customerCode, referenceId, phase: outcome.kind })
    const now = orderStore.get(customerCode, referenceId)
    if (!now || !isLive(now)) return
    const at = clock.now()
    const refused = (code: string, message: string) =>
      orderStore.note(customerCode, referenceId, { kind: 'refused', at, act: 'cancel', code, message })
    if (outcome.kind === 'refused' && outcome.code !== 'NOT_FOUND')
      refused(outcome.code, `Not cancelled. ${venueWords(outcome.code, outcome.message)}`)
    else if (outcome.kind === 'not-sent')
      orderStore.note(customerCode, referenceId, {
        kind: 'not-sent',
        at,
        act: 'cancel',
        message: `The cancel did not leave this machine: ${outcome.message}`,
      })
    else if (outcome.kind === 'refused' && !isUnproven(now)) {
      // Unknown to the exchange: filled, or over (docs/order-lifecycle.md#cancels). The venue's record decides.
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
      // An order that may still be on its way cannot be cancelled yet: the wish stands, and is done once the order shows.
      if (outcome.kind === 'refused') standing.add(orderKey(now))
      resolver.watch(now)
    }
  }

  const startCancel = (order: Order): (() => Promise<void>) | null => {
    const broker = access.broker()
    if (!broker || cancelling.has(orderKey(order))) return null
    orderStore.note(order.customerCode, order.referenceId, { kind: 'cancel-asked', at: clock.now() })
    // One that has not left yet is stopped at its own gate.
    return order.phase === 'intent' ? () => Promise.resolve() : () => settleCancel(order, broker)
  }

  return {
    cancel({ customerCode, referenceId }) {
      const order = orderStore.get(customerCode, referenceId)
      if (!order)
        return fail(failureOf('refused', `This desk knows no order ${referenceId} of ${customerCode}.`))
      if (!isLive(order)) return fail(failureOf('refused', `Order ${referenceId} is already over.`))
      if (!access.broker()) return fail(notSignedIn())
      void startCancel(order)?.()
      return ok({})
    },

    cancelOnce: (order) => startCancel(order)?.() ?? Promise.resolve(),

    cancelStanding(order) {
      if (standing.delete(orderKey(order))) void startCancel(order)?.()
    },
  }
}
