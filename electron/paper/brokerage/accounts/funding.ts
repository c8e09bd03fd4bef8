/** Funding: at an instrument's funding time its longs pay its shorts, or the reverse. Posts cash only, never a position. */

import type { EpochMs, Stop } from '../../../../shared/base/clock.ts'
import { decimal, multiply, negate, signOf, toText, zeroText } from '../../../../shared/base/decimal.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { ExchangeInstrument } from '../../exchange/exchange.ts'
import { markPrice } from './accountFunds.ts'
import { bookCash } from './accountPostings.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { COLLATERAL_ASSET } from '../../bookkeeping/posting.ts'
import { atEach } from './schedule.ts'

/**
 * Pays the funding of one instrument that was due at `due`. Each open position receives −size × mark × rate:
 * longs pay while the rate is above 0. The code of the movement (instrument, time, customer) prevents a second payment, also after a restart.
 * Pays nothing while the exchange has no rate or no price.
 */
export function payFunding(context: BrokerContext, instrument: ExchangeInstrument, due: EpochMs): void {
  const { symbol } = instrument
  const { accounts, movements } = context.store
  const rate = context.exchange.prices(symbol).fundingRate
  const mark = markPrice(context, instrument)
  if (rate === null || mark === null) return
  const pay = (customerCode: CustomerCode) => {
    const size = decimal(accounts.position(customerCode, symbol)?.size ?? zeroText)
    const amount = negate(multiply(multiply(size, mark), decimal(rate)))
    const code = `F${due}-${symbol}-${customerCode}`
    if (signOf(amount) === 0 || movements.find(code)) return
    const now = context.clock.now()
    bookCash(context, {
      code,
      customerCode,
      type: 'funding',
      status: 'completed',
      asset: COLLATERAL_ASSET,
      signedAmount: toText(amount),
      symbol,
      realisedPnl: null,
      referenceId: null,
      markPrice: null,
      fundingRate: rate,
      createdAt: now,
      updatedAt: now,
    })
  }
  context.change(() => accounts.holders(symbol).forEach(pay))
}

/** Pays funding at each funding time, then calls `afterwards`. Funding times during which the broker was down are not paid later. */
export function runFunding(
  context: BrokerContext,
  afterwards: (instrument: ExchangeInstrument) => void,
): Stop {
  const stops = context.exchange.instruments.map((instrument) =>
    atEach(
      context.clock,
      () => context.exchange.prices(instrument.symbol).nextFundingAt,
      (due) => {
        payFunding(context, instrument, due)
        afterwards(instrument)
      },
    ),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
