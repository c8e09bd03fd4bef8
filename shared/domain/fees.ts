/** Fees in basis points: 2 means 0.02 %, a leading minus is a rebate (API document part 2, Fee profile). */

import { z } from 'zod'
import { decimal, divide, multiply, type Decimal } from '../base/decimal.ts'
import { decimalText, symbol } from './text.ts'

export const feeProfileItem = z.strictObject({
  symbol,
  makerFee: decimalText.nullable(),
  takerFee: decimalText.nullable(),
})
export type FeeProfileItem = z.infer<typeof feeProfileItem>

/** USDC due on a quote amount at a fee in bps; below 0 is a rebate. */
export const feeOf = (quote: Decimal, bps: Decimal): Decimal => divide(multiply(quote, bps), decimal('10000'))
