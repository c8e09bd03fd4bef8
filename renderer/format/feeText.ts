/** A fee with the sign of its effect on the customer's balance: a cost has a minus, a rebate a plus. Pure. */

import { decimal, negate, type Decimal, type DecimalText } from '../../shared/base/decimal.ts'
import { UNKNOWN, signed } from './numbers.ts'

/** `fee` with the sign of the venue: above 0 the customer pays. `-6.20` for a cost, `+0.31` for a rebate. */
export const feeText = (fee: Decimal | null, places: number): string =>
  fee === null ? UNKNOWN : signed(negate(fee), places)

/** What a fee adds to the customer's balance; null: unknown. */
export const feeEffect = (fee: DecimalText | null): Decimal | null =>
  fee === null ? null : negate(decimal(fee))

export const feeTextOf = (fee: DecimalText | null, places: number): string =>
  feeText(fee === null ? null : decimal(fee), places)
