import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, decimal, isMultiple, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { NO_CHANGES } from '../../../../shared/domain/orders/order.ts'
import {
  amendFitProblems,
  fitProblems,
  type FitContext,
  type Fitted,
} from '../../../../shared/domain/orders/marketFit.ts'

const context: FitContext = {
  instrument: { tickSize: toText(decimal('0.1')), lotSize: toText(decimal('0.001')), underlying: 'BTC' },
  market: decimal('62148'),
  prices: { trade_price: decimal('62145'), mark_price: decimal('62150') },
  position: decimal('0.0005'),
}
const read = (more: Partial<Record<keyof Fitted, string>>): Fitted =>
  ({
    side: 'buy',
    type: 'limit',
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
      { side: 'sell', type: 'stop_loss', amount: '1', triggerPrice: '60500.07' },
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
    expect(fitProblems(read(draft), context)).toEqual([{ field, sentence, offer }])
  })
})

it('a fitting order has no problem, nor has any order while tick, lot and market are unknown', () => {
  expect(fitProblems(read({ amount: '2.5', limitPrice: '62000.1' }), context)).toEqual([])
  expect(fitProblems(read({ amount: '1', limitPrice: '620' }), context)).toEqual([])
  const nothing = {
    instrument: { tickSize: null, lotSize: null, underlying: 'BTC' },
    market: null,
    prices: { trade_price: null, mark_price: null },
    position: null,
  }
  expect(fitProblems(read({ side: 'sell', amount: '0.0000001', limitPrice: '620.00001' }), nothing)).toEqual(
    [],
  )
})

it('an order that closes the exact position may be smaller than the lot', () => {
  expect(fitProblems(read({ side: 'sell', amount: '0.0005' }), context)).toEqual([])
  expect(fitProblems(read({ side: 'buy', amount: '0.0005' }), context)).toHaveLength(1)
})

// oxlint-disable-next-line vitest/expect-expect -- the property asserts
it('an offer fits, and a limit offer never costs the customer more than the typed price', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 9n), fc.constantFrom('buy', 'sell'), (units, side) => {
      const price = (units * 10n ** 12n) as Decimal
      const [problem] = fitProblems(read({ side, limitPrice: toText(price) }), { ...context, market: null })
      if (!problem?.offer) return isMultiple(price, decimal('0.1'))
      const offer = decimal(problem.offer)
      if (!isMultiple(offer, decimal('0.1')) || offer <= 0n) return false
      const worse = side === 'buy' ? compare(offer, price) > 0 : compare(offer, price) < 0
      return !worse || offer === decimal('0.1')
    }),
  )
})

describe('a trigger that the present price has reached', () => {
  it.each([
    ['buy', 'stop_loss', '60500', 'above', 'market'],
    ['buy', 'stop_loss', '62145', 'above', 'market'],
    ['sell', 'stop_loss', '63000', 'below', 'market'],
    ['buy', 'take_profit', '63000', 'below', 'market'],
    ['sell', 'take_profit', '60500', 'above', 'market'],
    ['buy', 'stop_loss_limit', '60500', 'above', 'limit'],
    ['sell', 'take_profit_limit', '62145', 'above', 'limit'],
  ])('%s %s at %s is refused: it would trigger at once', (side, type, triggerPrice, way, instead) => {
    const limit = type.endsWith('limit') ? { limitPrice: triggerPrice } : {}
    const [problem, ...more] = fitProblems(read({ side, type, amount: '1', triggerPrice, ...limit }), context)
    const price = `${triggerPrice.slice(0, 2)},${triggerPrice.slice(2)}.0`
    expect(more).toEqual([])
    expect(problem).toEqual({
      field: 'triggerPrice',
      sentence: `The trigger price ${price} triggers this ${side.toUpperCase()} at once: the last trade is 62,145.0. Set a trigger price ${way} it, or send a ${instead} order.`,
      offer: null,
    })
  })

  it.each([
    ['buy', 'stop_loss', '62145.1'],
    ['sell', 'stop_loss', '62144.9'],
    ['buy', 'take_profit', '62144.9'],
    ['sell', 'take_profit', '62145.1'],
    ['sell', 'stop_loss_limit', '60500'],
  ])('%s %s at %s waits', (side, type, triggerPrice) => {
    expect(fitProblems(read({ side, type, amount: '1', triggerPrice }), context)).toEqual([])
  })

  it('stops and take profits wait for the last trade, a combo for the mark', () => {
    const between = { trade_price: decimal('62145'), mark_price: decimal('62150') }
    const stop = read({ side: 'buy', type: 'stop_loss', amount: '1', triggerPrice: '62147' })
    expect(fitProblems(stop, { ...context, prices: between })).toEqual([])
    const combo = { type: 'take_profit_stop_loss', side: 'buy', amount: '1' } as const
    expect(
      fitProblems(read({ ...combo, takeProfitPrice: '60000', stopLossPrice: '62147' }), context),
    ).toMatchObject([
      {
        field: 'stopLossPrice',
        sentence:
          'The stop-loss price 62,147.0 triggers this BUY at once: the mark is 62,150.0. Set a stop-loss price above it, or send a market order.',
      },
    ])
  })

  it('is not claimed while its trigger price is unknown, whatever the other price is', () => {
    const prices = { trade_price: null, mark_price: decimal('62150') }
    const stop = read({ side: 'buy', type: 'stop_loss', amount: '1', triggerPrice: '60500' })
    expect(fitProblems(stop, { ...context, prices })).toEqual([])
  })

  it('is refused of an amend too, also of a type that only responses name', () => {
    const order = {
      side: 'sell',
      type: 'stop_market',
      limitPrice: null,
      triggerPrice: '60500',
      takeProfitPrice: null,
      stopLossPrice: null,
    } as never
    const to = (triggerPrice: string) =>
      amendFitProblems(order, { ...NO_CHANGES, triggerPrice: triggerPrice as never }, context)
    expect(to('61000')).toEqual([])
    expect(to('63000')).toMatchObject([{ field: 'triggerPrice', sentence: expect.stringMatching(/at once/) }])
    const amount = { ...NO_CHANGES, amount: '2' as never }
    expect(
      amendFitProblems({ ...(order as object), triggerPrice: '63000' } as never, amount, context),
    ).toEqual([])
  })
})

describe('a combo whose prices are the wrong way round', () => {
  const combo = { type: 'take_profit_stop_loss', amount: '0.5' } as const
  it.each([
    ['buy', '66000', '60500', 'A BUY takes its profit below its stop loss.'],
    ['sell', '60500', '66000', 'A SELL takes its profit above its stop loss.'],
  ])('%s %s/%s is refused, with which number is which', (side, takeProfitPrice, stopLossPrice, rule) => {
    const [profit, stop] = side === 'buy' ? ['66,000.0', '60,500.0'] : ['60,500.0', '66,000.0']
    const draft = read({ ...combo, side, takeProfitPrice, stopLossPrice })
    const unknown = { ...context, market: null, prices: { trade_price: null, mark_price: null } }
    for (const known of [context, unknown])
      expect(fitProblems(draft, known)).toEqual([
        {
          field: 'takeProfitPrice',
          sentence: `${rule} Here the take profit is ${profit} and the stop loss is ${stop}. Swap the two prices, or change the side.`,
          offer: null,
        },
      ])
  })

  it.each([
    ['buy', '60500', '66000'],
    ['sell', '66000', '60500'],
  ])('%s %s/%s passes', (side, takeProfitPrice, stopLossPrice) => {
    expect(fitProblems(read({ ...combo, side, takeProfitPrice, stopLossPrice }), context)).toEqual([])
  })
})
