/** Fees in basis points: 2 means 0.02 %, a leading minus is a rebate (docs/api.md#fee-profile). */

import { z } from 'zod'
import { decimal, divide, multiply, type Decimal, type DecimalText } from '../../base/decimal.ts'
import { customerCode, decimalText, symbol } from '../scalars.ts'

export const feeProfileItem = z.strictObject({
  symbol,
  makerFee: decimalText.nullable(),
  takerFee: decimalText.nullable(),
})
export type FeeProfileItem = z.infer<typeof feeProfileItem>

/** The known fees of one customer, the same for every window. */
export const customerFees = z.strictObject({
  customerCode,
  /** As last read; null from the start of a write until the fees are read again. */
  items: z.array(feeProfileItem).nullable(),
  /** Writes begun in this run. A newer write makes the answer to an older write void. */
  writes: z.number().int(),
})
export type CustomerFees = z.infer<typeof customerFees>

const isSameFee = (a: FeeProfileItem['makerFee'], b: FeeProfileItem['makerFee']): boolean =>
  a === null || b === null ? a === b : decimal(a) === decimal(b)

/** The first present fee that differs from the reviewed fees; null: none does. A delisted instrument has no fees. */
export function changedSince(
  reviewed: readonly FeeProfileItem[],
  now: readonly FeeProfileItem[],
): FeeProfileItem | null {
  for (const before of reviewed) {
    const item = now.find(({ symbol: of }) => of === before.symbol) ?? {
      symbol: before.symbol,
      makerFee: null,
      takerFee: null,
    }
    if (!isSameFee(item.makerFee, before.makerFee) || !isSameFee(item.takerFee, before.takerFee)) return item
  }
  return null
}

/** USDC due on a quote amount at a fee in bps; below 0 is a rebate. */
export const feeOf = (quote: Decimal, bps: Decimal): Decimal => divide(multiply(quote, bps), decimal('10000'))

/** Both fees to write, for one instrument or for every one (null). */
export interface FeesToWrite {
  readonly symbol: FeeProfileItem['symbol'] | null
  readonly makerFee: DecimalText
  readonly takerFee: DecimalText
}

/** Whether the profile shows these fees, for the instrument or for every one. */
export function showsFees(
  profile: readonly FeeProfileItem[],
  { symbol: written, makerFee, takerFee }: FeesToWrite,
): boolean {
  const meant = written === null ? profile : profile.filter((item) => item.symbol === written)
  return (
    meant.length > 0 &&
    meant.every((item) => isSameFee(item.makerFee, makerFee) && isSameFee(item.takerFee, takerFee))
  )
}
