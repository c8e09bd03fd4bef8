/** Records the venue's answer to a cancel, and starts the look-ups that the answer needs. An order counts as canceled only once the venue shows it so. Sends nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import { isLive, isUnproven, type Order } from '../../../shared/domain/orders/order.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import type { Broker } from '../ports/broker.ts'
import type { Log } from '../ports/log.ts'
import type { SendOutcome } from '../ports/brokerAnswers.ts'
import { venueWords } from '../support/failureMessages.ts'

export interface CancelAnswerOptions {
  readonly clock: Clock
  readonly log: Log
  readonly orderStore: OrderStore
  readonly resolver: UnknownOrderResolver
  /** The venue did not know the order when its cancel came: the order request may still arrive. */
  readonly notKnownYet: (order: Order) => void
}

/** Call once with the outcome of a cancel. */
export type RecordCancelAnswer = (order: Order, broker: Broker, outcome: SendOutcome<null>) => Promise<void>

export function createCancelAnswerRecorder(options: CancelAnswerOptions): RecordCancelAnswer {
  const { clock, log, orderStore, resolver } = options

  return async ({ customerCode, referenceId }, broker, outcome) => {
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
      if (outcome.kind === 'refused') options.notKnownYet(now)
      resolver.watch(now)
    }
  }
}
