import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, decimal, isMultiple, toText, type Decimal } from '../../../shared/base/decimal.ts'
import { fitProblems, type FitContext, type Fitted } from '../../../shared/domain/marketFit.ts'

const context: FitContext = {
  instrument: { tickSize: toText(decimal('0.1')), lotSize: toText(decimal('0.001')), underlying: 'BTC' },
  market: decimal('62148'),
  position: decimal('0.0005'),
}
const of = (more: Partial<Record<keyof Fitted, string>>): Fitted =>
  ({
    side: 'buy',
    amount: null,
    cashAmount: null,
    limitPrice: null,
    triggerPrice: null,
    takeProfitPrice: null,
    stopLossPrice: null,
    ...more,
  }) as Fitted

describe('what the venue must refuse is refused with the value that fits', () => {
  it.each([
    [
      { amount: '1', limitPrice: '62000.05' },
      'limitPrice',
      'Limit price 62,000.05 is not a multiple of the tick 0.1: 62,000.0 is.',
      '62000',
    ],
    [
      { side: 'sell', amount: '1', limitPrice: '62000.05' },
      'limitPrice',
      'Limit price 62,000.05 is not a multiple of the tick 0.1: 62,000.1 is.',
      '62000.1',
    ],
    [
      { side: 'sell', amount: '1', triggerPrice: '60500.07' },
      'triggerPrice',
      'Trigger price 60,500.07 is not a multiple of the tick 0.1: 60,500.1 is.',
      '60500.1',
    ],
    [{ amount: '0.0000001' }, 'amount', 'Amount 0.0000001 is below the smallest amount 0.001 BTC.', '0.001'],
    [
      { amount: '2.5004' },
      'amount',
      'Amount 2.5004 is not a multiple of the lot 0.001 BTC: 2.500 is.',
      '2.5',
    ],
    [
      { cashAmount: '10' },
      'cashAmount',
      'Cash amount 10.00 USDC buys less than the smallest amount 0.001 BTC, about 62.15 USDC.',
      '62.15',
    ],
    [
      { side: 'sell', amount: '1', limitPrice: '620' },
      'limitPrice',
      'SELL at 620.0 is less than a tenth of the market of 62,148.0: check the digits.',
      null,
    ],
    [
      { side: 'buy', amount: '1', limitPrice: '621480' },
      'limitPrice',
      'BUY at 621,480.0 is more than ten times the market of 62,148.0: check the digits.',
      null,
    ],
  ] as const)('%j', (draft, field, sentence, offer) => {
    expect(fitProblems(of(draft), context)).toEqual([{ field, sentence, offer }])
  })
})

it('what fits has no problem, nor has anything while tick, lot and market are not known', () => {
  expect(fitProblems(of({ amount: '2.5', limitPrice: '62000.1' }), context)).toEqual([])
  expect(fitProblems(of({ amount: '1', limitPrice: '620' }), context)).toEqual([])
  const nothing = {
    instrument: { tickSize: null, lotSize: null, underlying: 'BTC' },
    market: null,
    position: null,
  }
  expect(fitProblems(of({ side: 'sell', amount: '0.0000001', limitPrice: '620.00001' }), nothing)).toEqual([])
})

it('an order that closes exactly what is held may be smaller than the lot', () => {
  expect(fitProblems(of({ side: 'sell', amount: '0.0005' }), context)).toEqual([])
  expect(fitProblems(of({ side: 'buy', amount: '0.0005' }), context)).toHaveLength(1)
})

// oxlint-disable-next-line vitest/expect-expect -- the property asserts
it('an offer fits, and a limit offer never costs the customer more than the typed price', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 9n), fc.constantFrom('buy', 'sell'), (units, side) => {
      const price = (units * 10n ** 12n) as Decimal
      const [problem] = fitProblems(of({ side, limitPrice: toText(price) }), { ...context, market: null })
      if (!problem?.offer) return isMultiple(price, decimal('0.1'))
      const offer = decimal(problem.offer)
      if (!isMultiple(offer, decimal('0.1')) || offer <= 0n) return false
      const worse = side === 'buy' ? compare(offer, price) > 0 : compare(offer, price) < 0
      return !worse || offer === decimal('0.1')
    }),
  )
})
