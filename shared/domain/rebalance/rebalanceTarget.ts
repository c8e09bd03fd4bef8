/** Targets of a rebalance as contracts, the tolerance around them, and the change in whole lots that leads to them. Pure; knows no order. */

import {
  ZERO,
  absolute,
  add,
  decimalOf,
  multiply,
  multiplyDivide,
  negate,
  roundToStep,
  signOf,
  subtract,
  type Decimal,
} from '../../base/decimal.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { Figure } from '../accounts/customerFigures.ts'

/** `weight`: signed percent of the customer's equity at the mark · `position`: signed contracts. */
export type RebalanceTarget =
  | { readonly kind: 'weight'; readonly percent: Decimal }
  | { readonly kind: 'position'; readonly contracts: Decimal }

/** How much may be missing without an order. `equity`: percent of the customer's equity at the mark · `lots`: of the instrument. */
export type Tolerance =
  | { readonly kind: 'equity'; readonly percent: Decimal }
  | { readonly kind: 'lots'; readonly lots: Decimal }

export const NO_TOLERANCE: Tolerance = { kind: 'lots', lots: ZERO }

/** What contracts are computed from. Each figure counts only where its value is certain. */
export interface Worth {
  /** USDC of the customer. */
  readonly equity: Figure
  /** USDC per contract. */
  readonly mark: Figure
}

/** The value of a figure that is certain, or why it is not: a clause without a full stop. */
export function certain({ value, why }: Figure, name: string): Result<Decimal, string> {
  if (value !== null && why === null) return ok(value)
  return fail(`${name} is not known for certain${why === null ? '' : `: ${why}`}`)
}

/** Contracts, signed, that a percent of the equity is worth, rounded towards 0 at the 18th digit. No equity is worth nothing. */
function contractsOfEquity(percent: Decimal, { equity, mark }: Worth): Result<Decimal, string> {
  const own = certain(equity, 'its equity')
  if (!own.ok) return own
  const price = certain(mark, 'the mark')
  if (!price.ok) return price
  return ok(
    own.value <= ZERO || price.value <= ZERO
      ? ZERO
      : multiplyDivide(own.value, percent, multiply(price.value, decimalOf(100)), 'down'),
  )
}

/** The target in contracts, or why it is not known. A target of 0 needs neither equity nor mark. */
export function targetContracts(target: RebalanceTarget, worth: Worth): Result<Decimal, string> {
  if (target.kind === 'position') return ok(target.contracts)
  if (target.percent === ZERO) return ok(ZERO)
  if (worth.equity.value !== null && worth.equity.why === null && worth.equity.value <= ZERO)
    return fail('it has no equity')
  return contractsOfEquity(target.percent, worth)
}

/** The tolerance in contracts, or why it is not known. */
export function toleranceContracts(
  tolerance: Tolerance,
  lot: Decimal,
  worth: Worth,
): Result<Decimal, string> {
  if (tolerance.kind === 'lots') return ok(multiply(tolerance.lots, lot))
  return tolerance.percent === ZERO ? ok(ZERO) : contractsOfEquity(tolerance.percent, worth)
}

/**
 * The change that leads from `held` to the nearest whole lot at `target`, signed; of two that are as near, the smaller. It never leads past 0 unless the target
 * lies there, so that a position on the lot is closed exactly, and one between lots never turns round.
 */
export function changeInLots(held: Decimal, target: Decimal, lot: Decimal): Decimal {
  const missing = subtract(target, held)
  const less = roundToStep(missing, lot, 'down')
  const rest = absolute(subtract(missing, less))
  if (add(rest, rest) <= lot) return less
  const more = add(less, missing > ZERO ? lot : negate(lot))
  const side = signOf(add(held, more))
  const isPastZero = side !== 0 && side !== signOf(held) && side !== signOf(target)
  return isPastZero ? less : more
}
