/** The mark at which a position takes its account into liquidation, while every other mark stands still. An estimate. Pure. */

import {
  ZERO,
  absolute,
  decimal,
  divide,
  multiply,
  signOf,
  subtract,
  type Decimal,
} from '../../base/decimal.ts'
import { isShort, type Health } from './accountFigures.ts'

export interface LiquidationInput {
  /** The account at the present marks, every position included. */
  readonly health: Health
  /** Contracts of the position, signed. */
  readonly size: Decimal
  /** USDC per contract, above 0. */
  readonly mark: Decimal
  /** Percent of notional. */
  readonly maintenanceMargin: Decimal
}

export interface LiquidationPoint {
  /** USDC per contract. */
  readonly price: Decimal
  /** How far the mark may move before, as a fraction of the mark; 0 or below once the account is short. */
  readonly distance: Decimal
}

/**
 * The point at which equity and maintenance margin meet: a step of the mark moves the equity by the size, and the maintenance margin by its
 * percent of the size. Null for a flat position, and for a long position that is not short of margin at any price above 0. The present mark for
 * an account that is short of margin where no mark of this position above 0 would end that.
 */
export function liquidationPoint(input: LiquidationInput): LiquidationPoint | null {
  const { health, size, mark, maintenanceMargin } = input
  const sign = signOf(size)
  const perStep = subtract(size, divide(multiply(absolute(size), maintenanceMargin), decimal('100')))
  if (sign === 0) return null
  const none = isShort(health) ? { price: mark, distance: ZERO } : null
  if (signOf(perStep) !== sign) return none
  const spare = subtract(health.equity, health.maintenance)
  const price = subtract(mark, divide(spare, perStep))
  if (price <= ZERO) return none
  const away = sign > 0 ? subtract(mark, price) : subtract(price, mark)
  return { price, distance: divide(away, mark) }
}
