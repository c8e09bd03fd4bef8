/** Checks prices and sizes against the instrument and its market: tick, lot, smallest amount, distance, trigger. One check for every field and for the core. Pure. */

import {
  ZERO,
  absolute,
  compare,
  decimal,
  decimalPlaces,
  isMultiple,
  maximum,
  multiply,
  roundToStep,
  toText,
  type Decimal,
  type DecimalText,
  type Rounding,
} from '../../base/decimal.ts'
import { grouped } from '../../base/groupedText.ts'
import type { Instrument } from '../instrument.ts'
import type { OrderChanges, OrderDraft } from './order.ts'
import type { OrderProblem } from './orderFieldRules.ts'
import { triggerProblems, type TriggerPrices, type Triggered } from './triggerFit.ts'

/** A value that does not fit, and the one that would. */
export interface FitProblem extends OrderProblem {
  /** The nearest value that fits; null where none does. */
  readonly offer: DecimalText | null
}

/** What is known of the instrument and its market. */
export interface FitContext {
  readonly instrument: Pick<Instrument, 'tickSize' | 'lotSize' | 'underlying'>
  /** The market price of a contract in USDC; null where none is known: then distances are not checked. */
  readonly market: Decimal | null
  /** The prices that trigger waiting orders; null for each that is not known: then its triggers are not checked. */
  readonly prices: TriggerPrices
  /** Contracts held, signed; null while unknown. */
  readonly position: Decimal | null
}

/** The values to check: those of a draft, or the new values of an amend. */
type Values = Pick<
  OrderDraft,
  'side' | 'amount' | 'cashAmount' | 'limitPrice' | 'triggerPrice' | 'takeProfitPrice' | 'stopLossPrice'
>

/** The checked fields of a draft. */
export type Fitted = Values & Pick<Triggered, 'type'>

const PRICES = {
  limitPrice: 'Limit price',
  triggerPrice: 'Trigger price',
  takeProfitPrice: 'Take-profit price',
  stopLossPrice: 'Stop-loss price',
} as const satisfies Partial<Record<keyof Values, string>>
type PriceField = keyof typeof PRICES

/** A limit price this many times worse than the market has a digit too many or too few. */
const FURTHEST = decimal('10')
const CENT = decimal('0.01')

/** The value with all its digits, and at least as many as its step has. */
const words = (value: Decimal, step: Decimal): string =>
  grouped(value, Math.max(decimalPlaces(value), decimalPlaces(step)))

/** A rounded limit price never costs the customer more than the typed one. A trigger price goes to the nearest tick. */
const roundingOf = (field: PriceField, side: Values['side']): Rounding =>
  field !== 'limitPrice' ? 'nearest' : side === 'buy' ? 'floor' : 'ceil'

/** Why a limit price looks mistyped: it sells below a tenth of the market, or buys above ten times the market. Null: it does not. */
function farThrough(
  side: Values['side'],
  price: Decimal,
  market: Decimal | null,
  step: Decimal,
): string | null {
  if (market === null || market <= 0n) return null
  const far =
    side === 'sell'
      ? compare(multiply(price, FURTHEST), market) <= 0
      : compare(price, multiply(market, FURTHEST)) >= 0
  if (!far) return null
  const act = side === 'sell' ? 'SELL' : 'BUY'
  const times = side === 'sell' ? 'less than a tenth of' : 'more than ten times'
  return `${act} at ${words(price, step)} is ${times} the market of ${words(roundToStep(market, step, 'nearest'), step)}: check the digits.`
}

function priceProblem(order: Values, field: PriceField, context: FitContext): FitProblem | null {
  const text = order[field]
  if (text === null) return null
  const price = decimal(text)
  if (price <= 0n) return null
  const name = PRICES[field]
  const tick = context.instrument.tickSize === null ? null : decimal(context.instrument.tickSize)
  const far = field === 'limitPrice' ? farThrough(order.side, price, context.market, tick ?? CENT) : null
  if (far !== null) return { field, sentence: far, offer: null }
  if (tick === null || isMultiple(price, tick)) return null
  const offer = maximum(roundToStep(price, tick, roundingOf(field, order.side)), tick)
  return {
    field,
    sentence: `${name} ${words(price, tick)} is not a multiple of the tick ${toText(tick)}: ${words(offer, tick)} is.`,
    offer: toText(offer),
  }
}

