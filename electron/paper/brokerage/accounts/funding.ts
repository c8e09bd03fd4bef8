/** Funding: at an instrument's funding time its longs pay its shorts, or the other way round. Posts cash only, never a position. */

import type { EpochMs, Stop } from '../../../../shared/base/clock.ts'
import { decimal, multiply, negate, signOf, toText, zeroText } from '../../../../shared/base/decimal.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { ExchangeInstrument } from '../../exchange/exchange.ts'
import { markPrice } from './accountFunds.ts'
import { bookCash } from './books.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { COLLATERAL_ASSET } from '../../bookkeeping/posting.ts'
import { atEach } from './schedule.ts'

/**
 * Pays the funding of one instrument that was due at `due`: each open position receives −size × mark × rate, so that longs
 * pay while the rate is above 0. A code per instrument, moment and customer makes that happen once, also over restarts.
 * Nothing happens while the exchange knows no rate or no price.
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

/** Pays funding whenever an instrument's time comes; `afterwards` hears of each. A time that passed while the broker was down is not made up for. */
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
