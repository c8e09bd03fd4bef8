/** The prices of a bracket, and what is wrong with them for its entry. One check for fields, command line and core. Pure. */

import { z } from 'zod'
import { compare, decimal, maximum, minimum, type Decimal } from '../../base/decimal.ts'
import { decimalText, type Side } from '../scalars.ts'

/** At least one is set; null: the bracket has no such leg. */
export const bracketPrices = z
  .strictObject({ takeProfitPrice: decimalText.nullable(), stopLossPrice: decimalText.nullable() })
  .refine(({ takeProfitPrice, stopLossPrice }) => takeProfitPrice !== null || stopLossPrice !== null, {
    error: 'a bracket needs a take profit, a stop loss or both',
  })
export type BracketPrices = z.infer<typeof bracketPrices>

/** The entry of a bracket, as far as its prices depend on it. */
export interface BracketEntry {
  readonly side: Side
  readonly type: string
  readonly limitPrice: string | null
  readonly triggerPrice: string | null
}

export interface BracketProblem {
  readonly field: keyof BracketPrices
  readonly sentence: string
}

const NAMES: Readonly<Record<keyof BracketPrices, string>> = {
  takeProfitPrice: 'take profit',
  stopLossPrice: 'stop loss',
}

/** What the legs of a bracket are called: `take profit and stop loss`, or one of them. */
export const bracketWords = ({ takeProfitPrice, stopLossPrice }: BracketPrices): string =>
  [takeProfitPrice !== null && NAMES.takeProfitPrice, stopLossPrice !== null && NAMES.stopLossPrice]
    .filter((word) => word !== false)
    .join(' and ')

/** The price near which the entry fills: its trigger, its limit or a better market, else the market. Null where none is known. */
export function priceOfEntry(entry: Omit<BracketEntry, 'type'>, market: Decimal | null): Decimal | null {
  if (entry.triggerPrice !== null) return decimal(entry.triggerPrice)
  if (entry.limitPrice === null) return market
  const limit = decimal(entry.limitPrice)
  if (market === null) return limit
  return entry.side === 'buy' ? minimum(limit, market) : maximum(limit, market)
}

/**
 * What is wrong with the prices of a bracket. The take profit of a BUY lies above its entry and the stop loss below; of a SELL the other way
 * round. `market`: the price at which a market entry fills; null: not known, then only the two prices are compared. `write` formats a price.
 */
export function bracketProblems(
  entry: BracketEntry,
  prices: BracketPrices,
  market: Decimal | null,
  write: (price: Decimal) => string,
): BracketProblem[] {
  if (entry.type === 'take_profit_stop_loss')
    return [{ field: 'takeProfitPrice', sentence: 'A combo closes a position itself, so it has no bracket.' }]
  const named = (['takeProfitPrice', 'stopLossPrice'] as const).flatMap((field) => {
    const text = prices[field]
    return text === null ? [] : [{ field, price: decimal(text), name: NAMES[field] }]
  })
  const unusable = named.find(({ price }) => price <= 0n)
  if (unusable)
    return [{ field: unusable.field, sentence: `The ${unusable.name} of the bracket must be above 0.` }]
  const isBuy = entry.side === 'buy'
  const act = entry.side.toUpperCase()
  const reference = priceOfEntry(entry, market)
  const problems: BracketProblem[] = []
  for (const { field, price, name } of named) {
    if (reference === null) continue
    const isAbove = (field === 'takeProfitPrice') === isBuy
    if (compare(price, reference) === (isAbove ? 1 : -1)) continue
    problems.push({
      field,
      sentence: `The ${name} of a ${act} at ${write(reference)} must be ${isAbove ? 'above' : 'below'} that price: ${write(price)} would close the position at once.`,
    })
  }
  const [profit, stop] = [prices.takeProfitPrice, prices.stopLossPrice]
  if (problems.length === 0 && profit !== null && stop !== null)
    if (compare(decimal(profit), decimal(stop)) !== (isBuy ? 1 : -1))
      problems.push({
        field: 'takeProfitPrice',
        sentence: `The take profit of a ${act} must be ${isBuy ? 'above' : 'below'} its stop loss. Swap the two prices, or change the side.`,
      })
  return problems
}
