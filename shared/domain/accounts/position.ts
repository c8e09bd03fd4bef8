/** Positions derived from trades, because the API gives none (docs/api.md#gap.19). Pure folds; every sum is exact. */

import { z } from 'zod'
import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  divide,
  multiply,
  multiplyDivide,
  negate,
  signOf,
  subtract,
  toText,
  type Decimal,
} from '../../base/decimal.ts'
import {
  customerCode,
  decimalText,
  epochMs,
  signOfSide,
  symbol,
  type CustomerCode,
  type Symbol,
} from '../scalars.ts'
import { tradeQuote, type Trade } from '../trade.ts'

/** Why trades are missing that may belong to a position, and since when. */
const missingTrades = z.strictObject({
  /** When the first missing trade was noticed, ms. */
  since: epochMs,
  /** A clause without a full stop. */
  why: z.string(),
})
export type MissingTrades = z.infer<typeof missingTrades>

export const position = z.strictObject({
  customerCode,
  symbol,
  /** Contracts, above 0 long, below 0 short. */
  size: decimalText,
  /** USDC paid for the open size, with its sign: entry × size. Exact; `averageEntry` is rounded for display. */
  cost: decimalText,
  /**
   * USDC: signed quotes of all trades and their realised PnL, in one sum. With the settlement rows of the instrument it is the cost that no
   * settlement has turned into cash, from which the unrealised part of the equity counts (docs/money.md#settlement).
   */
  cashCost: decimalText,
  /** USDC per contract, rounded to 18 digits; null when flat. */
  averageEntry: decimalText.nullable(),
  /** USDC since the first known trade, before fees. */
  realisedPnl: decimalText,
  /** USDC since the first known trade; above 0 is paid. */
  fees: decimalText,
  tradeCount: z.number().int(),
  /** False while the history may not begin flat, or a trade lacked side, price or amount. Shown as unknown. */
  complete: z.boolean(),
  /** Set while trades of the customer are missing, so that every figure may be wrong. Null while none is missing. */
  unsure: missingTrades.nullable(),
  lastTradeAt: epochMs.nullable(),
})
export type Position = z.infer<typeof position>

/** The key of a position, and of every other record per customer and instrument. */
export const positionKey = (customer: CustomerCode, instrument: Symbol): string => `${customer} ${instrument}`

export const flatPosition = (customer: CustomerCode, instrument: Symbol): Position => ({
  customerCode: customer,
  symbol: instrument,
  size: toText(ZERO),
  cost: toText(ZERO),
  cashCost: toText(ZERO),
  averageEntry: null,
  realisedPnl: toText(ZERO),
  fees: toText(ZERO),
  tradeCount: 0,
  complete: true,
  unsure: null,
  lastTradeAt: null,
})

/** `not sure since 14:03:22 UTC: one trade cannot be read`, a clause without a full stop. */
export const unsureWords = ({ since, why }: MissingTrades): string =>
  `not sure since ${new Date(since).toISOString().slice(11, 19)} UTC: ${why}`

/** The two exact sums that a position is made of. */
export interface Holding {
  readonly size: Decimal
  readonly cost: Decimal
}

/**
 * Applies one fill to a holding. Returns the next holding, and the PnL that the fill realised before fees. The closed part takes its share of the
 * cost, rounded once at the 18th digit. The share is subtracted from the cost, so that cash flows, cost and realised PnL add up to the last digit.
 * `amount` is signed (+ buy), `quote` is amount × price with the same sign.
 */
export function applyFill(
  held: Holding,
  amount: Decimal,
  quote: Decimal,
): { next: Holding; realised: Decimal } {
  if (signOf(held.size) * signOf(amount) >= 0)
    return { next: { size: add(held.size, amount), cost: add(held.cost, quote) }, realised: ZERO }
  const closing = compare(absolute(amount), absolute(held.size)) > 0 ? negate(held.size) : amount
  const closedCost = multiplyDivide(held.cost, absolute(closing), absolute(held.size))
  const closingQuote = multiplyDivide(quote, closing, amount)
  const realised = negate(add(closingQuote, closedCost))
  return {
    next: {
      size: add(held.size, amount),
      cost: add(subtract(held.cost, closedCost), subtract(quote, closingQuote)),
    },
    realised,
  }
}

/** Folds one trade into its position. A trade without side, amount or price leaves the size and marks it incomplete. */
export function applyTrade(known: Position, fill: Trade): Position {
  const value = tradeQuote(fill)
  const counted = {
    ...known,
    tradeCount: known.tradeCount + 1,
    fees: toText(add(decimal(known.fees), decimal(fill.fee ?? '0'))),
    lastTradeAt: fill.createdAt ?? known.lastTradeAt,
  }
  if (fill.side === null || fill.amount === null || value === null) return { ...counted, complete: false }
  const sign = signOfSide(fill.side)
  const amount = sign > 0 ? decimal(fill.amount) : negate(decimal(fill.amount))
  const quote = sign > 0 ? decimal(value) : negate(decimal(value))
  const { next, realised } = applyFill(
    { size: decimal(known.size), cost: decimal(known.cost) },
    amount,
    quote,
  )
  const gained = fill.realisedPnl === null ? realised : decimal(fill.realisedPnl)
  return {
    ...counted,
    size: toText(next.size),
    cost: toText(next.cost),
    cashCost: toText(add(decimal(known.cashCost), add(quote, gained))),
    averageEntry: next.size === 0n ? null : toText(divide(next.cost, next.size)),
    realisedPnl: toText(add(decimal(known.realisedPnl), gained)),
  }
}

/** USDC that closing the position at `mark` would realise, before fees: size × mark − cost. */
export const unrealisedPnl = ({ size, cost }: Position, mark: Decimal): Decimal =>
  subtract(multiply(decimal(size), mark), decimal(cost))
