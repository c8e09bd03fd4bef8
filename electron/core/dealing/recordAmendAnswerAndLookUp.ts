/** Records the venue's answer to an amend, then looks the order up until it shows the changes. Sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import { compare, decimal } from '../../../shared/base/decimal.ts'
import {
  isLive,
  type Order,
  type OrderChanges,
  type OrderReport,
} from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { Asked } from '../orders/detectStaleOrderReports.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import type { Broker } from '../ports/broker.ts'
import type { Log } from '../ports/log.ts'
import type { SendOutcome } from '../ports/brokerAnswers.ts'
import type { Access } from '../support/brokerAccess.ts'
import { venueWords } from '../support/failureMessages.ts'
import { aboutOrder, type Notices } from '../notices/raiseAndAcknowledgeNotices.ts'

/** Delays in ms before each look-up of an order whose amend is not confirmed. After the last, the amend counts as never shown. */
const LOOK_UP_DELAYS = [1_000, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

export interface AmendFollowUpOptions {
  readonly clock: Clock
  readonly log: Log
  readonly access: Access
  readonly orderStore: OrderStore
  readonly resolver: UnknownOrderResolver
  readonly notices: Notices
}

/** An amend that was sent, and the session that sent it. */
export interface SentAmend {
  readonly order: Order
  readonly changes: OrderChanges
  readonly broker: Broker
  /** When the request was sent. */
  readonly asked: Asked
}

/** Resolves once the order shows the changes, is terminal, or has not shown the changes for a minute. */
export type FollowAmend = (amend: SentAmend, outcome: SendOutcome<OrderReport>) => Promise<void>

/** Whether every changed field of the order has its new value. */
const showsChanges = (order: Order, changes: OrderChanges): boolean =>
  (Object.keys(changes) as (keyof OrderChanges)[]).every((field) => {
    const wanted = changes[field]
    const now = order[field]
    return wanted === null || (now !== null && compare(decimal(wanted), decimal(now)) === 0)
  })

export function createAmendFollowUp(options: AmendFollowUpOptions): FollowAmend {
  const { clock, log, access, orderStore, resolver, notices } = options

  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  const amending = (customer: CustomerCode, id: ReferenceId): Order | null => {
    const now = orderStore.get(customer, id)
    return now && isLive(now) && now.pending === 'amend' ? now : null
  }

  /** `proven`: the order shows the changes. */
  const closeRequest = ({ customerCode, referenceId }: Order, proven: boolean): void =>
    orderStore.note(customerCode, referenceId, { kind: 'wish-over', at: clock.now(), act: 'amend', proven })

  const watch = async ({ customerCode, referenceId }: Order, changes: OrderChanges): Promise<void> => {
    for (const delay of LOOK_UP_DELAYS) {
      await pause(delay)
      if (!amending(customerCode, referenceId)) return
      const broker = access.broker()
      if (broker) await resolver.ask(broker, customerCode, referenceId)
      const now = amending(customerCode, referenceId)
      if (!now) return
      if (showsChanges(now, changes)) return closeRequest(now, true)
    }
    const now = amending(customerCode, referenceId)
    if (!now) return
    closeRequest(now, false)
  }

  const recordRefusal = async (
    order: Order,
    broker: Broker,
    code: string,
    message: string,
  ): Promise<void> => {
    const { customerCode, referenceId } = order
    orderStore.note(customerCode, referenceId, {
      kind: 'refused',
      at: clock.now(),
      act: 'amend',
      code,
      message: `Not amended. ${venueWords(code, message)}`,
    })
    if (code !== 'NOT_FOUND') return
    // The exchange does not know the order: it was filled or canceled meanwhile. The venue's record decides.
    const looked = await resolver.ask(broker, customerCode, referenceId)
    const after = orderStore.get(customerCode, referenceId)
    if (!looked.ok && after && isLive(after)) resolver.watch(after)
  }

  return async ({ order, changes, broker, asked }, outcome) => {
    const { customerCode, referenceId } = order
    log.info('amend answered', { customerCode, referenceId, phase: outcome.kind })
    if (outcome.kind === 'accepted' && orderStore.get(customerCode, referenceId))
      orderStore.see(outcome.value, customerCode, 'answer', asked)
    const now = amending(customerCode, referenceId)
    if (!now) return
    if (outcome.kind === 'not-sent')
      return orderStore.note(customerCode, referenceId, {
        kind: 'not-sent',
        at: clock.now(),
        act: 'amend',
        message: `Not amended. ${outcome.message}`,
      })
    if (outcome.kind === 'refused') return recordRefusal(order, broker, outcome.code, outcome.message)
    if (outcome.kind === 'accepted' && showsChanges(now, changes)) return closeRequest(now, true)
    if (outcome.kind === 'unknown')
      notices.say(
        'warning',
        `The amend of order ${referenceId} of ${shownCode(customerCode)} has an unknown status. Openpit is querying the venue. Do not send the amend again.`,
        outcome.message,
        { kind: 'amend', ...aboutOrder(order) },
      )
    await watch(now, changes)
  }
}
