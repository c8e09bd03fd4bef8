import { expect, it } from 'vitest'
import { createCashLedger, isFillRow } from '../../../../electron/core/accounts/cashLedger.ts'
import { createTradeBook } from '../../../../electron/core/accounts/tradeBook.ts'
import { decimal } from '../../../../shared/base/decimal.ts'
import { unsettledCost } from '../../../../shared/domain/accounts/figureRows.ts'
import { BTC, C1, Desk, rowOf, text, tradeOf } from '../deskHarness.ts'

it('two executions with equal price, amount and time are two; one reported twice is one', () => {
  const book = createTradeBook()
  book.setWhole(true)
  // A sweep fills one order against two resting ones of the same size at the same price within one millisecond.
  book.take([tradeOf('t1'), tradeOf('t2')])
  book.take([tradeOf('t2')])
  expect(book.position(C1, BTC)).toMatchObject({ size: '2', tradeCount: 2, fees: '12' })
})

it.each(['trades', 'ledger'] as const)(
  'a trade without a realised PnL takes that of its ledger row, whichever comes first: %s [gap.14 gap.19]',
  (first) => {
    const ledger = createCashLedger({
      now: () => 0,
      onUnknownDirection: () => {},
      onRows: (rows) => book.takeFillRows(rows.filter(isFillRow)),
    })
    const book = createTradeBook(undefined, (customer, code) => ledger.fillRow(customer, code))
    book.setWhole(true)
    ledger.setWhole(true)
    const takeTrades = () =>
      book.take([
        tradeOf('t1', { amount: text('1'), price: text('100'), fee: text('0') }),
        tradeOf('t2', { side: 'sell', amount: text('0.5'), price: text('120'), fee: text('0') }),
      ])
    // Settled at 110: 10 became cash, and the half that was sold gained from 110, not from 100.
    const takeRows = () =>
      ledger.take(
        [
          rowOf('t1', { transactionType: 'trade', signedAmount: text('0'), realisedPnl: text('0') }),
          rowOf('s', { transactionType: 'settlement', symbol: BTC, signedAmount: text('10') }),
          rowOf('t2', { transactionType: 'trade', signedAmount: text('5'), realisedPnl: text('5') }),
        ],
        false,
      )
    if (first === 'trades') takeTrades()
    takeRows()
    if (first === 'ledger') takeTrades()
    const position = book.position(C1, BTC)
    expect(position).toMatchObject({ size: '0.5', realisedPnl: '5', cost: '50' })
    // Half a contract that was settled at 110.
    expect(position && unsettledCost(position, ledger.sumsOf(C1))).toBe(decimal('55'))
  },
)

it('the core’s positions have the realised PnL of the ledger where the venue’s trades name none', async () => {
  const desk = new Desk()
  desk.prepare = (venue) => {
    venue.venueTrades = [
      tradeOf('t1', { amount: text('1'), price: text('100'), fee: text('0') }),
      tradeOf('t2', {
        side: 'sell',
        amount: text('0.5'),
        price: text('120'),
        fee: text('0'),
        createdAt: 2_000,
      }),
    ]
    venue.venueLedger = [
      rowOf('t1', { transactionType: 'trade', signedAmount: text('0'), realisedPnl: text('0') }),
      rowOf('t2', {
        transactionType: 'trade',
        signedAmount: text('5'),
        realisedPnl: text('5'),
        createdAt: 2_000,
      }),
    ]
  }
  await desk.ready()
  const positions = desk.mirror('positions', ({ symbol }) => symbol)
  expect(positions.get(BTC)).toMatchObject({ size: '0.5', realisedPnl: '5', unsure: null })
})
