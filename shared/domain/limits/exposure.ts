/** Open exposure: the worst case of positions and live orders. Pure. Every order counts at full size until the venue proves less. */

import { ZERO, absolute, add, maximum, multiply, subtract, type Decimal } from '../../base/decimal.ts'
import type { CustomerCode, Side, Symbol } from '../scalars.ts'
import { appliesTo, scopeKey, type LimitScope } from './limits.ts'
import { once } from './once.ts'

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

/** USDC of all pairs of a scope; null where one of them has no known exposure. */
export type ExposureOf = (scope: LimitScope) => Decimal | null

interface ExposureSum {
  readonly sum: Decimal
  /** Pairs without a known exposure. */
  readonly unknown: number
}

function exposureSums(pairs: readonly OpenPair[]): (scope: LimitScope) => ExposureSum {
  const valued = pairs.map((pair) => ({ pair, open: openExposure(pair) }))
  return (scope) => {
    let [sum, unknown] = [ZERO, 0]
    for (const { pair, open } of valued) {
      if (!appliesTo(scope, pair.customerCode, pair.symbol)) continue
      if (open === null) unknown++
      else sum = add(sum, open)
    }
    return { sum, unknown }
  }
}

/** Each pair is valued once. */
export function exposureOf(pairs: readonly OpenPair[]): ExposureOf {
  const sums = exposureSums(pairs)
  return (scope) => {
    const { sum, unknown } = sums(scope)
    return unknown > 0 ? null : sum
  }
}

/** The exposure of the pairs of all customers but one. The sum of all is made once for each scope, so that many orders cost little more than one. */
export function exposureBeside(pairs: readonly OpenPair[]): (customer: CustomerCode) => ExposureOf {
  const ofAll = once(() => exposureSums(pairs))
  const totals = new Map<string, ExposureSum>()
  const totalOf = (scope: LimitScope): ExposureSum => {
    const key = scopeKey(scope)
    const total = totals.get(key) ?? ofAll()(scope)
    totals.set(key, total)
    return total
  }
  const byCustomer = once(() => Map.groupBy(pairs, ({ customerCode }) => customerCode))
  return (customer) => {
    const own = once(() => exposureSums(byCustomer().get(customer) ?? []))
    return (scope) => {
      if (scope.customerCode === customer) return ZERO
      const [all, less] = [totalOf(scope), own()(scope)]
      return all.unknown > less.unknown ? null : subtract(all.sum, less.sum)
    }
  }
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
