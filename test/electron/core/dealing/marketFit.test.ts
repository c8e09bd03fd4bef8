/** The core refuses what the field refuses, in the same words, and lets a position be closed in the size it has. */

import { expect, it } from 'vitest'
import { decimal, type DecimalText } from '../../../../shared/base/decimal.ts'
import { fitProblems } from '../../../../shared/domain/orders/marketFit.ts'
import { NO_CHANGES, type OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import { createInstrumentStore } from '../../../../electron/core/market/instrumentAndTickerStore.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { BTC, C1, Desk, PAPER, draftOf, reportOf, text, tickerOf, tradeOf } from '../deskHarness.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'

const TICK = text('0.1')
const LOT = text('0.001')

const AMENDS = {
  ...PAPER,
  profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }),
}

async function startCore(prepare: Desk['prepare'] = () => undefined) {
  const desk = new Desk({ limits: NO_LIMITS, venues: [AMENDS] })
  desk.prepare = prepare
  const broker = await desk.ready()
  desk.markets.at(-1)?.listener?.steps(BTC, TICK, LOT)
  const submit = (draft: OrderDraft) =>
    desk.call('order.submit', { intentId: 'intent-0001', draft, typed: null })
  return { desk, broker, submit }
}

const stop = { type: 'stop_loss', limitPrice: null } as const
const combo = { type: 'take_profit_stop_loss', limitPrice: null } as const

it.each<[string, Partial<OrderDraft>]>([
  ['limitPrice', { limitPrice: '59000.05' as DecimalText }],
  ['amount', { amount: '0.0000001' as DecimalText }],
  ['amount', { amount: '2.5004' as DecimalText }],
  ['cashAmount', { amount: null, cashAmount: '10' as DecimalText }],
  ['limitPrice', { side: 'sell', limitPrice: '600' as DecimalText }],
  ['triggerPrice', { ...stop, triggerPrice: text('58000') }],
  ['takeProfitPrice', { ...combo, takeProfitPrice: text('66000'), stopLossPrice: text('58000') }],
  ['stopLossPrice', { ...combo, takeProfitPrice: text('58000'), stopLossPrice: text('59000') }],
])('refuses a wrong %s with the sentence of the field, and sends nothing: %j', async (field, more) => {
  const { broker, submit } = await startCore()
  const draft = draftOf(more)
  const [problem] = fitProblems(draft, {
    instrument: { tickSize: TICK, lotSize: LOT, underlying: 'BTC' },
    market: decimal('60000'),
    prices: { trade_price: decimal('60000'), mark_price: decimal('60000') },
    position: decimal('0'),
  })
  expect(await submit(draft)).toMatchObject({
    ok: false,
    failure: { kind: 'refused', field, message: problem?.sentence },
  })
  expect(broker.sent).toHaveLength(0)
})

it('a trigger price is unknown once its source was silent for 5 s, whatever others say', () => {
  const clock = new FakeClock()
  const orderStore = createInstrumentStore(clock)
  orderStore.takeTickers([tickerOf(BTC, clock.now())])
  const price = decimal('60000')
  expect(orderStore.triggerPrices(BTC)).toEqual({ trade_price: price, mark_price: price })
  clock.advance(5_000)
  expect(orderStore.triggerPrices(BTC)).toEqual({ trade_price: null, mark_price: null })
  const now = text('60100')
  const at = clock.now()
  const trade = { lastPrice: now, lastAt: at, lastReceivedAt: at }
  orderStore.takeTops([{ symbol: BTC, bestBid: now, bestAsk: now, bookAt: at, ...trade, receivedAt: at }])
  expect(orderStore.triggerPrices(BTC)).toEqual({ trade_price: decimal('60100'), mark_price: null })
  // A book that moves makes no trade younger.
  clock.advance(5_000)
  orderStore.takeTops([
    {
      symbol: BTC,
      bestBid: text('60000'),
      bestAsk: now,
      bookAt: clock.now(),
      ...trade,
      receivedAt: clock.now(),
    },
  ])
  expect(orderStore.triggerPrices(BTC)).toEqual({ trade_price: null, mark_price: null })
})

it('accepts the order with the offered value', async () => {
  const { broker, submit } = await startCore()
  takenId(await submit(draftOf({ limitPrice: text('59000'), amount: text('2.5') })))
  expect(broker.sent).toHaveLength(1)
})

it('flattens a position smaller than the lot in its exact size', async () => {
  const { desk, broker } = await startCore((fakeBroker) => {
    fakeBroker.venueTrades = [tradeOf('t1', { amount: text('0.0005') })]
  })
  const flat = { intentId: 'intent-flat', customerCode: C1, symbol: BTC, typed: null }
  const reply = desk.call('position.flatten', flat)
  await desk.clock.run(200)
  expect(await reply).toMatchObject({ ok: true })
  expect(broker.sent.map(({ draft }) => draft.amount)).toEqual(['0.0005'])
})

it('refuses an amend to a price between two ticks', async () => {
  const { desk, broker } = await startCore()
  const order = reportOf('a', 'open')
  broker.venueOrders.set(`${C1} a`, order)
  broker.listener?.order(order)
  expect(
    await desk.call('order.amend', {
      customerCode: C1,
      referenceId: order.referenceId,
      changes: { ...NO_CHANGES, limitPrice: text('59000.05') },
    }),
  ).toMatchObject({
    ok: false,
    failure: {
      field: 'changes.limitPrice',
      message: 'Limit price 59,000.05 is not a multiple of the tick 0.1: 59,000.0 is.',
    },
  })
  expect(broker.amends).toHaveLength(0)
})
