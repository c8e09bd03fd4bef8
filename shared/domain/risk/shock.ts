/**
 * What a move of the marks would do to a customer: equity and margins at the moved marks, and whether the customer would be called or
 * liquidated there. A customer with an unknown input is unknown, never safe. Pure.
 */

import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  decimalOf,
  divide,
  multiply,
  roundToStep,
  toInteger,
  type Decimal,
} from '../../base/decimal.ts'
import { maintenanceOf, requirementOf, unrealisedOf } from '../accounts/accountFigures.ts'
import {
  customerFigures,
  type CustomerFigures,
  type Figure,
  type FigureInputs,
} from '../accounts/customerFigures.ts'
import { figureRows, type FigureRow } from '../accounts/figureRows.ts'
import type { Symbol } from '../scalars.ts'

export interface Shock {
  /** The instrument whose mark moves; null: every mark. */
  readonly symbol: Symbol | null
  /** Percent of the present mark, above -100. */
  readonly percent: Decimal
}

export const NO_SHOCK: Shock = { symbol: null, percent: ZERO }

const HUNDRED = decimal('100')

export const shockedMark = (mark: Decimal, percent: Decimal): Decimal =>
  add(mark, divide(multiply(mark, percent), HUNDRED))

/** One customer at the present marks. */
export interface ShockedAccount {
  readonly figures: CustomerFigures
  /** From which the figures are made. */
  readonly rows: readonly FigureRow[]
  /** USDC; 0 while the balance is not known, and then the equity is not known either. */
  readonly cash: Decimal
}

export function shockedAccount(inputs: FigureInputs): ShockedAccount {
  const rows = figureRows(inputs)
  const cash = inputs.balance?.amount ? decimal(inputs.balance.amount) : ZERO
  return { figures: customerFigures(inputs, rows), rows, cash }
}

/** USDC at the moved marks. */
interface MovedFunds {
  readonly equity: Decimal
  readonly marginUsed: Decimal
  readonly maintenance: Decimal
}

function movedFunds({ rows, cash }: ShockedAccount, { symbol: only, percent }: Shock): MovedFunds {
  let [equity, marginUsed, maintenance] = [cash, ZERO, ZERO]
  for (const { symbol, exposure, maintenanceMargin } of rows) {
    const isMoved = exposure.mark !== null && (only === null || symbol === only)
    const moved = isMoved ? { ...exposure, mark: shockedMark(exposure.mark, percent) } : exposure
    equity = add(equity, unrealisedOf(moved))
    marginUsed = add(marginUsed, requirementOf(moved))
    maintenance = add(maintenance, maintenanceOf(moved, maintenanceMargin))
  }
  return { equity, marginUsed, maintenance }
}

/**
 * `called`: the equity is below the initial margin of positions and orders. `liquidated`: it is below the maintenance margin, where the venue
 * closes positions (docs/money.md). `unknown`: an input is missing.
 */
export type Verdict = 'holds' | 'called' | 'liquidated' | 'unknown'

export interface ShockOutcome {
  readonly verdict: Verdict
  /** What is missing, or why the verdict may be wrong: a clause without a full stop. Null: it is sure. */
  readonly why: string | null
  /** USDC at the moved marks. */
  readonly equity: Figure
  readonly marginUsed: Figure
}

/** What is unknown or in doubt at the present marks is so at every other. */
export function shockOutcome(account: ShockedAccount, shock: Shock): ShockOutcome {
  const { equity, maintenance, marginUsed, positions } = account.figures
  const moved = movedFunds(account, shock)
  const at = (figure: Figure, value: Decimal): Figure =>
    figure.value === null ? figure : { ...figure, value }
  const figures = { equity: at(equity, moved.equity), marginUsed: at(marginUsed, moved.marginUsed) }
  const missing = [equity, maintenance, marginUsed].find(({ value }) => value === null)
  if (missing) return { verdict: 'unknown', why: missing.why, ...figures }
  const why = equity.why ?? maintenance.why ?? marginUsed.why
  if (positions.size > 0 && compare(moved.equity, moved.maintenance) < 0)
    return { verdict: 'liquidated', why, ...figures }
  return { verdict: compare(moved.equity, moved.marginUsed) < 0 ? 'called' : 'holds', why, ...figures }
}

/** Percent between two moves that are tried. */
const STEP = decimal('0.01')
const isAtLeast = (verdict: Verdict, wanted: 'called' | 'liquidated'): boolean =>
  verdict === 'liquidated' || verdict === wanted

/**
 * The smallest move towards a shock, in whole hundredths of a percent, at which the verdict holds already; 0 where it holds now. Null where it
 * does not hold at the shock. Equity less margin has one crossing between: margins grow at least as fast as a straight line.
 */
export function smallestMove(
  account: ShockedAccount,
  { symbol, percent }: Shock,
  wanted: 'called' | 'liquidated',
): Decimal | null {
  const sign = percent < ZERO ? -1 : 1
  const last = toInteger(roundToStep(absolute(percent), STEP, 'up'), 2)
  const moveOf = (step: number): Decimal => multiply(STEP, decimalOf(step * sign))
  const holdsAt = (step: number) =>
    isAtLeast(
      shockOutcome(account, { symbol, percent: step === last ? percent : moveOf(step) }).verdict,
      wanted,
    )
  if (!holdsAt(last)) return null
  let [below, at] = [-1, last]
  while (at - below > 1) {
    const middle = Math.floor((below + at) / 2)
    if (holdsAt(middle)) at = middle
    else below = middle
  }
  return at === last ? percent : moveOf(at)
}
