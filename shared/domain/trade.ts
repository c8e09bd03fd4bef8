/** A trade: one of our executions. A public print is a `MarketTrade` (`shared/domain/marketTrade.ts`), never this record. */

import { z } from 'zod'
import { decimal, multiply, toText, type DecimalText } from '../base/decimal.ts'
import { customerCode, decimalText, epochMs, referenceId, side, symbol } from './scalars.ts'

export const trade = z.strictObject({
  code: z.string(),
  customerCode,
  /** `trade`, or a forced fill: `liquidation`, `auto_deleveraging`; unknown words pass unchanged. */
  type: z.string(),
  symbol,
  /** Null on forced fills and where the venue gives none. */
  referenceId: referenceId.nullable(),
  side: side.nullable(),
  price: decimalText.nullable(),
  amount: decimalText.nullable(),
  quote: decimalText.nullable(),
  /** USDC; above 0 is paid, below 0 a rebate. */
  fee: decimalText.nullable(),
  realisedPnl: decimalText.nullable(),
  liquidity: z.string().nullable(),
  createdAt: epochMs.nullable(),
})
export type Trade = z.infer<typeof trade>

/** USDC value of a trade: `quote`, else price × amount (docs/api.md#gap.14); null when neither is known. */
export function tradeQuote({ quote, price, amount }: Trade): DecimalText | null {
  if (quote !== null) return quote
  return price !== null && amount !== null ? toText(multiply(decimal(price), decimal(amount))) : null
}

/** Oldest first. Within one millisecond by code, so that the order of arrival does not matter. */
export function compareTrades(a: Trade, b: Trade): number {
  const at = a.createdAt ?? Number.MAX_SAFE_INTEGER
  const bt = b.createdAt ?? Number.MAX_SAFE_INTEGER
  if (at !== bt) return at - bt
  if (a.code.length !== b.code.length) return a.code.length - b.code.length
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0
}
