import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LEVERAGES,
  TYPE_RULES,
  defaultTimeInForce,
  orderProblems,
  type DraftValues,
} from '../../../../shared/domain/orders/orderFieldRules.ts'
import type { OrderType } from '../../../../shared/domain/orders/order.ts'

const limit: DraftValues = {
  customerCode: 'C1042',
  symbol: 'BTCUSDC_PERP',
  side: 'buy',
  type: 'limit',
  amount: '2.5',
  limitPrice: '62150',
}
const broken = (draft: DraftValues) => orderProblems(draft).map((problem) => problem.field)

describe('order rules', () => {
  it('lets a whole limit order pass', () => expect(orderProblems(limit)).toEqual([]))

  it.each([
    ['rule 1: neither amount nor cash [4.rule.1]', { amount: null }, ['amount']],
    ['rule 1: both', { cashAmount: '100' }, ['cashAmount']],
    ['rule 1: amount 0 [2.order.amount]', { amount: '0' }, ['amount']],
    ['rule 1: amount below 0', { amount: '-1' }, ['amount']],
    ['rule 1: amount no number', { amount: 'lots' }, ['amount']],
    [
      'rule 2: cash with GTC [4.rule.2 8.cashAmount]',
      { amount: null, cashAmount: '100', timeInForce: 'GTC' },
      ['timeInForce'],
    ],
    ['rule 2: cash with FOK', { amount: null, cashAmount: '100', timeInForce: 'FOK' }, ['timeInForce']],
    ['rule 2: cash with IOC', { amount: null, cashAmount: '100', timeInForce: 'IOC' }, []],
    ['rule 2: cash alone', { amount: null, cashAmount: '100' }, []],
    [
      'rule 2: cash on a stop',
      { type: 'stop_loss', amount: null, cashAmount: '1', limitPrice: null, triggerPrice: '1' },
      ['cashAmount', 'amount'],
    ],
    ['rule 3: limit without price [4.rule.3 2.order.limitPrice]', { limitPrice: null }, ['limitPrice']],
    ['rule 3: market with price', { type: 'market' }, ['limitPrice']],
    ['rule 3: price 0', { limitPrice: '0' }, ['limitPrice']],
    [
      'rule 4: stop without trigger [4.rule.4 gap.21 2.order.triggerPrice]',
      { type: 'stop_loss', limitPrice: null },
      ['triggerPrice'],
    ],
    ['rule 4: stop-limit whole', { type: 'stop_loss_limit', triggerPrice: '60000' }, []],
    [
      'rule 4: wrong trigger price type [2.order.triggerPriceType]',
      { type: 'stop_loss', limitPrice: null, triggerPrice: '1', triggerPriceType: 'mark_price' },
      ['triggerPriceType'],
    ],
    [
      'rule 4: combo needs both [2.order.comboPrices]',
      { type: 'take_profit_stop_loss', limitPrice: null, takeProfitPrice: '70000' },
      ['stopLossPrice'],
    ],
    ['rule 5: leverage 11 [8.leverage]', { leverage: 11 }, ['leverage']],
    ['rule 5: leverage 14', { leverage: 14 }, ['leverage']],
    ['rule 5: leverage 0', { leverage: 0 }, ['leverage']],
    ['rule 5: leverage 2.5', { leverage: '2.5' }, ['leverage']],
    ['rule 5: leverage 05 [2.order.leverage]', { leverage: '05' }, ['leverage']],
    ['rule 5: leverage 13', { leverage: 13 }, []],
    ['no customer', { customerCode: null }, ['customerCode']],
    ['no side [2.order.side]', { side: 'long' }, ['side']],
    ['type that only responses use [2.order.type]', { type: 'stop_market' }, ['type']],
    ['type from the prototype', { type: 'constructor' }, ['type']],
  ] as [string, DraftValues, string[]][])('%s', (_, change, fields) => {
    expect(broken({ ...limit, ...change })).toEqual(fields)
  })

  it('states the correction in a sentence', () => {
    expect(orderProblems({ ...limit, leverage: 11 })[0]?.sentence).toBe(
      'Leverage must be a whole number from 1 to 13, not 11.',
    )
    expect(orderProblems({ ...limit, amount: '', cashAmount: '5', timeInForce: 'GTC' })[0]?.sentence).toBe(
      'Cash orders are IOC only.',
    )
  })

  it('allows twelve leverages', () => expect(LEVERAGES).toHaveLength(12))

  it.each([
    ['limit', false, 'GTC'],
    ['limit', true, 'IOC'],
    ['market', true, 'IOC'],
    ['market', false, null],
    ['stop_loss', false, null],
  ] as [OrderType, boolean, string | null][])(
    '%s, cash %s: in force %s when nothing was chosen [gap.22]',
    (type, cash, expected) => {
      expect(defaultTimeInForce(type, cash)).toBe(expected)
    },
  )

  it('never throws, whatever is typed, and passes only what a type allows', () => {
    const anything = fc.option(
      fc.oneof(fc.string(), fc.constantFrom('1', '0', '-1', 'GTC', 'IOC', 'mark_price'), fc.integer()),
      { nil: null },
    )
    fc.assert(
      fc.property(
        fc.record({
          customerCode: anything,
          symbol: anything,
          side: fc.constantFrom('buy', 'sell', 'x'),
          type: fc.constantFrom(...Object.keys(TYPE_RULES), 'nonsense'),
          amount: anything,
          cashAmount: anything,
          limitPrice: anything,
          triggerPrice: anything,
          stopLossPrice: anything,
          takeProfitPrice: anything,
          triggerPriceType: anything,
          timeInForce: anything,
          leverage: anything,
        }),
        (draft) => {
          const problems = orderProblems(draft)
          if (problems.length > 0) return
          const filled = (value: unknown) => value !== null && value !== ''
          expect(filled(draft.amount) !== filled(draft.cashAmount)).toBe(true)
          expect(filled(draft.limitPrice)).toBe(TYPE_RULES[draft.type as OrderType].limitPrice)
        },
      ),
      { numRuns: 3_000 },
    )
  })
})
