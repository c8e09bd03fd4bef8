/** The price at which closing a position leaves the account exactly 0. Pure. */

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
import { valueOf, type Held } from '../../../../shared/domain/accounts/accountFigures.ts'
import { feeOf } from '../../../../shared/domain/accounts/fees.ts'
import type { ExchangeInstrument } from '../../exchange/exchange.ts'
import { ticksOf } from '../../bookkeeping/ticksAndLots.ts'

const ONE = decimalOf(1)

/**
 * The bankruptcy price in ticks: closing all of `held` (not flat) there brings `equity` (USDC, at the mark) to 0, after `fee` bps.
 * Rounded in favor of the account, to at least one tick. With an equity below 0 the price lies beyond the mark.
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