/** Whether the order closes exactly the position. That must stay possible, whatever lot the order book has shown. */
const closesAll = (order: Values, amount: Decimal, position: Decimal | null): boolean =>
  position !== null &&
  position !== ZERO &&
  position > 0n !== (order.side === 'buy') &&
  compare(absolute(position), amount) === 0

function amountProblem(order: Values, { instrument, position }: FitContext): FitProblem | null {
  if (order.amount === null || instrument.lotSize === null) return null
  const amount = decimal(order.amount)
  const lot = decimal(instrument.lotSize)
  if (amount <= 0n || isMultiple(amount, lot) || closesAll(order, amount, position)) return null
  const offer = roundToStep(amount, lot, 'floor')
  return offer === 0n
    ? {
        field: 'amount',
        sentence: `Amount ${words(amount, lot)} is below the smallest amount ${toText(lot)} ${instrument.underlying}.`,
        offer: toText(lot),
      }
    : {
        field: 'amount',
        sentence: `Amount ${words(amount, lot)} is not a multiple of the lot ${toText(lot)} ${instrument.underlying}: ${words(offer, lot)} is.`,
        offer: toText(offer),
      }
}

/** Cash that buys less than one lot at the order's own limit, else at the market. */
function cashProblem(order: Values, { instrument, market }: FitContext): FitProblem | null {
  const price = order.limitPrice === null ? market : decimal(order.limitPrice)
  if (order.cashAmount === null || instrument.lotSize === null || price === null || price <= 0n) return null
  const cash = decimal(order.cashAmount)
  const least = roundToStep(multiply(decimal(instrument.lotSize), price), CENT, 'ceil')
  if (cash <= 0n || compare(cash, least) >= 0) return null
  return {
    field: 'cashAmount',
    sentence: `Cash amount ${words(cash, CENT)} USDC buys less than the smallest amount ${instrument.lotSize} ${instrument.underlying}, about ${words(least, CENT)} USDC.`,
    offer: toText(least),
  }
}

/** Values between two steps, below the smallest size or far from the market, in the order of the ticket's fields. */
function valueProblems(order: Values, context: FitContext): FitProblem[] {
  const prices = (Object.keys(PRICES) as PriceField[]).map((field) => priceProblem(order, field, context))
  return [amountProblem(order, context), cashProblem(order, context), ...prices].filter(
    (found) => found !== null,
  )
}

/** Trigger prices that would not wait. No value is offered, because the intended price is not known. */
function triggerMisfits(order: Triggered, { prices, instrument }: FitContext): FitProblem[] {
  const step = instrument.tickSize === null ? CENT : decimal(instrument.tickSize)
  return triggerProblems(order, prices, (price) => words(price, step)).map((found) => ({
    ...found,
    offer: null,
  }))
}

/** Every value that does not fit, then every trigger price that would trigger at once. Empty where tick, lot and prices are not known. */
export const fitProblems = (order: Fitted, context: FitContext): FitProblem[] => [
  ...valueProblems(order, context),
  ...triggerMisfits(order, context),
]

/** The same for the new values of an amend. A trigger price that it does not change is not checked. */
export function amendFitProblems(order: Triggered, changes: OrderChanges, context: FitContext): FitProblem[] {
  const triggerPrice = changes.triggerPrice ?? order.triggerPrice
  const takeProfitPrice = changes.takeProfitPrice ?? order.takeProfitPrice
  const stopLossPrice = changes.stopLossPrice ?? order.stopLossPrice
  const after: Triggered = { ...order, triggerPrice, takeProfitPrice, stopLossPrice }
  const moves = [changes.triggerPrice, changes.takeProfitPrice, changes.stopLossPrice].some(
    (to) => to !== null,
  )
  return [
    ...valueProblems({ side: order.side, cashAmount: null, ...changes }, context),
    ...(moves ? triggerMisfits(after, context) : []),
  ]
}
