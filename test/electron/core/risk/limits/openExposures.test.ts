import { expect, it } from 'vitest'
import { openPairs, type OpenPairsOptions } from '../../../../../electron/core/risk/limits/openExposures.ts'
import { toText, type DecimalText } from '../../../../../shared/base/decimal.ts'
import { order as orderShape, type Order } from '../../../../../shared/domain/orders/order.ts'

const live = (amount: string | null, cashAmount: string | null) =>
  orderShape.parse({
    customerCode: 'C1042',
    symbol: 'BTCUSDC_PERP',
    side: 'buy',
    type: 'limit',
    amount,
    cashAmount,
    limitPrice: '62000',
    triggerPrice: null,
    stopLossPrice: null,
    takeProfitPrice: null,
    triggerPriceType: null,
    timeInForce: 'GTC',
    leverage: null,
    referenceId: 'r1',
    phase: 'working',
    pending: null,
    status: 'open',
    filledAmount: '0',
    filledQuote: '0',
    refusal: null,
    origin: 'desk',
    validUntil: null,
    createdAt: 1,
    updatedAt: 1,
  })

const optionsOf = (order: Order) =>
  ({
    orderStore: { recent: () => [order] },
    trades: {
      isWhole: () => true,
      unsure: () => null,
      held: () => [],
      filledBy: () => ({ named: 0n, mayBeMore: false }),
    },
    instruments: { valuation: () => null },
  }) as unknown as OpenPairsOptions

it('an order counts at the amount of a change that may still come, where it is the larger one', () => {
  for (const [asked, counted] of [
    ['5', '5'],
    ['1', '2'],
  ]) {
    const order = { ...live('2', null), askedAmount: asked as DecimalText }
    const [pair] = openPairs(optionsOf(order), [], null)
    expect(pair && toText(pair.buy.amount)).toBe(counted)
  }
})

it.each([
  ['2', null, { amount: '2', cash: '0' }],
  ['-2', null, { amount: '2', cash: '0' }],
  [null, '-500', { amount: '0', cash: '500' }],
])('a live order of %s contracts or %s USDC counts at its full size', (amount, cash, size) => {
  const [pair] = openPairs(optionsOf(live(amount, cash)), [], null)
  expect(pair && { amount: toText(pair.buy.amount), cash: toText(pair.buy.cash) }).toEqual(size)
})
