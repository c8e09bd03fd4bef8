/** Open exposure: what positions and live orders can come to at their worst. Pure; every order counts at full size until the venue proves less. */

import { ZERO, absolute, add, maximum, multiply, subtract, type Decimal } from '../../base/decimal.ts'
import type { CustomerCode, Side, Symbol } from '../scalars.ts'

/** What is open on one side, still to fill. */
export interface OpenSide {
  /** Contracts of orders sized in contracts. */
  readonly amount: Decimal
  /** USDC of orders sized in cash. */
  readonly cash: Decimal
}

export const nothingOpen: OpenSide = { amount: ZERO, cash: ZERO }

/** Everything open of one customer in one instrument. */
export interface OpenPair {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  /** Contracts, above 0 long. */
  readonly position: Decimal
  /** False where trades are missing: the position is then what is known so far. */
  readonly certain: boolean
  /** USDC a contract is valued at; null while no price has ever been heard. */
  readonly price: Decimal | null
  readonly buy: OpenSide
  readonly sell: OpenSide
  /** Live orders whose size the venue did not say in a way that can be read: they may be of any size. */
  readonly unsized: number
}

/** The pair with one more order. */
export const withOpen = (of: OpenPair, side: Side, more: OpenSide): OpenPair => ({
  ...of,
  [side]: { amount: add(of[side].amount, more.amount), cash: add(of[side].cash, more.cash) },
})

/**
 * USDC of the position after every buy or after every sell filled, whichever is larger (RTS 6 article 15(2): all orders sent count at
 * once). Null where contracts are open and no price is known, or an order's size is not.
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
 * Whether an order of `amount` contracts can only make the position smaller, whatever of the orders that reduce it already fills first: then
 * it is a trade-out, and two of them cannot turn the position round.
 */
export function onlyReduces(of: OpenPair, side: Side, amount: Decimal): boolean {
  if (!of.certain || of.position === 0n || of.position > 0n !== (side === 'sell')) return false
  if (of[side].cash > 0n || of.unsized > 0) return false
  return add(of[side].amount, amount) <= absolute(of.position)
}
