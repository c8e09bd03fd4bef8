/** Walks the far side of the book from the touch: the levels that a market order would fill against. Pure; exact. */

import {
  ZERO,
  add,
  decimal,
  divide,
  fromInteger,
  minimum,
  multiply,
  roundToStep,
  subtract,
  toText,
  zeroText,
  type Decimal,
  type DecimalText,
} from '../../base/decimal.ts'
import { z } from 'zod'
import { HEADER, askAt, bidAt, type BookFrame } from './bookFrame.ts'
import { decimalText, type Side } from '../scalars.ts'

/**
 * The size of the order, in contracts or in USDC, and the worst price that it takes; no limit: any price. With a `lot`, cash takes whole lots
 * only.
 */
export const walkSize = z.union([
  z.strictObject({ amount: decimalText, limit: decimalText.optional() }),
  z.strictObject({ cash: decimalText, lot: decimalText.optional(), limit: decimalText.optional() }),
])
export type WalkSize = z.infer<typeof walkSize>

/**
 * Prices in USDC per contract; texts, because the walk crosses threads. Where nothing is filled, every price is the limit of the order, else the
 * best price.
 */
export const bookWalk = z.strictObject({
  bestPrice: decimalText,
  averagePrice: decimalText,
  worstPrice: decimalText,
  /** Contracts that the known depth would fill. */
  filled: decimalText,
  /** USDC that they cost: the exact sum of price × contracts, level by level. */
  quote: decimalText,
  /** Whether the known depth, up to the limit, fills the whole order. */
  whole: z.boolean(),
  /** Whether the known levels end before the order is whole and before its limit: levels that are not known may fill more. */
  ranOut: z.boolean(),
})
export type BookWalk = z.infer<typeof bookWalk>

const nothingAt = (price: DecimalText, ranOut: boolean): BookWalk => ({
  bestPrice: price,
  averagePrice: price,
  worstPrice: price,
  filled: zeroText,
  quote: zeroText,
  whole: false,
  ranOut,
})

/** Contracts that USDC buy at a price. */
const bought = (cash: Decimal, price: Decimal, lot: Decimal | null): Decimal => {
  const contracts = divide(cash, price, 'down')
  return lot === null ? contracts : roundToStep(contracts, lot, 'floor')
}

/** Walks a frame of single ticks (grouping 1); null where the side is empty and the order has no limit. */
export function walkBook(frame: BookFrame, side: Side, size: WalkSize): BookWalk | null {
  const priceScale = frame[HEADER.priceScale] ?? 0
  const amountScale = frame[HEADER.amountScale] ?? 0
  const levels = frame[side === 'buy' ? HEADER.askCount : HEADER.bidCount] ?? 0
  const amount = 'amount' in size ? decimal(size.amount) : null
  const cash = 'cash' in size ? decimal(size.cash) : ZERO
  const lot = 'lot' in size && size.lot !== undefined ? decimal(size.lot) : null
  const limit = size.limit === undefined ? null : decimal(size.limit)
  let filled = ZERO
  let quote = ZERO
  let worst = ZERO
  let best = ZERO
  let whole = false
  let meetsLimit = false
  for (let n = 0; n < levels && !whole; n++) {
    const at = side === 'buy' ? askAt(frame, n) : bidAt(n)
    const price = fromInteger(frame[at] ?? 0, priceScale)
    const held = fromInteger(frame[at + 1] ?? 0, amountScale)
    meetsLimit = limit !== null && (side === 'buy' ? price >= limit : price <= limit)
    if (meetsLimit && price !== limit) break
    if (n === 0) best = price
    worst = price
    const wanted = amount !== null ? subtract(amount, filled) : bought(subtract(cash, quote), price, lot)
    const taken = minimum(wanted, held)
    filled = add(filled, taken)
    quote = add(quote, multiply(taken, price))
    // Cash that buys exactly this level may buy a lot at the lower price of the next one.
    whole = lot === null ? wanted <= held : wanted < held
  }
  const ranOut = !whole && !meetsLimit
  if (filled === 0n) {
    const price = size.limit ?? (best === ZERO ? null : toText(best))
    return price === null ? null : nothingAt(price, ranOut)
  }
  return {
    bestPrice: toText(best),
    averagePrice: toText(divide(quote, filled, side === 'buy' ? 'up' : 'down')),
    worstPrice: toText(worst),
    filled: toText(filled),
    quote: toText(quote),
    whole,
    ranOut,
  }
}
