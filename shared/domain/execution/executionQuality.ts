/** How well an order, or a block of orders, was executed against the market at its arrival. Pure; exact. What is not known has a reason and no figure. */

import {
  ZERO,
  add,
  decimal,
  decimalOf,
  divide,
  multiply,
  multiplyDivide,
  subtract,
  type Decimal,
} from '../../base/decimal.ts'
import type { Figure } from '../accounts/customerFigures.ts'
import type { Order } from '../orders/order.ts'
import { signOfSide } from '../scalars.ts'
import type { OrderExecution } from '../orders/execution/orderExecution.ts'

/** Milliseconds, or a clause without a full stop that says why they are not known. */
export type Duration =
  | { readonly ms: number; readonly why: null }
  | { readonly ms: null; readonly why: string }

export interface ExecutionQuality {
  /** USDC per contract: the middle of the book when the order was admitted. Of a block: over its fills. */
  readonly arrival: Figure
  /** Basis points of the arrival. Above 0 is worse for the customer: bought dearer, or sold cheaper. */
  readonly slippage: Figure
  /** From the request to the first fill, and to the newest fill. */
  readonly firstFill: Duration
  readonly lastFill: Duration
  /** Wall clock from the request to the newest fill; null where one of them is not known. */
  readonly during: { readonly from: number; readonly to: number } | null
}

type Executed = Pick<Order, 'side' | 'filledAmount' | 'filledQuote' | 'execution'>

const unknown = (why: string): Figure => ({ value: null, why })
const notTimed = (why: string): Duration => ({ ms: null, why })
const NOT_RECORDED = 'it was not recorded with the order'
const NO_FILL = 'nothing is filled'

/** USDC that the fills cost more, or brought less, than at the arrival, and the value of the fills at the arrival. */
function costOf({ side, filledAmount, filledQuote }: Executed, mid: Decimal) {
  const atArrival = multiply(mid, decimal(filledAmount))
  const more = subtract(decimal(filledQuote), atArrival)
  return { atArrival, worse: multiply(more, decimalOf(signOfSide(side))) }
}

const inBps = (worse: Decimal, atArrival: Decimal): Decimal =>
  multiplyDivide(worse, decimalOf(10_000), atArrival)

const between = (from: number, to: number): Duration =>
  to < from ? notTimed('the clock of this machine was set back meanwhile') : { ms: to - from, why: null }

function timeTo(
  execution: OrderExecution | undefined,
  at: 'firstFillAt' | 'lastFillAt',
  filled: Decimal,
): Duration {
  if (filled === ZERO) return notTimed(NO_FILL)
  if (!execution) return notTimed(NOT_RECORDED)
  const filledAt = execution[at]
  if (execution.sentAt === null) return notTimed('the time of its request was not recorded')
  if (filledAt === null) return notTimed('a list or a look-up showed the fill some time afterwards')
  return between(execution.sentAt, filledAt)
}

const duringOf = (from: number | null, { ms }: Duration): ExecutionQuality['during'] =>
  from === null || ms === null ? null : { from, to: from + ms }

export function executionQuality(order: Executed): ExecutionQuality {
  const { execution } = order
  const filled = decimal(order.filledAmount)
  const mid = execution?.arrival.mid ?? null
  const why = execution ? (execution.arrival.why ?? 'no reason is known') : NOT_RECORDED
  const lastFill = timeTo(execution, 'lastFillAt', filled)
  const times = {
    firstFill: timeTo(execution, 'firstFillAt', filled),
    lastFill,
    during: duringOf(execution?.sentAt ?? null, lastFill),
  }
  if (mid === null)
    return { arrival: unknown(why), slippage: unknown(`its arrival is not known: ${why}`), ...times }
  const arrival = { value: decimal(mid), why: null }
  if (filled === ZERO) return { arrival, slippage: unknown(NO_FILL), ...times }
  const { worse, atArrival } = costOf(order, arrival.value)
  return { arrival, slippage: { value: inBps(worse, atArrival), why: null }, ...times }
}

/** When the first request of some orders left, and when their fills arrived; null: not known. */
interface Times {
  readonly sentAt: number
  readonly firstFillAt: number
  readonly lastFillAt: number
}

/** Null where one order with a fill lacks a time: an earlier or later one may be among them. */
function timesOf(filled: readonly Executed[]): Times | null {
  const all = filled.flatMap(({ execution }): readonly Times[] => {
    if (!execution) return []
    const { sentAt, firstFillAt, lastFillAt } = execution
    return sentAt === null || firstFillAt === null || lastFillAt === null
      ? []
      : [{ sentAt, firstFillAt, lastFillAt }]
  })
  if (all.length < filled.length) return null
  return {
    sentAt: Math.min(...all.map(({ sentAt }) => sentAt)),
    firstFillAt: Math.min(...all.map(({ firstFillAt }) => firstFillAt)),
    lastFillAt: Math.max(...all.map(({ lastFillAt }) => lastFillAt)),
  }
}

const whollyUnknown = (why: string): ExecutionQuality => ({
  arrival: unknown(why),
  slippage: unknown(why),
  firstFill: notTimed(why),
  lastFill: notTimed(why),
  during: null,
})

/**
 * Of all orders of a block together, weighted by what filled. One fill without an arrival makes the whole unknown. `whole`: contracts that filled, also of
 * orders that are not at hand.
 */
export function blockQuality(orders: readonly Executed[], whole: Decimal): ExecutionQuality {
  const filled = orders.filter(({ filledAmount }) => decimal(filledAmount) > ZERO)
  if (whole === ZERO) return whollyUnknown(NO_FILL)
  if (filled.reduce((sum, order) => add(sum, decimal(order.filledAmount)), ZERO) !== whole)
    return whollyUnknown('some of its orders are not known here any more')
  const times = timesOf(filled)
  const untimed = notTimed('the times of some of its fills are not known')
  const lastFill = times === null ? untimed : between(times.sentAt, times.lastFillAt)
  let [amount, atArrivals, worse] = [ZERO, ZERO, ZERO]
  let missing = 0
  for (const order of filled) {
    const mid = order.execution?.arrival.mid ?? null
    if (mid === null) missing++
    else {
      const cost = costOf(order, decimal(mid))
      amount = add(amount, decimal(order.filledAmount))
      atArrivals = add(atArrivals, cost.atArrival)
      worse = add(worse, cost.worse)
    }
  }
  const why = `the arrival of ${missing} of ${filled.length} filled orders is not known`
  return {
    arrival: missing > 0 ? unknown(why) : { value: divide(atArrivals, amount), why: null },
    slippage: missing > 0 ? unknown(why) : { value: inBps(worse, atArrivals), why: null },
    firstFill: times === null ? untimed : between(times.sentAt, times.firstFillAt),
    lastFill,
    during: duringOf(times?.sentAt ?? null, lastFill),
  }
}
