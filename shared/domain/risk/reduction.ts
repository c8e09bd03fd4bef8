/** A reduction of several positions by a percent, as one order for each customer, by instrument and side. A position that is not known for certain is held back. Pure. */

import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  multiply,
  multiplyDivide,
  roundToStep,
  subtract,
  type Decimal,
} from '../../base/decimal.ts'
import { shownCode } from '../../base/shownCode.ts'
import type { Figure } from '../accounts/customerFigures.ts'
import type { CustomerCode, Side, Symbol } from '../scalars.ts'

export interface PositionName {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
}

/** A position as it is known now. */
export interface HeldPosition extends PositionName {
  /** Contracts, signed. */
  readonly size: Figure
  /** Null: not known. */
  readonly lot: Decimal | null
  /** USDC per contract; null: not known. */
  readonly mark: Decimal | null
}

export interface ReducingOrder extends PositionName {
  readonly side: Side
  /** Contracts: whole lots, never more than the percent asks for. */
  readonly amount: Decimal
  /** Signed contracts that gave the amount, and what is left once it is filled. */
  readonly held: Decimal
  readonly target: Decimal
}

export interface HeldBack extends PositionName {
  /** A clause without a full stop. */
  readonly why: string
}

/** What the dealer confirmed. It stays as it is while its orders are sent one after the other. */
export interface Reduction {
  readonly percent: Decimal
  readonly orders: readonly ReducingOrder[]
  readonly heldBack: readonly HeldBack[]
}

const HUNDRED = decimal('100')
/** Below every notional. */
const LEAST = decimal('-1')

/** Why a percent cannot be used, as a clause behind it. Null: it can. */
export const whyNotPercent = (percent: Decimal): string | null =>
  percent <= ZERO ? 'is not above 0' : compare(percent, HUNDRED) > 0 ? 'is above 100' : null

function orderOf(position: HeldPosition, percent: Decimal): ReducingOrder | string {
  const { customerCode, symbol, size, lot } = position
  if (size.value === null || size.why !== null) return size.why ?? 'the position is not known'
  if (size.value === ZERO) return 'there is no position'
  if (lot === null || lot <= ZERO) return `the lot of ${shownCode(symbol)} is not known`
  const held = size.value
  const amount = roundToStep(multiplyDivide(absolute(held), percent, HUNDRED), lot, 'down')
  if (amount === ZERO) return 'that part is less than one lot'
  const isLong = held > ZERO
  const target = isLong ? subtract(held, amount) : add(held, amount)
  return { customerCode, symbol, side: isLong ? 'sell' : 'buy', amount, held, target }
}

export function reductionOf(positions: readonly HeldPosition[], percent: Decimal): Reduction {
  const orders: ReducingOrder[] = []
  const heldBack: HeldBack[] = []
  for (const position of positions) {
    const { customerCode, symbol } = position
    const order = orderOf(position, percent)
    if (typeof order === 'string') heldBack.push({ customerCode, symbol, why: order })
    else orders.push(order)
  }
  return { percent, orders, heldBack }
}

/** Orders of one instrument and side, which leave as one block; a single one leaves as an order. */
export interface ReductionStep {
  readonly symbol: Symbol
  readonly side: Side
  readonly orders: readonly ReducingOrder[]
  /** Contracts of all. */
  readonly amount: Decimal
  /** USDC at the present mark; null while it is not known. */
  readonly notional: Decimal | null
}

export interface RemainingSteps {
  /** The largest notional first; unknown last. */
  readonly steps: readonly ReductionStep[]
  /** Orders whose position is at its target already, or beyond it. */
  readonly done: number
  readonly heldBack: readonly HeldBack[]
}

/** Whether the position is as small as the order makes it. */
const isReduced = ({ side, target }: ReducingOrder, now: Decimal): boolean =>
  side === 'sell' ? now <= target : now >= target

/**
 * What is left of a reduction. An order whose position is another one than the dealer confirmed is held back, unless the position is as small as wanted: so no
 * fill is ever reduced twice. `positionOf`: as it is known now.
 */
export function remainingSteps(
  reduction: Reduction,
  positionOf: (name: PositionName) => Pick<HeldPosition, 'size' | 'mark'>,
): RemainingSteps {
  const heldBack = [...reduction.heldBack]
  const open: ReducingOrder[] = []
  let done = 0
  for (const order of reduction.orders) {
    const { customerCode, symbol, held } = order
    const { value, why } = positionOf(order).size
    if (value === null || why !== null)
      heldBack.push({ customerCode, symbol, why: why ?? 'the position is not known' })
    else if (isReduced(order, value)) done++
    else if (value !== held)
      heldBack.push({ customerCode, symbol, why: 'the position is another one now: choose the row again' })
    else open.push(order)
  }
  const steps = [...Map.groupBy(open, ({ symbol, side }) => `${symbol} ${side}`).values()].flatMap(
    (orders) => {
      const [first] = orders
      if (!first) return []
      const { symbol, side } = first
      const amount = orders.reduce((sum, order) => add(sum, order.amount), ZERO)
      const { mark } = positionOf(first)
      return [{ symbol, side, orders, amount, notional: mark === null ? null : multiply(amount, mark) }]
    },
  )
  const byNotional = (a: ReductionStep, b: ReductionStep) => compare(b.notional ?? LEAST, a.notional ?? LEAST)
  return { steps: steps.toSorted(byNotional), done, heldBack }
}
