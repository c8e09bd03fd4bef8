/** By how much each customer's average price is worse than the average of all. Pure; compared without rounding. */

import { ZERO, add, decimalOf, multiplyDivide, type Decimal } from '../../base/decimal.ts'
import { signOfSide, type CustomerCode, type Side } from '../scalars.ts'

/** What one customer's order filled: contracts, and USDC for them. */
export interface CustomerFill {
  readonly customerCode: CustomerCode
  readonly filled: Decimal
  readonly quote: Decimal
}

/** Below 0: better than the average. */
export interface AgainstAverage {
  readonly bps: Decimal
  /** Null where the tick is not known. */
  readonly ticks: Decimal | null
  readonly isTickAway: boolean
}

const ONE = decimalOf(1)

/** `fills`: those with a fill. `tick`: USDC; null where it is not known. Null where there is no average. */
export function againstAverage(
  fills: readonly CustomerFill[],
  side: Side,
  tick: Decimal | null,
): ReadonlyMap<CustomerCode, AgainstAverage> | null {
  const amount = fills.reduce((sum, { filled }) => add(sum, filled), ZERO)
  const quote = fills.reduce((sum, fill) => add(sum, fill.quote), ZERO)
  if (amount <= ZERO || quote <= ZERO) return null
  const sign = BigInt(signOfSide(side))
  return new Map(
    fills.map((fill): [CustomerCode, AgainstAverage] => {
      // Own average minus the average of all, times both amounts.
      const worse = sign * (fill.quote * amount - quote * fill.filled)
      const bps = multiplyDivide(worse as Decimal, decimalOf(10_000), (fill.filled * quote) as Decimal)
      if (tick === null) return [fill.customerCode, { bps, ticks: null, isTickAway: false }]
      const ofTick = fill.filled * amount * tick
      const ticks = multiplyDivide(worse as Decimal, (ONE * ONE) as Decimal, ofTick as Decimal)
      return [fill.customerCode, { bps, ticks, isTickAway: (worse < 0n ? -worse : worse) * ONE > ofTick }]
    }),
  )
}
