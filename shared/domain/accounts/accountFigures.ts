/** Equity, margin used, free margin and maintenance margin of an account. One rule for the paper broker and for the terminal. Pure. */

import {
  ZERO,
  absolute,
  add,
  compare,
  divide,
  maximum,
  multiply,
  subtract,
  type Decimal,
} from '../../base/decimal.ts'
import { marginOfNotional } from './margin.ts'

/** A position and its valuation. */
export interface Held {
  /** Contracts and USDC paid that no settlement has turned into cash, both signed. */
  readonly size: Decimal
  readonly cost: Decimal
  /** USDC per contract; null while there is no price: the position then counts at its cost. */
  readonly mark: Decimal | null
}

/** One customer in one instrument. */
export interface Exposure extends Held {
  /** USDC of orders that may still fill, per side. */
  readonly restingBuys: Decimal
  readonly restingSells: Decimal
  /** Percent of notional. */
  readonly initialMargin: Decimal
}

/** USDC, signed like the size. */
export const valueOf = (held: Held): Decimal =>
  held.mark === null ? held.cost : multiply(held.size, held.mark)

/** USDC of maintenance margin for a position, at a margin in percent. */
export const maintenanceOf = (held: Held, percent: Decimal): Decimal =>
  marginOfNotional(valueOf(held), percent)

/** USDC gained by closing at the mark, before fees. */
export const unrealisedOf = (held: Held): Decimal => subtract(valueOf(held), held.cost)

/** USDC of initial margin: for the worse of all buys filling and all sells filling. */
export const requirementOf = (exposure: Exposure): Decimal => requirementAt(valueOf(exposure), exposure)

/** The same where the position is worth `value` USDC, signed. */
export function requirementAt(
  value: Decimal,
  { restingBuys, restingSells, initialMargin }: Omit<Exposure, keyof Held>,
): Decimal {
  const worse = maximum(add(value, restingBuys), subtract(restingSells, value))
  return marginOfNotional(maximum(absolute(value), worse), initialMargin)
}

export interface Funds {
  /** USDC. */
  readonly balance: Decimal
  readonly unrealised: Decimal
  readonly bound: Decimal
  /** Pending withdrawals. */
  readonly pendingOut: Decimal
}

export function fundsOf(balance: Decimal, pendingOut: Decimal, exposures: readonly Exposure[]): Funds {
  let unrealised = ZERO
  let bound = ZERO
  for (const exposure of exposures) {
    unrealised = add(unrealised, unrealisedOf(exposure))
    bound = add(bound, requirementOf(exposure))
  }
  return { balance, unrealised, bound, pendingOut }
}

/** USDC left after closing every position at the mark, before fees. */
export const equityOf = ({ balance, unrealised }: Pick<Funds, 'balance' | 'unrealised'>): Decimal =>
  add(balance, unrealised)

/** USDC of margin that a new order may use; below 0 when the account is already short. */
export const freeForOrders = (funds: Funds): Decimal =>
  subtract(subtract(equityOf(funds), funds.bound), funds.pendingOut)

export interface Health {
  /** USDC left after closing every position at the mark, before fees. */
  readonly equity: Decimal
  /** Below this equity the account is liquidated. */
  readonly maintenance: Decimal
}

export const isShort = ({ equity, maintenance }: Health): boolean => compare(equity, maintenance) < 0

/** A part of the equity, such as the margin used, as a fraction; null without an equity above 0. */
export const shareOfEquity = (part: Decimal, equity: Decimal): Decimal | null =>
  equity > ZERO ? divide(part, equity) : null
