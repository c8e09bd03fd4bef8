/**
 * One customer's account in plain whole numbers: no rounding, and none of the product's arithmetic beyond reading a decimal. Knows fills, fees,
 * rates and marks; never reads a figure that the broker computed.
 */

import { SCALE, decimal } from '../../../../shared/base/decimal.ts'

const ONE = 10n ** BigInt(SCALE)

/** Units of 10^-18. */
export type Units = bigint

export const units = (text: string): Units => decimal(text)
export const magnitude = (value: Units): Units => (value < 0n ? -value : value)

/** `a` × `b` ÷ `by`. Throws where a digit would be lost. */
export function exactly(a: Units, b: Units, by = ONE): Units {
  if ((a * b) % by !== 0n) throw new Error(`${a} × ${b} ÷ ${by} has more than ${SCALE} digits`)
  return (a * b) / by
}

/** Percent of a value. */
const percentOf = (value: Units, percent: Units): Units => exactly(value, percent, 100n * ONE)

/** Initial margin in percent by leverage: 100 ÷ leverage, up to a whole percent (docs/api.md#gap.20). */
const MARGIN_OF_LEVERAGE: Readonly<Record<number, number>> = {
  1: 100,
  2: 50,
  3: 34,
  4: 25,
  5: 20,
  6: 17,
  7: 15,
  8: 13,
  9: 12,
  10: 10,
  12: 9,
  13: 8,
}
export const LEVERAGES: readonly number[] = Object.keys(MARGIN_OF_LEVERAGE).map(Number)

/** A fraction. */
interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

interface Holding {
  size: Units
  /** USDC paid for all fills, signed: above 0 was paid. */
  quotes: Units
  /** Units of USDC paid for the open size since its last settlement, by average cost. */
  cost: Fraction
  fills: number
}

/** Percent of an instrument, as its venue lists them. */
export interface ListedMargins {
  readonly initialMargin: string
  readonly maintenanceMargin: string
}

/** USDC of orders that rest in one instrument, at their limits. */
export interface Resting {
  readonly buys: Units
  readonly sells: Units
}

export class ExactAccount {
  transfers: Units = 0n
  funding: Units = 0n
  fees: Units = 0n
  private readonly holdings = new Map<string, Holding>()
  private readonly leverages = new Map<string, number>()

  size(symbol: string): Units {
    return this.holdings.get(symbol)?.size ?? 0n
  }

  /** Instruments with an open position. */
  open(): readonly string[] {
    return [...this.holdings].filter(([, { size }]) => size !== 0n).map(([symbol]) => symbol)
  }

  setLeverage(symbol: string, leverage: number): void {
    this.leverages.set(symbol, leverage)
  }

  /** `bps`: the fee of the fill. */
  fill(symbol: string, side: 'buy' | 'sell', price: Units, amount: Units, bps: Units): void {
    const held = this.holdings.get(symbol) ?? {
      size: 0n,
      quotes: 0n,
      cost: { top: 0n, bottom: 1n },
      fills: 0,
    }
    this.holdings.set(symbol, held)
    const sign = side === 'buy' ? 1n : -1n
    const quote = exactly(price, amount)
    this.fees += exactly(quote, bps, 10_000n * ONE)
    held.fills++
    held.quotes += sign * quote
    const before = held.size
    held.size += sign * amount
    if (before * sign >= 0n)
      held.cost = { ...held.cost, top: held.cost.top + sign * quote * held.cost.bottom }
    // What is left of the position keeps its share of the cost; what lies beyond 0 costs the price of this fill.
    else if (before * held.size >= 0n)
      held.cost = { top: held.cost.top * held.size, bottom: held.cost.bottom * before }
    else held.cost = { top: exactly(price, held.size), bottom: 1n }
  }

  /** Funding at `rate` (a fraction of the notional): longs pay while it is above 0. */
  payFunding(symbol: string, mark: Units, rate: Units): void {
    this.funding -= exactly(exactly(this.size(symbol), mark), rate)
  }

  /** A settlement turns open profit into cash, so that the position costs what it is worth. */
  settle(symbol: string, mark: Units): void {
    const held = this.holdings.get(symbol)
    if (held) held.cost = { top: exactly(held.size, mark), bottom: 1n }
  }

  /** Cash that is left once every position is closed at its mark. */
  equity(markOf: (symbol: string) => Units): Units {
    let equity = this.transfers + this.funding - this.fees
    for (const [symbol, { size, quotes }] of this.holdings) equity += exactly(size, markOf(symbol)) - quotes
    return equity
  }

  /** How far a realised PnL with its settlements is from the average cost, in 10^-18 USDC rounded up, and how many fills may each be half of that away. */
  realisedError(symbol: string, realised: Units): { readonly error: Units; readonly fills: number } {
    const held = this.holdings.get(symbol)
    if (!held) return { error: magnitude(realised), fills: 0 }
    const { top, bottom } = held.cost
    const off = magnitude((realised + held.quotes) * bottom - top)
    const by = magnitude(bottom)
    return { error: (off + by - 1n) / by, fills: held.fills }
  }

  /** The greatest of the position, the position with all buys, and the position with all sells, at the margin in force (docs/money.md#account-figures). */
  marginUsed(
    symbols: ReadonlyMap<string, ListedMargins>,
    markOf: (symbol: string) => Units,
    restingOf: (symbol: string) => Resting,
  ): Units {
    let used = 0n
    for (const [symbol, { initialMargin }] of symbols) {
      const value = exactly(this.size(symbol), markOf(symbol))
      const { buys, sells } = restingOf(symbol)
      const worst = [value, value + buys, value - sells].map(magnitude).reduce((a, b) => (a > b ? a : b))
      const leverage = this.leverages.get(symbol)
      const chosen = leverage === undefined ? 0n : BigInt(MARGIN_OF_LEVERAGE[leverage] ?? 0) * ONE
      const listed = units(initialMargin)
      used += percentOf(worst, chosen > listed ? chosen : listed)
    }
    return used
  }

  maintenance(symbols: ReadonlyMap<string, ListedMargins>, markOf: (symbol: string) => Units): Units {
    let sum = 0n
    for (const [symbol, { maintenanceMargin }] of symbols)
      sum += percentOf(magnitude(exactly(this.size(symbol), markOf(symbol))), units(maintenanceMargin))
    return sum
  }
}
