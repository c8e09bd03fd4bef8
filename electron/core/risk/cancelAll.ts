/** Cancels every live order of a customer, or those of one instrument or side, until the venue shows each over, and tells how far it got. Sends nothing new, and never cancels an order that was sent after it. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { News } from '../../../shared/domain/notice.ts'
import { readingWords, type OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import { isLive, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import type { OrderEvent } from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { notSignedIn } from '../support/access.ts'
import { createCancelSweep, type CancelSweepOptions } from './cancelSweep.ts'
import type { Notices } from '../support/notices.ts'
import type { OrderStore } from '../orders/orderStore.ts'

/** Unverified orders that a notice names; the others are counted. */
const NAMED = 3

export interface CancelAllOptions extends Omit<CancelSweepOptions, 'orderStore' | 'changed'> {
  readonly orderStore: Pick<OrderStore, 'get' | 'live'>
  readonly notices: Pick<Notices, 'report'>
  /** The customer's list of open orders where it is not whole: it may hide orders. Null where it is. */
  readonly unseen: (customer: CustomerCode) => OpenOrderReading | null
}

export interface CancelAll {
  /** Answers how many orders are being canceled; how far that got is told as one notice that keeps up. */
  start(request: Request<'order.cancelAll'>): Result<Reply<'order.cancelAll'>, Failure>
  /** Call with every change of an order, and the event that made it. */
  heard(now: Order, before: Order | undefined, event: OrderEvent): void
  /** Call with every change of a customer's list of open orders. */
  read(reading: OpenOrderReading): void
  /** The orders on the board are another user's now. */
  forget(): void
}

type Scope = Request<'order.cancelAll'>

/** One cancel-all, from the dealer's act until the venue has shown every order of it over. */
interface Run {
  readonly key: string
  readonly request: Scope
  /** The venue's time of the act, ms, no later than it was; null where it was not known. */
  readonly venueTime: EpochMs | null
  readonly orders: Map<string, Order>
  /** Orders of the scope that no proof says were sent before the act. */
  readonly later: Set<string>
  /** The customer's list as it last stood without being whole; null: it was whole all the time. */
  gap: OpenOrderReading | null
}

const SIDES = { buy: ' bids', sell: ' asks' }
const scopeWords = ({ customerCode, symbol, side }: Scope): string =>
  `CANCEL ALL${side === null ? '' : SIDES[side]} of ${customerCode}${symbol === null ? '' : ` in ${symbol}`}`

const isInScope = ({ customerCode, symbol, side }: Scope, of: Order): boolean =>
  of.customerCode === customerCode &&
  (symbol === null || of.symbol === symbol) &&
  (side === null || of.side === side)

/**
 * Whether an order that was first heard of during the run was sent before it. This desk knew every order of its own at the act. Of another one
 * only the venue's own time of its creation proves it.
 */
const wasSentBefore = ({ venueTime }: Run, { origin }: Order, event: OrderEvent): boolean => {
  const createdAt = event.kind === 'shown' ? event.report.createdAt : null
  return origin === 'external' && createdAt !== null && venueTime !== null && createdAt <= venueTime
}

export function createCancelAll(options: CancelAllOptions): CancelAll {
  const { access, orderStore, clock, notices, unseen } = options
  const runs = new Set<Run>()
  let telling = false

  /** Why there may be orders that this run does not know, as a sentence; null: its list was whole all the time. */
  const gapWords = ({ request, gap }: Run): string | null => {
    if (gap === null) return null
    const now = unseen(request.customerCode)
    return now === null
      ? `There may be more: for a time during this cancel-all, ${readingWords(gap, 'was')}.`
      : `There may be more: ${readingWords(now)}.`
  }

  const messageOf = (run: Run, parts: readonly string[]): string => {
    if (run.orders.size > 0) return `${scopeWords(run.request)}: ${parts.join(' · ')}.`
    return `${scopeWords(run.request)}: ${run.gap === null ? 'no order was live' : 'no order is known'}.`
  }

  const newsOf = (run: Run): { readonly news: News; readonly isDone: boolean } => {
    const { key, request } = run
    const orders = [...run.orders.values()]
    const states = orders.map((of) => ({ of, state: sweep.stateOf(of.customerCode, of.referenceId) }))
    const over = states.filter(({ state }) => state?.kind === 'verified')
    const isFilled = ({ of }: (typeof states)[number]) =>
      orderStore.get(of.customerCode, of.referenceId)?.status === 'filled'
    const filled = over.filter(isFilled).length
    const unverified = states.flatMap(({ of, state }) =>
      state?.kind === 'unverified' ? [`${of.referenceId}: ${state.reason}`] : [],
    )
    const left = orders.length - over.length - unverified.length
    const isDone = left === 0 && unverified.length === 0
    const gap = gapWords(run)
    const parts = [`${over.length} of ${gap === null ? '' : 'at least '}${orders.length} verified over`]
    if (filled > 0) parts.push(`${filled} of them filled`)
    if (left > 0) parts.push(`${left} under way`)
    if (unverified.length > 0) parts.push(`${unverified.length} UNVERIFIED: treat as live`)
    const more = unverified.length > NAMED ? [`and ${unverified.length - NAMED} more`] : []
    const details = [...unverified.slice(0, NAMED), ...more, ...(gap === null ? [] : [gap])]
    const action =
      unverified.length > 0
        ? 'Look at these orders at the venue, or cancel them again.'
        : isDone && gap !== null && run.gap?.state !== 'unavailable'
          ? 'Cancel all again once the list is complete.'
          : null
    return {
      isDone,
      news: {
        key,
        kind: 'cancel',
        level: unverified.length > 0 ? 'error' : gap === null ? 'info' : 'warning',
        customerCode: request.customerCode,
        symbol: request.symbol,
        referenceId: null,
        message: messageOf(run, parts),
        detail: details.length === 0 ? null : details.join(' '),
        action,
        total: null,
        counts: 'never',
      },
    }
  }

  const tell = (run: Run): void => {
    const { news, isDone } = newsOf(run)
    notices.report([news])
    if (isDone) runs.delete(run)
  }
  /** Once for all that changed in this turn. */
  const tellSoon = async (): Promise<void> => {
    if (telling) return
    telling = true
    await Promise.resolve()
    telling = false
    for (const run of runs) tell(run)
  }
  const sweep = createCancelSweep({ ...options, changed: () => void tellSoon() })

  const take = (run: Run, order: Order): void => {
    run.orders.set(orderKey(order), order)
    sweep.take(order)
  }

  /** Takes in an order that was sent before the act, and that is live or may be. */
  const hearIn = (run: Run, now: Order, before: Order | undefined, event: OrderEvent): void => {
    const key = orderKey(now)
    if (!isInScope(run.request, now) || run.orders.has(key)) return
    if (before === undefined && !wasSentBefore(run, now, event)) run.later.add(key)
    if (!isLive(now) || run.later.has(key)) return
    take(run, now)
    void tellSoon()
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
      for (const order of orderStore.live()) if (isInScope(request, order)) take(run, order)
      const count = run.orders.size
      tell(run)
      return ok({ count })
    },
    heard(now, before, event) {
      for (const run of runs) hearIn(run, now, before, event)
      sweep.heard(now, before)
    },
    read(reading) {
      if (reading.state === 'whole') return
      for (const run of runs) {
        if (run.request.customerCode !== reading.customerCode) continue
        run.gap = reading
        void tellSoon()
      }
    },
    forget() {
      runs.clear()
      sweep.forget()
    },
  }
}
