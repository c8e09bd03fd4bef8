/**
 * Cancels every live order of a customer, or those of one instrument or side, until the venue shows that each is done. One notice reports the
 * progress. Never cancels an order that was sent after the cancel-all.
 */

import type { EpochMs } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import { isLive, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import type { OrderEvent } from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { notSignedIn } from '../support/brokerAccess.ts'
import { createOncePerTurn } from '../support/oncePerTurn.ts'
import { cancelAllNews, noticeScope, type CancelAllScope } from './cancelAllNotice.ts'
import { createCancelSweep, type CancelSweepOptions } from './cancelUntilDone.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { UnfinishedCancelAlls } from './unfinishedCancelAlls.ts'

export interface CancelAllOrdersOptions extends Omit<
  CancelSweepOptions,
  'orderStore' | 'changed' | 'isCounted'
> {
  readonly orderStore: Pick<OrderStore, 'get' | 'live'>
  readonly notices: Pick<Notices, 'report'>
  readonly unfinished: Pick<UnfinishedCancelAlls, 'began' | 'ended' | 'forgot'>
  /** The customer's list of open orders where it is not whole, so that it may hide orders. Null where it is whole. */
  readonly unseen: (customer: CustomerCode) => OpenOrderReading | null
}

export interface CancelAllOrdersOfCustomer {
  /** Replies how many orders are being canceled. One notice reports the progress. */
  start(request: Request<'order.cancelAll'>): Result<Reply<'order.cancelAll'>, Failure>
  /** Call with every change of an order, and the event that made it. */
  orderChanged(now: Order, before: Order | undefined, event: OrderEvent): void
  /** Call with every change of a customer's list of open orders. */
  listRead(reading: OpenOrderReading): void
  /** The order store holds another user's orders now. */
  forget(): void
}

/** One cancel-all, from the dealer's act until the venue has shown that every order of it is done. */
interface Run {
  readonly key: string
  readonly request: CancelAllScope
  /** The venue's time of the act, ms, at its earliest; null where it was not known. */
  readonly venueTime: EpochMs | null
  readonly orders: Map<string, Order>
  /** Keys of orders in the scope that are not proven to have been sent before the act. */
  readonly later: Set<string>
  /** The customer's list when it was last not whole; null: it was always whole. */
  gap: OpenOrderReading | null
}

const isInScope = ({ customerCode, symbol, side }: CancelAllScope, order: Order): boolean =>
  order.customerCode === customerCode &&
  (symbol === null || order.symbol === symbol) &&
  (side === null || order.side === side)

/**
 * Whether an order that first became known during the run was sent before it. Openpit knew all of its own orders at the act. For an order from
 * elsewhere, only the venue's own time of its creation proves it.
 */
const wasSentBefore = ({ venueTime }: Run, { origin }: Order, event: OrderEvent): boolean => {
  const createdAt = event.kind === 'shown' ? event.report.createdAt : null
  return origin !== 'desk' && createdAt !== null && venueTime !== null && createdAt <= venueTime
}

export function createCancelAllOrdersOfCustomer(options: CancelAllOrdersOptions): CancelAllOrdersOfCustomer {
  const { access, orderStore, clock, notices, unfinished, unseen } = options
  const runs = new Set<Run>()

  const report = (run: Run): void => {
    const orders = [...run.orders.values()].map(({ customerCode, referenceId, legOf = null }) => ({
      referenceId,
      legOf,
      state: sweep.stateOf(customerCode, referenceId),
      isFilled: orderStore.get(customerCode, referenceId)?.status === 'filled',
    }))
    const { key, request, gap } = run
    const { news, isDone } = cancelAllNews({
      key,
      scope: noticeScope(request),
      orders,
      gap,
      unseenNow: unseen(request.customerCode),
    })
    notices.report([news])
    if (!isDone) return
    runs.delete(run)
    unfinished.ended(key)
    sweep.dropUncounted()
  }
  const reportSoon = createOncePerTurn(() => {
    for (const run of runs) report(run)
  })
  const sweep = createCancelSweep({
    ...options,
    changed: reportSoon,
    isCounted: (key) => [...runs].some(({ orders }) => orders.has(key)),
  })

  const take = (run: Run, order: Order): void => {
    run.orders.set(orderKey(order), order)
    sweep.take(order)
  }

  /** Takes in an order that was sent before the act, and that is live or may be. */
  const takeEarlier = (run: Run, now: Order, before: Order | undefined, event: OrderEvent): void => {
    const key = orderKey(now)
    if (!isInScope(run.request, now) || run.orders.has(key)) return
    if (before === undefined && !wasSentBefore(run, now, event)) run.later.add(key)
    if (!isLive(now) || run.later.has(key)) return
    take(run, now)
    reportSoon()
  }

  let started = 0
  return {
    start(request) {
      const broker = access.broker()
      if (!broker) return fail(notSignedIn())
      const run: Run = {
        key: `cancel-all ${clock.now()} ${++started}`,
        request,
        venueTime: broker.venueTime()?.earliest ?? null,
        orders: new Map(),
        later: new Set(),
        gap: unseen(request.customerCode),
      }
      runs.add(run)
      const covered = orderStore.live().filter((order) => isInScope(request, order))
      const { customerCode, symbol } = request
      const { words } = noticeScope(request)
      if (covered.length > 0)
        unfinished.began(run.key, { at: clock.now(), words, customerCode, symbol, orders: covered.length })
      for (const order of covered) take(run, order)
      const count = run.orders.size
      report(run)
      return ok({ count })
    },
    orderChanged(now, before, event) {
      for (const run of runs) takeEarlier(run, now, before, event)
      sweep.orderChanged(now, before)
    },
    listRead(reading) {
      if (reading.state === 'whole') return
      for (const run of runs) {
        if (run.request.customerCode !== reading.customerCode) continue
        run.gap = reading
        reportSoon()
      }
    },
    forget() {
      runs.clear()
      unfinished.forgot()
      sweep.forget()
    },
  }
}
