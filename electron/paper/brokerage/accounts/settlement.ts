/**
 * Settlement: open profit and loss becomes cash. Posts `settlement` rows and moves the cost of positions, never their size.
 *
 * The simplest rule that keeps every sum exact: a position of `size` and `cost` at the mark `m` receives size × m − cost, and
 * its cost becomes size × m. The unrealised PnL at that mark is then 0, the cash holds its former value, and `realised_pnl` of
 * later trades counts from the settled price. In the ledger, per customer and instrument, at every moment:
 *
 *   cost = sum of signed quotes + sum of realised_pnl + sum of settlement rows
 *
 * A client that derives positions from trades finds the unsettled part with this equation. Its average entry price remains
 * that of the trades.
 */

import type { EpochMs, Stop } from '../../../../shared/base/clock.ts'
import { decimal, multiply, signOf, subtract, toText } from '../../../../shared/base/decimal.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { ExchangeInstrument } from '../../exchange/exchange.ts'
import { markPrice } from './accountFunds.ts'
import { bookCash } from './accountPostings.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { COLLATERAL_ASSET } from '../../bookkeeping/posting.ts'
import { atEach, nextMultiple } from './schedule.ts'

/** Settles every open position of every instrument that has a price. `due` identifies the settlement: each runs once. */
export function settlePositions(context: BrokerContext, due: EpochMs): void {
  const { accounts, movements } = context.store
  const settle = (instrument: ExchangeInstrument, customerCode: CustomerCode) => {
    const { symbol } = instrument
    const mark = markPrice(context, instrument)
    const held = accounts.position(customerCode, symbol)
    if (mark === null || held === null) return
    const value = multiply(decimal(held.size), mark)
    const amount = subtract(value, decimal(held.cost))
    const code = `S${due}-${symbol}-${customerCode}`
    if (signOf(amount) === 0 || movements.find(code)) return
    const now = context.clock.now()
    accounts.setPosition({ ...held, cost: toText(value) })
    bookCash(context, {
      code,
      customerCode,
      type: 'settlement',
      status: 'completed',
      asset: COLLATERAL_ASSET,
      signedAmount: toText(amount),
      symbol,
      realisedPnl: null,
      referenceId: null,
      markPrice: toText(mark),
      fundingRate: null,
      createdAt: now,
      updatedAt: now,
    })
  }
  context.change(() => {
    for (const instrument of context.exchange.instruments)
      for (const customer of accounts.holders(instrument.symbol)) settle(instrument, customer)
  })
}

/** Settles at each multiple of `everyMs` since 1970. For one day that is midnight UTC. */
export const runSettlement = (context: BrokerContext, everyMs: number): Stop =>
  atEach(
    context.clock,
    () => nextMultiple(context.clock.now(), everyMs),
    (due) => settlePositions(context, due),
  )
