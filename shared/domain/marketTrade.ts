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
