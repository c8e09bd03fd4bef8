import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTradeBook } from '../../../../electron/core/accounts/tradeBook.ts'
import {
  ZERO,
  add,
  decimal,
  decimalOf,
  multiply,
  negate,
  subtract,
  toText,
} from '../../../../shared/base/decimal.ts'
import { unrealisedPnl } from '../../../../shared/domain/accounts/position.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import type { Caller } from '../../../../shared/contract/ports.ts'
import { BTC, C1, tradeOf } from '../deskHarness.ts'

const caller: Caller = { windowId: 'w', allows: () => true }

describe('trades', () => {
  const fill = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.integer({ min: 1, max: 40 }),
    ticks: fc.integer({ min: 500, max: 700 }),
  })

  it('make one position in any order of arrival, and money adds up to the last digit [gap.19]', () => {
    fc.assert(
      fc.property(
        fc.array(fill, { minLength: 1, maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        (fills, shuffle) => {
          const trades: Trade[] = fills.map((one, n) =>
            tradeOf(`t${n}`, {
              side: one.side,
              amount: toText(multiply(decimalOf(one.lots), decimal('0.001'))),
              price: toText(multiply(decimalOf(one.ticks), decimal('0.1'))),
              createdAt: 1_000 + n,
            }),
          )
          const inOrder = createTradeBook()
          inOrder.setWhole(true)
          for (const trade of trades) inOrder.take([trade])
          const shuffled = createTradeBook()
          shuffled.setWhole(true)
          const mixed = trades
            .map((trade) => ({ trade, at: shuffle.next().value ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ trade }) => trade)
          for (const trade of [...mixed, ...mixed]) shuffled.take([trade])
          const position = shuffled.position(C1, BTC)!
          expect(position).toEqual(inOrder.position(C1, BTC))

          let size = ZERO
          let cash = ZERO
          for (const trade of trades) {
            const amount = trade.side === 'buy' ? decimal(trade.amount!) : negate(decimal(trade.amount!))
            size = add(size, amount)
            cash = subtract(cash, multiply(amount, decimal(trade.price!)))
          }
          expect(position.size).toBe(toText(size))
          // What everything would bring at a mark, by cash alone.
          const mark = decimal('61.5')
          const total = add(decimal(position.realisedPnl), unrealisedPnl(position, mark))
          expect(toText(total)).toBe(toText(add(cash, multiply(size, mark))))
        },
      ),
      { seed: 2, numRuns: 100 },
    )
  })

  it('count a forced fill once, by its own type, whether list or stream reports it first [2.trade.type 2.ledger.once gap.19]', () => {
    const listed = tradeOf('t9', { type: 'trade', referenceId: null })
    const streamed = tradeOf('t9', { type: 'liquidation', referenceId: null })
    for (const order of [
      [listed, streamed],
      [streamed, listed],
    ]) {
      const book = createTradeBook()
      for (const trade of order) book.take([trade])
      expect(book.position(C1, BTC)).toMatchObject({ size: '1', tradeCount: 1 })
      let shown: readonly Trade[] = []
      book.trades.source(null, { snapshot: (list) => (shown = list), delta: () => {}, end: () => {} }, caller)
      expect(shown.map((trade) => trade.type)).toEqual(['liquidation'])
    }
  })

  it('are incomplete until the history is whole, and with a trade without a side', () => {
    const book = createTradeBook()
    book.take([tradeOf('t1')])
    expect(book.position(C1, BTC)?.complete).toBe(false)
    book.setWhole(true)
    expect(book.position(C1, BTC)?.complete).toBe(true)
    book.take([tradeOf('t2', { side: null, createdAt: 2_000 })])
    expect(book.position(C1, BTC)?.complete).toBe(false)
  })
})
