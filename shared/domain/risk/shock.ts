/**
 * What a move of the marks would do to a customer: equity and margins at the moved marks, and whether the customer would be called or
 * liquidated there. The move is in percent, or in multiples of each instrument's own volatility. A customer with an unknown input is unknown, never safe. Pure.
 */

import { shownCode } from '../../base/shownCode.ts'
import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  decimalOf,
  divide,
  maximum,
  multiply,
  roundToStep,
  subtract,
  toInteger,
  type Decimal,
} from '../../base/decimal.ts'
import { requirementAt } from '../accounts/accountFigures.ts'
import {
  customerFigures,
  type CustomerFigures,
  type Figure,
  type FigureInputs,
} from '../accounts/customerFigures.ts'
import { figureRows, type FigureRow } from '../accounts/figureRows.ts'
import { marginOfNotional } from '../accounts/margin.ts'
import type { Symbol } from '../scalars.ts'

/** One standard deviation of a day by instrument, percent of the price (`volatility.ts`). */
export type Volatilities = ReadonlyMap<Symbol, Figure>

export interface Shock {
  /** The instrument whose mark moves; null: every mark. */
  readonly symbol: Symbol | null
  /** Percent of the present mark, above -100; with `volatilities`, multiples of each instrument's own volatility. */
  readonly size: Decimal
  /** Null: the size is in percent. */
  readonly volatilities: Volatilities | null
}

export const NO_SHOCK: Shock = { symbol: null, size: ZERO, volatilities: null }

const HUNDRED = decimal('100')
const ONE = decimal('1')
/** No mark falls to zero, however volatile the instrument is. */
const LEAST_PERCENT = decimal('-99.99')
const UNMOVED: Figure = { value: ZERO, why: null }

const factorOf = (percent: Decimal): Decimal => add(ONE, divide(percent, HUNDRED))

/** The mark after a move in percent. */
export const shockedMark = (mark: Decimal, percent: Decimal): Decimal => multiply(mark, factorOf(percent))

/** Percent by which the shock moves the mark of an instrument; without a value its volatility is not known. */
export function percentOf({ symbol: only, size, volatilities }: Shock, symbol: Symbol): Figure {
  if (size === ZERO || (only !== null && symbol !== only)) return UNMOVED
  if (volatilities === null) return { value: size, why: null }
  const { value, why } = volatilities.get(symbol) ?? {
    value: null,
    why: `the volatility of ${shownCode(symbol)} is not read yet`,
  }
  return { value: value === null ? null : maximum(multiply(size, value), LEAST_PERCENT), why }
}

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

interface MovedFunds {
  /** USDC at the moved marks. */
  readonly equity: Decimal
  readonly marginUsed: Decimal
  readonly maintenance: Decimal
  /** Why the move of a position is not known; null: all are. */
  readonly unmoved: string | null
}

function movedFunds({ rows, cash }: ShockedAccount, shock: Shock): MovedFunds {
  let [equity, marginUsed, maintenance] = [cash, ZERO, ZERO]
  let unmoved: string | null = null
  // In percent every mark moves by the same factor.
  const common = shock.volatilities === null ? factorOf(shock.size) : null
  for (const { symbol, exposure, maintenanceMargin } of rows) {
    const { size, cost, mark } = exposure
    let value = cost
    if (mark !== null) {
      const { value: percent, why } = percentOf(shock, symbol)
      if (percent === null && size !== ZERO) unmoved ??= why
      const factor = percent === null || percent === ZERO ? null : (common ?? factorOf(percent))
      value = multiply(size, factor === null ? mark : multiply(mark, factor))
    }
    equity = add(equity, subtract(value, cost))
    marginUsed = add(marginUsed, requirementAt(value, exposure))
    maintenance = add(maintenance, marginOfNotional(value, maintenanceMargin))
  }
  return { equity, marginUsed, maintenance, unmoved }
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
  const { unmoved } = moved
  const at = (figure: Figure, value: Decimal): Figure =>
    figure.value === null ? figure : unmoved === null ? { ...figure, value } : { value: null, why: unmoved }
  const figures = { equity: at(equity, moved.equity), marginUsed: at(marginUsed, moved.marginUsed) }
  const missing = [equity, maintenance, marginUsed, figures.equity].find(({ value }) => value === null)
  if (missing) return { verdict: 'unknown', why: missing.why, ...figures }
  const why = equity.why ?? maintenance.why ?? marginUsed.why
  if (positions.size > 0 && compare(moved.equity, moved.maintenance) < 0)
    return { verdict: 'liquidated', why, ...figures }
  return { verdict: compare(moved.equity, moved.marginUsed) < 0 ? 'called' : 'holds', why, ...figures }
}

/** Between two moves that are tried: a hundredth of a percent, or of a volatility. */
const STEP = decimal('0.01')
const isAtLeast = (verdict: Verdict, wanted: 'called' | 'liquidated'): boolean =>
  verdict === 'liquidated' || verdict === wanted

/**
 * The smallest move towards a shock, in whole hundredths of its unit, at which the verdict holds already; 0 where it holds now. Null where it
 * does not hold at the shock. Where it does not hold now, equity less margin has one crossing between: margins grow at least as fast as a straight line.
 */
export function smallestMove(
  account: ShockedAccount,
  shock: Shock,
  wanted: 'called' | 'liquidated',
): Decimal | null {
  const { size } = shock
  const sign = size < ZERO ? -1 : 1
  const last = toInteger(roundToStep(absolute(size), STEP, 'up'), 2)
  const moveOf = (step: number): Decimal => multiply(STEP, decimalOf(step * sign))
  const holdsAt = (step: number) =>
    isAtLeast(shockOutcome(account, { ...shock, size: step === last ? size : moveOf(step) }).verdict, wanted)
  if (!holdsAt(last)) return null
  if (holdsAt(0)) return ZERO
  let [below, at] = [-1, last]
  while (at - below > 1) {
    const middle = Math.floor((below + at) / 2)
    if (holdsAt(middle)) at = middle
    else below = middle
  }
  return at === last ? size : moveOf(at)
}
