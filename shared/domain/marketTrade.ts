/** A market trade: one public print of the venue. One of our executions is a `Trade` (`shared/domain/trade.ts`), never this record. */

import { z } from 'zod'
import { decimalText, epochMs, side, symbol } from './scalars.ts'

export const marketTrade = z.strictObject({
  symbol,
  price: decimalText,
  amount: decimalText,
  /** The taker's side; null where the venue gives none. */
  side: side.nullable(),
  createdAt: epochMs,
  code: z.string().nullable(),
})
export type MarketTrade = z.infer<typeof marketTrade>

/** A market trade in time and sales. */
export const salesTrade = marketTrade.extend({
  /** Trades may be missing between the one before it and this one. */
  afterGap: z.boolean(),
})
export type SalesTrade = z.infer<typeof salesTrade>
