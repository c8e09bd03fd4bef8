/** A venue whose trades name no order and come late: nothing closes a position twice, and the limits count the fill. */

import { expect, it } from 'vitest'
import { createTradeBook } from '../../../../electron/core/accounts/tradeBook.ts'
import { createRowSizing } from '../../../../electron/core/dealing/block/sizeByPosition.ts'
import { openPairs, type OpenPairsOptions } from '../../../../electron/core/risk/limits/openExposures.ts'
import { toText } from '../../../../shared/base/decimal.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { BTC, C1, Desk, draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'

const OLD = tradeOf('t1', { referenceId: null, amount: text('2'), fee: text('6') })
const sold = (id: string | null, more: Partial<Trade> = {}) =>
  tradeOf('t2', {
    side: 'sell',
    amount: text('2'),
    referenceId: id as ReferenceId | null,
    fee: text('0'),
    createdAt: 2_000,
    ...more,
  })

/** A customer who holds 2 contracts by one old trade that names no order. */
async function holding() {
  const desk = new Desk({ limits: NO_LIMITS })
  desk.prepare = (broker) => {
    broker.venueTrades = [OLD]
    broker.venueLedger = [rowOf('t1', { transactionType: 'trade', signedAmount: text('-6') })]
  }
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const broker = await desk.ready()
  /** The venue reports that the n-th order, which sells 2 contracts, filled. Its trade does not arrive. */
  const fill = async (n: number) => {
    const { id, answer } = broker.sent[n]!
    answer.resolve({
      kind: 'accepted',
      value: reportOf(id, 'filled', {
        side: 'sell',
        type: 'market',
        limitPrice: null,
        timeInForce: null,
        amount: text('2'),
        filledAmount: text('2'),
        filledQuote: text('120000'),
      }),
    })
    await desk.settle()
    return id
  }
  const closing = (intentId: string) => ({
    intentId,
    draft: draftOf({ side: 'sell', type: 'market', amount: text('2'), limitPrice: null, timeInForce: null }),
    typed: null,
    sizedBy: text('2'),
  })
  return { desk, broker, notices, fill, closing }
}

it('a flatten waits for the trade of the flatten before, and sends nothing without it', async () => {
  const { desk, broker, fill } = await holding()
  const flat = (intentId: string) =>
    desk.call('position.flatten', { intentId, customerCode: C1, symbol: BTC, typed: null })
  const first = flat('flatten-01')
  await desk.settle()
  expect(await first).toMatchObject({ ok: true })
  await fill(0)
  const second = flat('flatten-02')
  await desk.settle()
  desk.clock.advance(2_000)
  await desk.settle()
  expect(broker.sent).toHaveLength(1)
  broker.listener?.trade(sold(null))
  desk.clock.advance(100)
  expect(await second).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('is flat in') as string },
  })
  expect(broker.sent).toHaveLength(1)
})

it.each([
  ['names its order', (id: string) => id],
  ['names no order', () => null],
])('a single order that the position sized waits for a late trade that %s', async (_name, nameOf) => {
  const { desk, broker, fill, closing } = await holding()
  await desk.call('order.submit', closing('intent-sized-1'))
  await desk.settle()
  const id = await fill(0)
  expect(await desk.call('order.submit', closing('intent-sized-2'))).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('a fill whose trade has not arrived') as string },
  })
  broker.listener?.trade(sold(nameOf(id)))
  expect(await desk.call('order.submit', { ...closing('intent-sized-3'), sizedBy: text('0') })).toMatchObject(
    { ok: true },
  )
})

it('a notice says that trades of the venue name no order once a fill rests on them', async () => {
  const { desk, broker, notices, fill, closing } = await holding()
  const isSaid = () => [...notices.values()].some(({ message }) => message.includes('name no order'))
  await desk.call('order.submit', closing('intent-sized-1'))
  await desk.settle()
  const id = await fill(0)
  broker.listener?.order(
    reportOf(id, 'filled', {
      side: 'sell',
      type: 'market',
      limitPrice: null,
      timeInForce: null,
      amount: text('2'),
      filledAmount: text('2'),
      filledQuote: text('120000'),
    }),
  )
  expect(isSaid()).toBe(false)
  broker.listener?.trade(sold(null))
  desk.clock.advance(3_000)
  await desk.settle()
  expect(isSaid()).toBe(true)
})

/** Trades of a customer who holds 2 contracts by an old trade, and an order that sold them, whose trade is late. */
function soldLately() {
  const trades = createTradeBook()
  trades.setWhole(true)
  trades.take([OLD])
  const order = {
    ...reportOf('r1', 'filled', { side: 'sell', amount: text('2'), filledAmount: text('2') }),
    customerCode: C1,
    phase: 'closed',
    origin: 'desk',
    createdAt: 2_000,
  } as unknown as Order
  trades.orderMade(C1, order.referenceId)
  return { trades, orderStore: { recent: () => [order], recentOf: () => [order], liveOf: () => [] } }
}

it('a row of a second Reduce stays back until the trade of the first can be there', () => {
  const { trades, orderStore } = soldLately()
  const whyMissized = createRowSizing({ trades, orderStore })
  const row = (sizedBy: string) =>
    whyMissized(
      { symbol: BTC, side: 'sell' },
      { customerCode: C1, amount: text('2'), sizedBy: text(sizedBy) },
      null,
    )
  expect(row('2')).toContain('a fill whose trade has not arrived')
  trades.take([sold(null)], true)
  expect(row('2')).toContain('changed from 2 to 0')
  expect(row('0')).toBeNull()
})

it('the exposure counts a fill until the trades can hold it, and once', () => {
  const { trades, orderStore } = soldLately()
  const options = {
    orderStore,
    trades,
    instruments: { valuation: () => null },
  } as unknown as OpenPairsOptions
  const pair = () => openPairs(options, [], null).find(({ symbol }) => symbol === BTC)!
  expect([toText(pair().position), toText(pair().sell.amount)]).toEqual(['2', '2'])
  trades.take([sold(null)], true)
  expect(openPairs(options, [], null).map(({ sell }) => toText(sell.amount))).toEqual(['0'])
})

it.each(['before', 'after'])('a trade takes its order from its ledger row, %s which it arrives', (when) => {
  const row = rowOf('t2', { transactionType: 'trade', referenceId: 'r1' as ReferenceId })
  let known = when === 'after' ? row : undefined
  const trades = createTradeBook(undefined, () => known)
  trades.orderMade(C1, 'r1' as ReferenceId)
  trades.take([sold(null)], true)
  known = row
  trades.takeFillRows([row])
  expect(trades.filledBy(C1, BTC, 'r1' as ReferenceId)).toMatchObject({ mayBeMore: false })
  expect(toText(trades.filledBy(C1, BTC, 'r1' as ReferenceId).named)).toBe('2')
})
