/** The price at which closing a position leaves nothing of an account. Pure. */

import {
  add,
  decimal,
  decimalOf,
  divide,
  multiply,
  negate,
  roundToStep,
  signOf,
  subtract,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import { feeOf } from '../../../../shared/domain/accounts/fees.ts'
import type { ExchangeInstrument } from '../../exchange/exchange.ts'
import { valueOf, type Held } from './margin.ts'
import { ticksOf } from '../../bookkeeping/sizing.ts'

const ONE = decimalOf(1)

/**
 * Ticks of the price at which closing all of `held` (not flat) brings `equity` (USDC, at the mark) to 0 after a fee of `fee` bps,
 * rounded to the account's good; at least one tick. With an equity below 0 it lies beyond the mark: the other side bears the loss.
 */
export function bankruptcyTicks(
  instrument: ExchangeInstrument,
  equity: Decimal,
  held: Held,
  fee: Decimal,
): number {
  const long = signOf(held.size) > 0
  const share = feeOf(ONE, fee)
  const kept = add(ONE, long ? negate(share) : share)
  const price = divide(subtract(valueOf(held), equity), multiply(held.size, kept))
  const tick = decimal(instrument.tickSize)
  const ticks = ticksOf(instrument, roundToStep(price, tick, long ? 'ceil' : 'floor'))
  return Math.max(1, ticks ?? Number.MAX_SAFE_INTEGER)
}
