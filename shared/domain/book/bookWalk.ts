/** Walks the far side of the book from the touch: the levels that a market order would fill against. Pure; exact. */

import {
  ZERO,
  add,
  decimal,
  divide,
  fromInteger,
  minimum,
  multiply,
  subtract,
  toText,
} from '../../base/decimal.ts'
import { z } from 'zod'
import type { DecimalText } from '../../base/decimal.ts'
import { HEADER, askAt, bidAt, type BookFrame } from './bookFrame.ts'
import { decimalText, type Side } from '../scalars.ts'

/** The size of the order: contracts, or USDC. */
export type WalkSize = { readonly amount: DecimalText } | { readonly cash: DecimalText }

/** Prices in USDC per contract; texts, because the walk crosses threads. */
export const bookWalk = z.strictObject({
  bestPrice: decimalText,
  averagePrice: decimalText,
  worstPrice: decimalText,
  /** Contracts that the known depth would fill. */
  filled: decimalText,
  /** Whether the known depth fills the whole order. */
  whole: z.boolean(),
})
export type BookWalk = z.infer<typeof bookWalk>

/** Walks a frame of single ticks (grouping 1); null where the side is empty. */
export function walkBook(frame: BookFrame, side: Side, size: WalkSize): BookWalk | null {
  const priceScale = frame[HEADER.priceScale] ?? 0
  const amountScale = frame[HEADER.amountScale] ?? 0
  const levels = frame[side === 'buy' ? HEADER.askCount : HEADER.bidCount] ?? 0
  const amount = 'amount' in size ? decimal(size.amount) : null
  const cash = 'cash' in size ? decimal(size.cash) : ZERO
  let filled = ZERO
  let quote = ZERO
  let worst = ZERO
  let best = ZERO
  let whole = false
  for (let n = 0; n < levels && !whole; n++) {
    const at = side === 'buy' ? askAt(frame, n) : bidAt(n)
    const price = fromInteger(frame[at] ?? 0, priceScale)
    const held = fromInteger(frame[at + 1] ?? 0, amountScale)
    if (n === 0) best = price
    worst = price
    const wanted = amount !== null ? subtract(amount, filled) : divide(subtract(cash, quote), price, 'down')
    const taken = minimum(wanted, held)
    filled = add(filled, taken)
    quote = add(quote, multiply(taken, price))
    whole = wanted <= held
  }
  if (filled === 0n) return null
  return {
    bestPrice: toText(best),
    averagePrice: toText(divide(quote, filled, side === 'buy' ? 'up' : 'down')),
    worstPrice: toText(worst),
    filled: toText(filled),
    whole,
  }
}
