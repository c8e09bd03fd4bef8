/** A customer's account figures once an order has filled: the same rule as before, with the fill in its inputs. An estimate. Pure. */

import { ZERO, add, decimal, decimalOf, negate, subtract, toText, type Decimal } from '../../base/decimal.ts'
import type { Instrument } from '../instrument.ts'
import { signOfSide, type CustomerCode, type Side } from '../scalars.ts'
import {
  customerFigures,
  type CustomerFigures,
  type Figure,
  type FigureInputs,
} from '../accounts/customerFigures.ts'
import { unsettledCost } from '../accounts/figureRows.ts'
import { initialMarginInForce, initialMarginOfLeverage, type MarginProfile } from '../accounts/margin.ts'
import { applyFill, flatPosition } from '../accounts/position.ts'

export interface Fill {
  readonly customerCode: CustomerCode
  readonly instrument: Instrument
  readonly side: Side
  /** Contracts and USDC, both unsigned. */
  readonly amount: Decimal
  readonly quote: Decimal
  /** USDC; below 0 is a rebate. */
  readonly fee: Decimal
  /** Leverage that the order sets; null: the present one stays. */
  readonly leverage: number | null
  /** Why the fill may come otherwise: a clause without a full stop; null: nothing is in doubt. */
  readonly caution: string | null
}

/** The figures that do not depend on how the fill came in parts. */
export interface FiguresAfterFill extends Pick<
  CustomerFigures,
  'equity' | 'marginUsed' | 'usedShare' | 'free' | 'maintenance'
> {
  /** Of the instrument's position; neither value nor reason where it is flat, or where no mark liquidates it. */
  readonly liquidation: Figure
  /** How far the mark may move before, as a fraction of the mark. */
  readonly distance: Figure
}

/** The profile after the venue has set the leverage (docs/api.md#4.rule.5). */
function withLeverage(profile: MarginProfile, instrument: Instrument, leverage: number): MarginProfile {
  const { symbol, initialMarginRequirement: least } = instrument
  const initialMargin = toText(
    least === null ? initialMarginOfLeverage(leverage) : initialMarginInForce(least, leverage),
  )
  const others = profile.instrumentMargins.filter((margin) => margin.symbol !== symbol)
  const own = { symbol, leverage: toText(decimalOf(leverage)), initialMargin }
  return { ...profile, instrumentMargins: [...others, own] }
}

function inputsAfterFill(inputs: FigureInputs, fill: Fill): FigureInputs {
  const { balance, margin } = inputs
  const { instrument, leverage } = fill
  const { symbol } = instrument
  const signed = (value: Decimal) => (signOfSide(fill.side) > 0 ? value : negate(value))
  const held =
    inputs.positions.find((position) => position.symbol === symbol) ?? flatPosition(fill.customerCode, symbol)
  const cost = unsettledCost(held, inputs.cashSums)
  const { next, realised } = applyFill(
    { size: decimal(held.size), cost: cost ?? ZERO },
    signed(fill.amount),
    signed(fill.quote),
  )
  const position = {
    ...held,
    size: toText(next.size),
    cashCost: toText(add(decimal(held.cashCost), add(signed(fill.quote), realised))),
    // Without a known cost nobody knows what closing it realises.
    complete: held.complete && cost !== null,
  }
  return {
    ...inputs,
    allOld: inputs.allOld ?? fill.caution,
    positions: [...inputs.positions.filter((other) => other.symbol !== symbol), position],
    balance: balance?.amount
      ? { ...balance, amount: toText(subtract(add(decimal(balance.amount), realised), fill.fee)) }
      : balance,
    margin:
      margin?.profile && leverage !== null
        ? { ...margin, profile: withLeverage(margin.profile, instrument, leverage) }
        : margin,
  }
}

export function figuresAfterFill(inputs: FigureInputs, fill: Fill): FiguresAfterFill {
  const { equity, marginUsed, usedShare, free, maintenance, positions } = customerFigures(
    inputsAfterFill(inputs, fill),
  )
  const none: Figure = { value: null, why: null }
  const { liquidation, distance } = positions.get(fill.instrument.symbol) ?? {
    liquidation: none,
    distance: none,
  }
  return { equity, marginUsed, usedShare, free, maintenance, liquidation, distance }
}
