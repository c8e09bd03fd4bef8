/** The margin check: the margin of positions and resting orders, and the funds left. Pure; uses neither store nor exchange. */

import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  maximum,
  minimum,
  multiply,
  subtract,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { initialMarginOfLeverage, marginOfNotional } from '../../../../shared/domain/accounts/margin.ts'

/** A position and its valuation. */
export interface Held {
  /** Contracts and USDC paid, both signed. */
  readonly size: Decimal
  readonly cost: Decimal
  /** USDC per contract; null while the exchange has no price: the position then counts at its cost. */
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
export function requirementOf(exposure: Exposure): Decimal {
  const long = add(valueOf(exposure), exposure.restingBuys)
  const short = subtract(exposure.restingSells, valueOf(exposure))
  return marginOfNotional(maximum(absolute(valueOf(exposure)), maximum(long, short)), exposure.initialMargin)
}

/** Percent in force: from the customer's leverage, but at least the instrument's (docs/api.md#4.rule.5, #gap.20). */
export const initialMarginInForce = (instrumentPercent: DecimalText, leverage: number | null): Decimal =>
  leverage === null
    ? decimal(instrumentPercent)
    : maximum(decimal(instrumentPercent), initialMarginOfLeverage(leverage))

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

/** USDC of margin that a new order may use; below 0 when the account is already short. */
export const freeForOrders = (funds: Funds): Decimal =>
  subtract(subtract(add(funds.balance, funds.unrealised), funds.bound), funds.pendingOut)

/** USDC that may be withdrawn. Open profit does not count, open loss does. Never below 0. */
export const freeForWithdrawal = (funds: Funds): Decimal =>
  maximum(
    ZERO,
    subtract(subtract(add(funds.balance, minimum(ZERO, funds.unrealised)), funds.bound), funds.pendingOut),
  )

/**
 * Whether an order that moves an account from `before` to `after` may be placed.
 * An order that needs no more margin than before always may, so that a customer short of margin can close.
 */
export const mayPlace = (before: Funds, after: Funds): boolean =>
  compare(after.bound, before.bound) <= 0 || compare(freeForOrders(after), ZERO) >= 0
