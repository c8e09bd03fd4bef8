/** An order whose size the position gave (reverse, half, oco of the position) is refused once the position is another. */

import { expect, it } from 'vitest'
import type { BookWalk } from '../../../../shared/domain/book/bookWalk.ts'
import { BTC, C1, Desk, draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'

/** A customer who holds 2 contracts, and the market order of a reverse (4) or a half (1) that the window made from them. */
async function holding() {
  const desk = new Desk({ limits: NO_LIMITS })
  desk.prepare = (broker) => {
    broker.venueTrades = [tradeOf('t1', { amount: text('2'), fee: text('6') })]
    broker.venueLedger = [rowOf('t1', { transactionType: 'trade', signedAmount: text('-6') })]
  }
  const broker = await desk.ready()
  const market = desk.markets.at(-1)!
  const order = (amount: '4' | '1') => ({
    intentId: `intent-sized-${amount}`,
    draft: draftOf({
      side: 'sell',
      type: 'market',
      amount: text(amount),
      limitPrice: null,
      timeInForce: null,
    }),
    typed: null,
    sizedBy: text('2'),
  })
  return { desk, broker, market, order }
}

it.each(['4', '1'] as const)(
  'an order of %s contracts sends nothing where the position changes while its book is fetched',
  async (amount) => {
    const { desk, broker, market, order } = await holding()
    const book = Promise.withResolvers<BookWalk | null>()
    market.walk = () => book.promise
    const reply = desk.call('order.submit', order(amount))
    await desk.settle()
    // Another order fills meanwhile, so that a reverse would open more than the dealer held.
    broker.listener?.trade(tradeOf('t2', { side: 'sell', amount: text('1.5'), createdAt: 2_000 }))
    book.resolve(market.walkAnswer(BTC, 'sell', { amount: text(amount) }))
    expect(await reply).toMatchObject({
      ok: false,
      failure: {
        kind: 'refused',
        message: `The position of ${C1} in ${BTC} changed from 2 to 0.5 contracts before this order left. Nothing was sent. Propose the order again.`,
      },
    })
    await desk.settle()
    expect(broker.sent).toEqual([])
  },
)

it('is sent while the position stands, and without a word about the position as before', async () => {
  const { desk, broker, order } = await holding()
  const sized = await desk.call('order.submit', { ...order('4'), sizedBy: text('2.0') })
  expect(sized).toMatchObject({ ok: true })
  const { sizedBy: _, ...plain } = order('1')
  expect(await desk.call('order.submit', plain)).toMatchObject({ ok: true })
  await desk.settle()
  expect(broker.sent.map(({ draft }) => draft.amount)).toEqual(['4', '1'])
})

it('is refused at once where the window had an older position', async () => {
  const { desk, broker, order } = await holding()
  broker.listener?.trade(tradeOf('t2', { side: 'sell', amount: text('2'), createdAt: 2_000 }))
  expect(await desk.call('order.submit', order('4'))).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('changed from 2 to 0 contracts') as string },
  })
  expect(broker.sent).toEqual([])
})

it('is refused while an order that closes the same position has no fill yet, from any window', async () => {
  const { desk, broker, order } = await holding()
  // Another window reads the same position and closes it. The venue answers late.
  const first = await desk.call('order.submit', { ...order('4'), intentId: 'intent-window-a' })
  expect(first).toMatchObject({ ok: true })
  await desk.settle()
  expect(await desk.call('order.submit', order('1'))).toMatchObject({
    ok: false,
    failure: {
      kind: 'refused',
      message: `Another order to sell ${BTC} of ${C1} is on its way, and it changes the position that gave this size. Nothing was sent. Propose the order again.`,
    },
  })
  await desk.settle()
  expect(broker.sent).toHaveLength(1)
})

it('is sent beside a resting limit order of the same side, which the dealer saw', async () => {
  const { desk, broker, order } = await holding()
  await desk.call('order.submit', { intentId: 'resting-1', draft: draftOf({ side: 'sell' }), typed: null })
  await desk.settle()
  const [resting] = broker.sent
  resting?.answer.resolve({ kind: 'accepted', value: reportOf(resting.id, 'open', { side: 'sell' }) })
  await desk.settle()
  expect(await desk.call('order.submit', order('1'))).toMatchObject({ ok: true })
})
