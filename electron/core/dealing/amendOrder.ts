/** Changes live orders, each request once, and waits for the venue to show what it made of it. A receipt is not an outcome (C7). */

import { compare, decimal } from '../../../shared/base/decimal.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { isLive, type Order, type OrderChanges } from '../../../shared/domain/orders/order.ts'
import { amendFitProblems } from '../../../shared/domain/orders/marketFit.ts'
import { amendProblems } from '../../../shared/domain/orders/orderRules.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import { notSignedIn, outcomeOf, type Access } from '../support/access.ts'
import { venueWords } from '../support/failureMessages.ts'
import { heldTooLong, SESSION_ENDED, type DispatchGateOf } from '../orders/dispatchGate.ts'
import type { FitContextOf } from './fitContext.ts'
import type { LimitEngine } from '../risk/limitEngine.ts'
import { aboutOrder, type Notices } from '../support/notices.ts'
import type { Asked } from '../orders/reportFreshness.ts'
import type { OrderStore } from '../orders/orderStore.ts'
import type { Broker, Log, OrderReport, SendOutcome } from '../ports.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import type { TradingGate } from '../risk/tradingGate.ts'

/** Ms until the n-th look at an order whose amend is not proven; after the last the dealer is told. */
const LOOKS = [1_000, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

export interface OrderAmendsOptions {
  readonly clock: Clock
  readonly log: Log
  readonly access: Access
  readonly orderStore: OrderStore
  readonly resolver: UnknownOrderResolver
  readonly notices: Notices
  /** Whether the venue signed in to has an amend (docs/api.md#gap.11). */
  readonly hasAmend: () => boolean
  readonly dispatchGate: DispatchGateOf
  readonly gate: TradingGate
  readonly limits: Pick<LimitEngine, 'refusesAmend'>
  readonly fitContext: FitContextOf
}

export interface OrderAmends {
  amend(request: Request<'order.amend'>): Result<Reply<'order.amend'>, Failure>
}

const BY_HAND =
  'This venue has no amend. Cancel the order, wait until it shows as canceled, then send a new order for the rest that did not fill.'

/** Whether the order stands as it was asked to. */
export const showsChanges = (of: Order, changes: OrderChanges): boolean =>
  (Object.keys(changes) as (keyof OrderChanges)[]).every((field) => {
    const asked = changes[field]
    const now = of[field]
    return asked === null || (now !== null && compare(decimal(asked), decimal(now)) === 0)
  })

export function createOrderAmends(parts: OrderAmendsOptions): OrderAmends {
  const {
    clock,
    log,
    access,
    orderStore,
    resolver,
    notices,
    hasAmend,
    dispatchGate,
    gate,
    limits,
    fitContext,
  } = parts

  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  const amending = (customer: CustomerCode, id: ReferenceId): Order | null => {
    const now = orderStore.get(customer, id)
    return now && isLive(now) && now.pending === 'amend' ? now : null
  }

  const isOver = ({ customerCode, referenceId }: Order, proven: boolean): void =>
    orderStore.note(customerCode, referenceId, { kind: 'wish-over', at: clock.now(), act: 'amend', proven })

  /** Looks until the order shows the change, is over, or has not shown it for a minute. Sends nothing. */
  const watch = async ({ customerCode, referenceId }: Order, changes: OrderChanges): Promise<void> => {
    for (const delay of LOOKS) {
      await pause(delay)
      if (!amending(customerCode, referenceId)) return
      const broker = access.broker()
      if (broker) await resolver.ask(broker, customerCode, referenceId)
      const now = amending(customerCode, referenceId)
      if (!now) return
      if (showsChanges(now, changes)) return isOver(now, true)
    }
    const now = amending(customerCode, referenceId)
    if (!now) return
    isOver(now, false)
  }

  const settle = async (
    order: Order,
    changes: OrderChanges,
    broker: Broker,
    asked: Asked,
    outcome: SendOutcome<OrderReport>,
  ): Promise<void> => {
    const { customerCode, referenceId } = order
    log.info('amend answered', { customerCode, referenceId, phase: outcome.kind })
    if (outcome.kind === 'accepted' && orderStore.get(customerCode, referenceId))
      orderStore.see(outcome.value, customerCode, 'answer', asked)
    const now = amending(customerCode, referenceId)
    if (!now) return
    const at = clock.now()
    if (outcome.kind === 'not-sent')
      return orderStore.note(customerCode, referenceId, {
        kind: 'not-sent',
        at,
        act: 'amend',
        message: `Not amended. Nothing left this machine: ${outcome.message}`,
      })
    if (outcome.kind === 'refused') {
      const message = `Not amended. ${venueWords(outcome.code, outcome.message)}`
      orderStore.note(customerCode, referenceId, {
        kind: 'refused',
        at,
        act: 'amend',
        code: outcome.code,
        message,
      })
      if (outcome.code !== 'NOT_FOUND') return
      // Unknown to the exchange: filled or over meanwhile. The venue's record decides.
      const looked = await resolver.ask(broker, customerCode, referenceId)
      const after = orderStore.get(customerCode, referenceId)
      if (!looked.ok && after && isLive(after)) resolver.watch(after)
      return
    }
    if (outcome.kind === 'accepted' && showsChanges(now, changes)) return isOver(now, true)
    if (outcome.kind === 'unknown')
      notices.say(
        'warning',
        `No proof of what became of the amend of order ${referenceId} of ${customerCode}; asking the venue. Do not send it again.`,
        outcome.message,
        { kind: 'amend', ...aboutOrder(order) },
      )
    await watch(now, changes)
  }

  const send = async (order: Order, changes: OrderChanges, broker: Broker): Promise<void> => {
    const { customerCode, referenceId } = order
    let asked = orderStore.asked()
    const takenAt = clock.monotonic()
    const stopped = () => {
      if (access.broker() !== broker) return SESSION_ENDED
      return heldTooLong(clock, takenAt) ?? gate.whyBlocked(order, 'new-risk')?.message ?? null
    }
    const outcome = await outcomeOf(log, () =>
      broker.amendOrder(customerCode, referenceId, changes, async (what) => {
        const may = await dispatchGate('amend', customerCode, referenceId, stopped)(what)
        asked = orderStore.asked()
        return may
      }),
    )
    await settle(order, changes, broker, asked, outcome)
  }

  return {
    amend({ customerCode, referenceId, changes }) {
      const refuse = (sentence: string, field: string | null = null) =>
        fail(failureOf('refused', sentence, { field }))
      const order = orderStore.get(customerCode, referenceId)
      if (!order) return refuse(`This desk knows no order ${referenceId} of ${customerCode}.`)
      if (!isLive(order)) return refuse(`Order ${referenceId} is already over.`)
      const broker = access.broker()
      const blocked = gate.whyBlocked(order, 'new-risk')
      if (blocked) return fail(blocked)
      if (!broker) return fail(notSignedIn())
      if (!hasAmend()) return refuse(BY_HAND)
      if (order.pending === 'amend')
        return refuse(`Order ${referenceId} is being amended already. Wait for the venue to show it.`)
      if (order.pending === 'cancel') return refuse(`Order ${referenceId} is being cancelled.`)
      if (order.phase !== 'working')
        return refuse(
          `The venue has not confirmed order ${referenceId} yet; it can be amended once it shows.`,
        )
      const fit = fitContext(order)
      const [problem] = [
        ...amendProblems(order, changes),
        ...(fit ? amendFitProblems(order, changes, fit) : []),
      ]
      if (problem) return refuse(problem.sentence, `changes.${problem.field}`)
      const stop = limits.refusesAmend(order, changes)
      if (stop !== null) return refuse(stop)
      orderStore.note(customerCode, referenceId, { kind: 'amend-asked', at: clock.now(), changes })
      log.info('amend sent', { referenceId, customerCode, symbol: order.symbol })
      const pending = orderStore.get(customerCode, referenceId) ?? order
      void send(pending, changes, broker)
      return ok({})
    },
  }
}
