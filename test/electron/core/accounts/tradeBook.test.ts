import { expect, it } from 'vitest'
import { createTradeBook } from '../../../../electron/core/accounts/tradeBook.ts'
import { BTC, C1, tradeOf } from '../deskHarness.ts'

it('two executions with equal price, amount and time are two; one reported twice is one', () => {
  const book = createTradeBook()
  book.setWhole(true)
  // A sweep fills one order against two resting ones of the same size at the same price within one millisecond.
  book.take([tradeOf('t1'), tradeOf('t2')])
  book.take([tradeOf('t2')])
  expect(book.position(C1, BTC)).toMatchObject({ size: '2', tradeCount: 2, fees: '12' })
})
