/** Records the venue's answer to a new order, and starts the look-ups that the answer needs. Sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import type { Order, OrderReport } from '../../../shared/domain/orders/order.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { Asked } from '../orders/detectStaleOrderReports.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import type { Broker } from '../ports/broker.ts'
import type { Log } from '../ports/log.ts'
import type { SendOutcome } from '../ports/brokerAnswers.ts'
import { venueWords } from '../support/failureMessages.ts'
import { aboutOrder, type Notices } from '../notices/raiseAndAcknowledgeNotices.ts'

export interface OrderAnswerOptions {
  readonly clock: Clock
  readonly log: Log
  readonly orderStore: OrderStore
  readonly resolver: UnknownOrderResolver
  readonly notices: Notices
}

/** Call once with the outcome of an order's request. `asked`: when the request was sent. */
export type RecordOrderAnswer = (
  order: Order,
  broker: Broker,
  asked: Asked,
  outcome: SendOutcome<OrderReport>,
) => void

export function createOrderAnswerRecorder(options: OrderAnswerOptions): RecordOrderAnswer {
  const { clock, log, orderStore, resolver, notices } = options

  const recordRefusal = (order: Order, at: number, code: string, venueMessage: string): void => {
    const { customerCode, referenceId } = order
    // The stream may have shown the order before the answer came. Then the order is at the venue, whatever the answer says.
    if (order.status !== null)
      notices.say(
        'warning',
        `The venue answered ${code} to order ${referenceId} of ${shownCode(customerCode)}, but had already shown the order. Check the order at the venue.`,
        null,
        { kind: 'reject', ...aboutOrder(order) },
      )
    const message = venueWords(code, venueMessage)
    orderStore.note(customerCode, referenceId, { kind: 'refused', at, act: 'order', code, message })
    const after = orderStore.get(customerCode, referenceId)
    if (after?.phase === 'rejected') resolver.watchForReappearance(after)
  }

  const recordUnknown = (order: Order, at: number, message: string): void => {
    const { customerCode, referenceId } = order
    orderStore.note(customerCode, referenceId, { kind: 'unproven', at, act: 'order', message })
    resolver.watch(orderStore.get(customerCode, referenceId) ?? order)
  }

  const record = (
    { customerCode, referenceId }: Order,
    asked: Asked,
    outcome: SendOutcome<OrderReport>,
  ): void => {
    const at = clock.now()
    log.info('order answered', { customerCode, referenceId, phase: outcome.kind })
    const now = orderStore.get(customerCode, referenceId)
    // Another user has signed in since, and the order store no longer holds this user's orders.
    if (!now) return
    if (outcome.kind === 'accepted') {
      // The answer is as old as the request. What the stream reported meanwhile is newer.
      if (orderStore.see(outcome.value, customerCode, 'answer', asked) !== 'contradicts') return
    }
    if (outcome.kind === 'refused') recordRefusal(now, at, outcome.code, outcome.message)
    else if (outcome.kind === 'not-sent')
      orderStore.note(customerCode, referenceId, {
        kind: 'not-sent',
        at,
        act: 'order',
        message: outcome.message,
      })
    else if (now.status === null)
      recordUnknown(
        now,
        at,
        outcome.kind === 'unknown' ? outcome.message : 'The answer does not match the order.',
      )
  }
  return (order, broker, asked, outcome) => {
    record(order, asked, outcome)
    if (outcome.kind !== 'unknown' || outcome.contradiction === undefined) return
    const { customerCode, referenceId } = order
    notices.say(
      'error',
      `The venue's answer to order ${referenceId} of ${shownCode(customerCode)} shows another order than was sent: ${outcome.contradiction}. Openpit ignores the answer and looks the order up. Compare the order with the venue before you trade on. Do not send it again.`,
      null,
      { kind: 'reject', ...aboutOrder(order) },
    )
    void resolver.ask(broker, customerCode, referenceId)
  }
}
