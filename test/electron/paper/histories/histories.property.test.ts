/** The terminal's account mathematics beside the paper broker's engine and beside an exact account, over ten thousand random histories. */

import { expect, onTestFinished, test } from 'vitest'
import { absolute, decimal, subtract, zeroText, type DecimalText } from '../../../../shared/base/decimal.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { SECTIONS } from '../../../../shared/domain/statements/statement.ts'
import { checkHistories, figuresOf, liquidatesAt, nothingCompared } from './historyChecks.ts'
import { nothingHappened } from './followHistory.ts'
import { openHistoryMarket } from './historyMarket.ts'
import { INSTRUMENTS } from './tradedInstruments.ts'

/** Customers of one market. Each has a history of its own. */
const CUSTOMERS = 10
const HISTORIES = Number(process.env['OPENPIT_HISTORIES'] ?? '10000')
const FIRST_SEED = 60_000
/** Ms for one history at most. */
const PATIENCE = 100

/** What at least happens in a thousand histories. */
const LEAST = {
  fills: 1_500,
  makerFills: 400,
  forced: 5,
  fundings: 800,
  settlements: 400,
  transfers: 1_000,
  canceledTransfers: 30,
  leverages: 300,
  positions: 1_000,
  withOrders: 200,
  withLeverage: 200,
  boundaries: 400,
  short: 10,
  lost: 1,
  never: 100,
}

test(
  'equity, PnL, margin, liquidation and statements agree to the last digit over 10,000 histories',
  { timeout: HISTORIES * PATIENCE },
  () => {
    const happened = nothingHappened()
    const compared = nothingCompared()
    for (let seed = FIRST_SEED; compared.histories < HISTORIES; seed++) {
      const market = openHistoryMarket(seed, CUSTOMERS, happened)
      try {
        for (let left = 16 + market.random.integer(54); left > 0; left--) market.act()
        if (seed % 5 === 0) market.jump()
        checkHistories(market, compared)
      } catch (error) {
        throw new Error(`seed ${seed}: ${String(error)}`, { cause: error })
      } finally {
        market.close()
      }
    }
    // The histories must have moved money in every way, or nothing was shown. Fewer of them, as somebody asked for, need not.
    if (HISTORIES < 10_000) return
    const { lines, ...counts } = compared
    const thousands = HISTORIES / 1_000
    const found: Readonly<Record<string, number>> = { ...happened, ...counts }
    for (const [name, count] of Object.entries(LEAST))
      expect([name, (found[name] ?? 0) >= count * thousands]).toEqual([name, true])
    for (const name of SECTIONS) expect([name, (lines.get(name) ?? 0) > 0]).toEqual([name, name !== 'other'])
  },
)

test.each([
  // One contract at 60,000 with a maintenance margin of 4 %: each USDC of the mark moves 0.96 of what is spare, or 1.04.
  { side: 'buy', cash: '10080', price: '52000', beyond: '51999.5' },
  { side: 'sell', cash: '10720', price: '68000', beyond: '68000.5' },
] as const)(
  'a $side is not liquidated at its liquidation price of $price, and is one tick beyond it',
  ({ side, cash, price, beyond }) => {
    const market = openHistoryMarket(1, 1, nothingHappened())
    onTestFinished(market.close)
    const { brokerage, exchange, clock } = market
    const [customer] = market.customers
    const [btc] = INSTRUMENTS
    if (!customer || !btc) throw new Error('the market has no customer')
    const { code } = customer
    const missing = subtract(decimal(cash), decimal(brokerage.context.store.accounts.balance(code) ?? '0'))
    brokerage.transfers.request(missing > 0n ? 'deposit' : 'withdrawal', code, absolute(missing))
    clock.advance(5_000)
    brokerage.fees.set(code, null, { maker: zeroText, taker: zeroText })
    exchange.setMark(btc.symbol, '60000' as DecimalText)
    exchange.setBook(
      btc.symbol,
      side === 'sell' ? [[120_000, 1_000]] : [],
      side === 'buy' ? [[120_000, 1_000]] : [],
    )
    const one = plainDraft({
      customerCode: code,
      symbol: btc.symbol,
      side,
      type: 'market',
      amount: '1' as DecimalText,
    })
    expect(brokerage.orders.submit(one, 'r' as ReferenceId)).toMatchObject({ value: { status: 'filled' } })

    const { liquidation } = figuresOf(market, customer).positions.get(btc.symbol) ?? {}
    expect(liquidation).toEqual({ value: decimal(price), why: null })
    const begun = liquidatesAt(market, customer, btc.symbol, [decimal(price), decimal(beyond)])
    expect(begun).toEqual([false, true])
  },
)
