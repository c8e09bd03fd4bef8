/** Whether prices and sizes fit their instrument and its market: tick, lot, smallest amount, distance, trigger. One check for every field and for the core. Pure. */

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
import type { OrderProblem } from './orderRules.ts'
import { triggerProblems, type TriggerPrices, type Triggered } from './triggerFit.ts'

/** A value that does not fit, and the one that would. */
export interface FitProblem extends OrderProblem {
  /** Fits, and stands nearest to what was typed; null where nothing near fits. */
  readonly offer: DecimalText | null
}

/** What is known of the instrument and its market. */
export interface FitContext {
  readonly instrument: Pick<Instrument, 'tickSize' | 'lotSize' | 'underlying'>
  /** USDC a contract is worth; null where no price is known: then distances are not checked. */
  readonly market: Decimal | null
  /** What triggers waiting orders; null for each price that is not known: then its triggers are not checked. */
  readonly prices: TriggerPrices
  /** Contracts held, signed; null while unknown. */
  readonly position: Decimal | null
}

/** The values that are held against steps and market: those of a draft, or those that an amend sets anew. */
type Values = Pick<
  OrderDraft,
  'side' | 'amount' | 'cashAmount' | 'limitPrice' | 'triggerPrice' | 'takeProfitPrice' | 'stopLossPrice'
>

/** A draft, as far as it is checked. */
export type Fitted = Values & Pick<Triggered, 'type'>

const PRICES = {
  limitPrice: 'Limit price',
  triggerPrice: 'Trigger price',
  takeProfitPrice: 'Take-profit price',
  stopLossPrice: 'Stop-loss price',
} as const satisfies Partial<Record<keyof Values, string>>
type PriceField = keyof typeof PRICES

/** A limit this many times worse than the market has a digit too many or too few. */
const FURTHEST = decimal('10')
const CENT = decimal('0.01')

/** All digits of the value, and no fewer than its step has. */
const words = (value: Decimal, step: Decimal): string =>
  grouped(value, Math.max(decimalPlaces(value), decimalPlaces(step)))

/** A rounded limit never costs the customer more than the typed one; a trigger goes to the nearest tick. */
const roundingOf = (field: PriceField, side: Values['side']): Rounding =>
  field !== 'limitPrice' ? 'nearest' : side === 'buy' ? 'floor' : 'ceil'

/** Why a limit price cannot be meant: it would give the order away at a tenth of the market, or pay ten times of it. Null: it can be. */
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

function priceProblem(of: Values, field: PriceField, context: FitContext): FitProblem | null {
  const text = of[field]
  if (text === null) return null
  const price = decimal(text)
  if (price <= 0n) return null
  const name = PRICES[field]
  const tick = context.instrument.tickSize === null ? null : decimal(context.instrument.tickSize)
  const far = field === 'limitPrice' ? farThrough(of.side, price, context.market, tick ?? CENT) : null
  if (far !== null) return { field, sentence: far, offer: null }
  if (tick === null || isMultiple(price, tick)) return null
  const offer = maximum(roundToStep(price, tick, roundingOf(field, of.side)), tick)
  return {
    field,
    sentence: `${name} ${words(price, tick)} is not a multiple of the tick ${toText(tick)}: ${words(offer, tick)} is.`,
    offer: toText(offer),
  }
}

/** Whether the order closes exactly what is held: that must stay possible, whatever lot the book has shown. */
const closesAll = (of: Values, amount: Decimal, position: Decimal | null): boolean =>
  position !== null &&
  position !== ZERO &&
  position > 0n !== (of.side === 'buy') &&
  compare(absolute(position), amount) === 0

function amountProblem(of: Values, { instrument, position }: FitContext): FitProblem | null {
  if (of.amount === null || instrument.lotSize === null) return null
  const amount = decimal(of.amount)
  const lot = decimal(instrument.lotSize)
  if (amount <= 0n || isMultiple(amount, lot) || closesAll(of, amount, position)) return null
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
function cashProblem(of: Values, { instrument, market }: FitContext): FitProblem | null {
  const price = of.limitPrice === null ? market : decimal(of.limitPrice)
  if (of.cashAmount === null || instrument.lotSize === null || price === null || price <= 0n) return null
  const cash = decimal(of.cashAmount)
  const least = roundToStep(multiply(decimal(instrument.lotSize), price), CENT, 'ceil')
  if (cash <= 0n || compare(cash, least) >= 0) return null
  return {
    field: 'cashAmount',
    sentence: `Cash amount ${words(cash, CENT)} USDC buys less than the smallest amount ${instrument.lotSize} ${instrument.underlying}, about ${words(least, CENT)} USDC.`,
    offer: toText(least),
  }
}

/** Values between two steps, below the smallest size or far from the market, in the order of the ticket's fields. */
function valueProblems(of: Values, context: FitContext): FitProblem[] {
  const prices = (Object.keys(PRICES) as PriceField[]).map((field) => priceProblem(of, field, context))
  return [amountProblem(of, context), cashProblem(of, context), ...prices].filter((found) => found !== null)
}

/** Triggers that would not wait. No value is offered: which price was meant cannot be told. */
function triggerMisfits(of: Triggered, { prices, instrument }: FitContext): FitProblem[] {
  const step = instrument.tickSize === null ? CENT : decimal(instrument.tickSize)
  return triggerProblems(of, prices, (price) => words(price, step)).map((found) => ({
    ...found,
    offer: null,
  }))
}

/** Every value that does not fit, then what would trigger at once; empty where tick, lot and prices are not known. */
export const fitProblems = (of: Fitted, context: FitContext): FitProblem[] => [
  ...valueProblems(of, context),
  ...triggerMisfits(of, context),
]

/** The same for the values that an amend sets anew. A trigger that it leaves alone is the venue's to watch. */
export function amendFitProblems(of: Triggered, changes: OrderChanges, context: FitContext): FitProblem[] {
  const triggerPrice = changes.triggerPrice ?? of.triggerPrice
  const takeProfitPrice = changes.takeProfitPrice ?? of.takeProfitPrice
  const stopLossPrice = changes.stopLossPrice ?? of.stopLossPrice
  const after: Triggered = { ...of, triggerPrice, takeProfitPrice, stopLossPrice }
  const moves = [changes.triggerPrice, changes.takeProfitPrice, changes.stopLossPrice].some(
    (to) => to !== null,
  )
  return [
    ...valueProblems({ side: of.side, cashAmount: null, ...changes }, context),
    ...(moves ? triggerMisfits(after, context) : []),
  ]
}
