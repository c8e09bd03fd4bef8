/** Open exposure: the worst case of positions and live orders. Pure. Every order counts at full size until the venue proves less. */

import { ZERO, absolute, add, maximum, multiply, subtract, type Decimal } from '../../base/decimal.ts'
import type { CustomerCode, Side, Symbol } from '../scalars.ts'

/** The size still to fill on one side. */
export interface OpenSide {
  /** Contracts of orders sized in contracts. */
  readonly amount: Decimal
  /** USDC of orders sized in cash. */
  readonly cash: Decimal
}

export const nothingOpen: OpenSide = { amount: ZERO, cash: ZERO }

/** One customer's position and open orders in one instrument. */
export interface OpenPair {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  /** Contracts, above 0 long. */
  readonly position: Decimal
  /** False where trades are missing; `position` is then the sum of the known trades. */
  readonly certain: boolean
  /** Valuation of a contract in USDC; null while no price was ever received. */
  readonly price: Decimal | null
  readonly buy: OpenSide
  readonly sell: OpenSide
  /** Live orders whose size could not be read from the venue. They may have any size. */
  readonly unsized: number
}

/** The pair with one more order. */
export const withOpen = (pair: OpenPair, side: Side, more: OpenSide): OpenPair => ({
  ...pair,
  [side]: { amount: add(pair[side].amount, more.amount), cash: add(pair[side].cash, more.cash) },
})

/**
 * USDC of the position after every buy or every sell filled, whichever is larger (RTS 6 article 15(2): all orders sent count at once). Null where
 * contracts are open without a known price, or an order's size is not known.
 */
export function openExposure({ position, price, buy, sell, unsized }: OpenPair): Decimal | null {
  if (unsized > 0) return null
  const longest = add(position, buy.amount)
  const shortest = subtract(position, sell.amount)
  if (buy.cash === 0n && sell.cash === 0n) {
    const most = maximum(absolute(longest), absolute(shortest))
    return most === 0n ? ZERO : price === null ? null : multiply(most, price, 'up')
  }
  if (price === null) return longest === 0n && shortest === 0n ? maximum(buy.cash, sell.cash) : null
  const long = add(multiply(longest, price, 'ceil'), buy.cash)
  const short = subtract(multiply(shortest, price, 'floor'), sell.cash)
  return maximum(absolute(long), absolute(short))
}

/**
 * Whether an order of `amount` contracts can only make the position smaller, in whatever order it and the other reducing orders fill. Then it
 * is a trade-out, and two trade-outs cannot reverse the position.
 */
export function onlyReduces(pair: OpenPair, side: Side, amount: Decimal): boolean {
  if (!pair.certain || pair.position === 0n || pair.position > 0n !== (side === 'sell')) return false
  if (pair[side].cash > 0n || pair.unsized > 0) return false
  return add(pair[side].amount, amount) <= absolute(pair.position)
}
