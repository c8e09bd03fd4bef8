/** Converts between the API's decimals and the exchange's ticks and lots. Pure; rounds only when it turns cash into lots. */

import {
  ZERO,
  add,
  decimal,
  decimalOf,
  isMultiple,
  minimum,
  multiply,
  subtract,
  type Decimal,
} from '../../../shared/base/decimal.ts'
import type { ExchangeInstrument, Level } from '../exchange/exchange.ts'

export const priceOfTicks = (instrument: ExchangeInstrument, ticks: number): Decimal =>
  multiply(decimal(instrument.tickSize), decimalOf(ticks))

export const amountOfLots = (instrument: ExchangeInstrument, lots: number): Decimal =>
  multiply(decimal(instrument.lotSize), decimalOf(lots))

export const quoteOf = (instrument: ExchangeInstrument, ticks: number, lots: number): Decimal =>
  multiply(priceOfTicks(instrument, ticks), amountOfLots(instrument, lots))

/** Number of whole steps in `value`; null when `value` is no multiple of `step`, or the number is not a safe integer. */
function stepsIn(value: Decimal, step: Decimal): number | null {
  if (!isMultiple(value, step)) return null
  const steps = Number(value / step)
  return Number.isSafeInteger(steps) ? steps : null
}

/** Null when the price does not lie on a tick. */
export const ticksOf = (instrument: ExchangeInstrument, price: Decimal): number | null =>
  stepsIn(price, decimal(instrument.tickSize))

/** Null when the amount is no whole number of lots. */
export const lotsOf = (instrument: ExchangeInstrument, amount: Decimal): number | null =>
  stepsIn(amount, decimal(instrument.lotSize))

/** USDC that `lots` would cost against `levels` (best first). Lots beyond the book cost the price of the last level. Null on an empty book. */
export function quoteAgainst(
  instrument: ExchangeInstrument,
  levels: readonly Level[],
  lots: number,
): Decimal | null {
  const last = levels.at(-1)
  if (!last) return null
  let left = lots
  let quote = ZERO
  for (const [ticks, available] of levels) {
    const taken = Math.min(left, available)
    quote = add(quote, quoteOf(instrument, ticks, taken))
    left -= taken
    if (left === 0) return quote
  }
  return add(quote, quoteOf(instrument, last[0], left))
}

/**
 * The most whole lots with a notional within `cash` (USDC), bought against `levels` (best first) up to `limitTicks`.
 * Cash that is left then buys at the limit price; without a limit only the book counts.
 */
export function lotsForCash(
  instrument: ExchangeInstrument,
  levels: readonly Level[],
  cash: Decimal,
  limit: { readonly ticks: number; readonly side: 'buy' | 'sell' } | null,
): number {
  const within = (ticks: number) =>
    limit === null || (limit.side === 'buy' ? ticks <= limit.ticks : ticks >= limit.ticks)
  let left = cash
  let lots = 0n
  const take = (ticks: number, available: bigint | null): boolean => {
    const affordable = left / quoteOf(instrument, ticks, 1)
    const taken = available === null ? affordable : minimum(affordable as Decimal, available as Decimal)
    lots += taken
    left = subtract(left, (quoteOf(instrument, ticks, 1) * taken) as Decimal)
    return taken === available
  }
  for (const [ticks, available] of levels) {
    if (!within(ticks)) break
    if (!take(ticks, BigInt(available))) return Number(lots)
  }
  if (limit !== null) take(limit.ticks, null)
  return Number(lots)
}
