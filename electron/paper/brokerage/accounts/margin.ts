/** What positions and resting orders bind, and what is left: the margin check. Pure; knows neither store nor exchange. */

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

/** A position and what it is valued at. */
export interface Held {
  /** Contracts and USDC paid, both signed. */
  readonly size: Decimal
  readonly cost: Decimal
  /** USDC per contract; null while the exchange has none: the position then counts at what was paid. */
  readonly mark: Decimal | null
}

/** One customer in one instrument. */
export interface Exposure extends Held {
  /** USDC of what may still fill, per side. */
  readonly restingBuys: Decimal
  readonly restingSells: Decimal
  /** Percent of notional. */
  readonly initialMargin: Decimal
}

/** USDC, signed like the size. */
export const valueOf = (held: Held): Decimal =>
  held.mark === null ? held.cost : multiply(held.size, held.mark)

/** USDC that must stay behind a position, at a maintenance margin in percent. */
export const maintenanceOf = (held: Held, percent: Decimal): Decimal =>
  marginOfNotional(valueOf(held), percent)

/** USDC that closing at the mark would bring, before fees. */
export const unrealisedOf = (held: Held): Decimal => subtract(valueOf(held), held.cost)

/** USDC bound: the worse of all buys filling and all sells filling, at the initial margin. */
export function requirementOf(exposure: Exposure): Decimal {
  const long = add(valueOf(exposure), exposure.restingBuys)
  const short = subtract(exposure.restingSells, valueOf(exposure))
  return marginOfNotional(maximum(absolute(valueOf(exposure)), maximum(long, short)), exposure.initialMargin)
}

/** Percent in force: the customer's override of that leverage, but never below what the instrument asks (docs/api.md#4.rule.5, #gap.20). */
export const initialMarginInForce = (instrumentPercent: DecimalText, leverage: number | null): Decimal =>
  leverage === null
    ? decimal(instrumentPercent)
    : maximum(decimal(instrumentPercent), initialMarginOfLeverage(leverage))

export interface Funds {
  /** USDC. */
  readonly balance: Decimal
  readonly unrealised: Decimal
  readonly bound: Decimal
  /** Withdrawals on their way. */
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

/** USDC that a new order may bind; below 0 when the account is short already. */
export const freeForOrders = (funds: Funds): Decimal =>
  subtract(subtract(add(funds.balance, funds.unrealised), funds.bound), funds.pendingOut)

/** USDC that may be withdrawn: open profit is not cash yet, open loss is gone already. Never below 0. */
export const freeForWithdrawal = (funds: Funds): Decimal =>
  maximum(
    ZERO,
    subtract(subtract(add(funds.balance, minimum(ZERO, funds.unrealised)), funds.bound), funds.pendingOut),
  )

/**
 * Whether an order that moves an account from `before` to `after` may be placed. One that binds no more than before (it closes)
 * always may, so that an account under water can get out.
 */
export const mayPlace = (before: Funds, after: Funds): boolean =>
  compare(after.bound, before.bound) <= 0 || compare(freeForOrders(after), ZERO) >= 0
