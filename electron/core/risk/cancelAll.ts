/** Cancels every live order of a customer, or those of one instrument or side, until the venue shows each over, and tells how far it got. Sends nothing new. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { News } from '../../../shared/domain/notice.ts'
import { unseenIn, unseenWords, type OpenOrderReading } from '../../../shared/domain/openOrderReading.ts'
import type { Order } from '../../../shared/domain/order.ts'
import type { CustomerCode } from '../../../shared/domain/text.ts'
import { notSignedIn } from '../support/access.ts'
import { createCancelSweep, type CancelSweepParts } from './cancelSweep.ts'
import type { Notices } from '../support/notices.ts'
import type { OrderBoard } from '../orders/orderStore.ts'

/** Unverified orders that a notice names; the others are counted. */
const NAMED = 3

export interface CancelAllOptions extends Omit<CancelSweepParts, 'board' | 'changed'> {
  readonly board: Pick<OrderBoard, 'get' | 'live'>
  readonly notices: Pick<Notices, 'report'>
  /** The customer's list of open orders where it is not whole: it may hide orders. Null where it is. */
  readonly unseen: (customer: CustomerCode) => OpenOrderReading | null
}

export interface CancelAll {
  /** Answers how many orders are being canceled; how far that got is told as one notice that keeps up. */
  start(request: Request<'order.cancelAll'>): Result<Reply<'order.cancelAll'>, Failure>
  /** Call with every change of an order. */
  heard(now: Order, before: Order | undefined): void
  /** The orders on the board are another user's now. */
  forget(): void
}

interface Run {
  readonly key: string
  readonly request: Request<'order.cancelAll'>
  readonly orders: readonly Order[]
}

const SIDES = { buy: ' bids', sell: ' asks' }
const scopeOf = ({ customerCode, symbol, side }: Request<'order.cancelAll'>): string =>
  `CANCEL ALL${side === null ? '' : SIDES[side]} of ${customerCode}${symbol === null ? '' : ` in ${symbol}`}`

export function createCancelAll(options: CancelAllOptions): CancelAll {
  const { access, board, clock, notices, unseen } = options
  const runs = new Set<Run>()
  let telling = false

  const newsOf = ({ key, request, orders }: Run): { readonly news: News; readonly isDone: boolean } => {
    const states = orders.map((of) => ({ of, state: sweep.stateOf(of.customerCode, of.referenceId) }))
    const over = states.filter(({ state }) => state?.kind === 'verified')
    const isFilled = ({ of }: (typeof states)[number]) =>
      board.get(of.customerCode, of.referenceId)?.status === 'filled'
    const filled = over.filter(isFilled).length
    const unverified = states.flatMap(({ of, state }) =>
      state?.kind === 'unverified' ? [`${of.referenceId}: ${state.reason}`] : [],
    )
    const left = orders.length - over.length - unverified.length
    const parts = [`${over.length} of ${orders.length} verified over`]
    if (filled > 0) parts.push(`${filled} of them filled`)
    if (left > 0) parts.push(`${left} under way`)
    if (unverified.length > 0) parts.push(`${unverified.length} UNVERIFIED: treat as live`)
    const list = unseen(request.customerCode)
    const gap = unseenWords(unseenIn(list === null ? [] : [list]))
    const more = unverified.length > NAMED ? [`and ${unverified.length - NAMED} more`] : []
    const details = [
      ...unverified.slice(0, NAMED),
      ...more,
      ...(gap === null ? [] : [`There may be more: ${gap}.`]),
    ]
    return {
      isDone: over.length === orders.length,
      news: {
        key,
        kind: 'cancel',
        level: unverified.length > 0 ? 'error' : gap === null ? 'info' : 'warning',
        customerCode: request.customerCode,
        symbol: request.symbol,
        referenceId: null,
        message:
          orders.length === 0
            ? `${scopeOf(request)}: no live order is known.`
            : `${scopeOf(request)}: ${parts.join(' · ')}.`,
        detail: details.length === 0 ? null : details.join(' '),
        action: unverified.length > 0 ? 'Look at these orders at the venue, or cancel them again.' : null,
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

  let started = 0
  return {
    start(request) {
      const { customerCode, symbol, side } = request
      if (!access.broker()) return fail(notSignedIn())
      const orders = board
        .live()
        .filter(
          (of) =>
            of.customerCode === customerCode &&
            (symbol === null || of.symbol === symbol) &&
            (side === null || of.side === side),
        )
      const run: Run = { key: `cancel-all ${clock.now()} ${++started}`, request, orders }
      runs.add(run)
      for (const order of orders) sweep.take(order)
      tell(run)
      return ok({ count: orders.length })
    },
    heard: (now, before) => sweep.heard(now, before),
    forget() {
      runs.clear()
      sweep.forget()
    },
  }
}
