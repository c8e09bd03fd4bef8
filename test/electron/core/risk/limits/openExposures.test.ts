import { expect, it } from 'vitest'
import { openPairs, type OpenPairsOptions } from '../../../../../electron/core/risk/limits/openExposures.ts'
import { toText } from '../../../../../shared/base/decimal.ts'
import { order } from '../../../../../shared/domain/orders/order.ts'

const live = (amount: string | null, cashAmount: string | null) =>
  order.parse({
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

it.each([
  ['2', null, { amount: '2', cash: '0' }],
  ['-2', null, { amount: '2', cash: '0' }],
  [null, '-500', { amount: '0', cash: '500' }],
])('a live order of %s contracts or %s USDC counts at its full size', (amount, cash, size) => {
  const options = {
    orderStore: { recent: () => [live(amount, cash)] },
    trades: {
      isWhole: () => true,
      unsure: () => null,
      held: () => [],
      filledBy: () => ({ named: 0n, mayBeMore: false }),
    },
    instruments: { valuation: () => null },
  } as unknown as OpenPairsOptions
  const [pair] = openPairs(options, [], () => null, null)
  expect(pair && { amount: toText(pair.buy.amount), cash: toText(pair.buy.cash) }).toEqual(size)
})
