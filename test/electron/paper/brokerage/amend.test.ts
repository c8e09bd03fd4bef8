import { describe, expect, test, vi } from 'vitest'
import { decimal, decimalOf, multiply, toText } from '../../../../shared/base/decimal.ts'
import { simulatedExchange } from '../../../../electron/paper/exchange/simulatedExchange.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { BTC } from '../../../fakes/venue/fakeExchange.ts'
import { listen, openTestBroker, type TestBroker } from '../testBroker.ts'

const amend = (desk: TestBroker, reference: string, body: unknown, customer = 'C1042') =>
  desk.raw(`/v1/customers/${customer}/orders/${reference}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const limit = (price: number, amount = '0.1') => ({ type: 'limit', limit_price: price, amount })
const read = async (desk: TestBroker, reference: string) =>
  (await desk.get(`/v1/customers/C1042/orders/${reference}`)).body

describe('amend [gap.11 4.orders.amend]', () => {
  test('a resting order takes a new price and amount, and answers as it then stands', async () => {
    const desk = await openTestBroker()
    await desk.order('a', limit(59000))
    const { status, body } = await amend(desk, 'a', { limit_price: '59100.5', amount: 0.2 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ limit_price: '59100.5', amount: '0.2', status: 'open' })
    expect(await read(desk, 'a')).toEqual(body)
    expect(desk.exchange.resting.get('C1042/a')).toMatchObject({ limitTicks: 118201, lots: 200 })
    const crossing = await amend(desk, 'a', { limit_price: '60000.5' })
    expect(crossing.body).toMatchObject({ status: 'filled', filled_amount: '0.2' })
  })

  test('fills stay and count in the amount [2.order.filledAmount]', async () => {
    const desk = await openTestBroker()
    await desk.order('a', limit(59000))
    desk.exchange.fillResting('C1042/a', 40)
    expect((await amend(desk, 'a', { amount: '0.04' })).body.code).toBe('VALIDATION_ERROR')
    expect((await amend(desk, 'a', { amount: '0.03' })).body.message).toMatch(/^amount\b.*0\.04/)
    const less = await amend(desk, 'a', { amount: '0.05' })
    expect(less.body).toMatchObject({ amount: '0.05', filled_amount: '0.04', status: 'partially_filled' })
    expect(desk.exchange.resting.get('C1042/a')?.lots).toBe(10)
    desk.exchange.fillResting('C1042/a', 10)
    expect((await read(desk, 'a')).status).toBe('filled')
  })

  test('a waiting order takes new triggers, and triggers at once when the price has passed', async () => {
    const desk = await openTestBroker()
    await desk.order('s', { type: 'stop_loss', side: 'sell', trigger_price: 59000, amount: '0.1' })
    expect((await amend(desk, 's', { trigger_price: 58000 })).body).toMatchObject({
      status: 'untriggered',
      trigger_price: '58000',
    })
    desk.exchange.print(BTC, 117000, 1, 'sell')
    expect((await read(desk, 's')).status).toBe('untriggered')
    expect((await amend(desk, 's', { trigger_price: 58500 })).body.status).toBe('filled')

    await desk.order('c', {
      type: 'take_profit_stop_loss',
      side: 'sell',
      take_profit_price: 70000,
      stop_loss_price: 50000,
      amount: '0.1',
    })
    await amend(desk, 'c', { stop_loss_price: 55000, take_profit_price: 65000 })
    desk.exchange.mark(BTC, 130000)
    expect(await read(desk, 'c')).toMatchObject({ status: 'filled', trigger_price: '65000' })
  })

  test.each([
    ['stop_price, which does not exist', { stop_price: 5 }, 'stop_price'],
    ['nothing', {}, 'amount'],
    ['an amount of 0', { amount: 0 }, 'amount'],
    ['a negative price', { limit_price: -1 }, 'limit_price'],
    ['no number', { limit_price: 'far' }, 'limit_price'],
    ['a trigger where there is none', { trigger_price: 58000 }, 'trigger_price'],
    ['a leg where there is none', { stop_loss_price: 58000 }, 'stop_loss_price'],
    ['a field that cannot change', { side: 'sell' }, 'side'],
  ])('%s is 400 VALIDATION_ERROR and names its field [2.order.stopPrice]', async (_name, body, field) => {
    const desk = await openTestBroker()
    await desk.order('a', limit(59000))
    const before = await read(desk, 'a')
    const answer = await amend(desk, 'a', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(answer.body.message).toMatch(new RegExp(`^${field}\\b`))
    expect(await read(desk, 'a')).toEqual(before)
  })

  test('an amend that exchange or collateral refuses changes nothing [7.ORDER_REJECTED 7.INSUFFICIENT_FUNDS]', async () => {
    const desk = await openTestBroker()
    await desk.order('a', limit(59000, '1'), 'C7719')
    const path = '/v1/customers/C7719/orders/a'
    const before = (await desk.get(path)).body
    for (const [body, code] of [
      [{ limit_price: 59000.3 }, 'ORDER_REJECTED'],
      [{ amount: '1.0005' }, 'ORDER_REJECTED'],
      [{ amount: 40 }, 'ORDER_REJECTED'],
      [{ amount: '1.1' }, 'INSUFFICIENT_FUNDS'],
    ] as const)
      expect((await amend(desk, 'a', body, 'C7719')).body.code).toBe(code)
    expect((await desk.get(path)).body).toEqual(before)
    expect(desk.exchange.resting.get('C7719/a')?.lots).toBe(1000)
  })

  test('an order that is over, unknown or another customer’s is 404 NOT_FOUND', async () => {
    const desk = await openTestBroker()
    await desk.order('done', { amount: '0.1' })
    await desk.order('gone', limit(59000))
    await desk.remove('/v1/customers/C1042/orders/gone')
    for (const [reference, customer] of [
      ['done', 'C1042'],
      ['gone', 'C1042'],
      ['none', 'C1042'],
      ['gone', 'NOBODY'],
    ] as const) {
      const answer = await amend(desk, reference, { amount: 1 }, customer)
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('the stream publishes the amended order', async () => {
    const desk = await openTestBroker()
    await desk.order('a', limit(59000))
    const listener = await listen(desk.broker)
    await listener.ask({ op: 'authenticate', token: desk.token })
    await listener.ask({ op: 'subscribe', args: ['orders'] })
    await amend(desk, 'a', { amount: '0.05' })
    await vi.waitFor(() => expect(listener.on('orders')).toHaveLength(1))
    expect(listener.on('orders')[0].data).toMatchObject({ amount: '0.05', status: 'open' })
  })
})

test('a smaller amount keeps its place in the queue, a new price or a larger amount loses it', async () => {
  const clock = new FakeClock()
  const exchange = simulatedExchange({ seed: 4, clock })
  const desk = await openTestBroker({ clock, exchange })
  const [instrument] = exchange.instruments
  if (!instrument) throw new Error('the exchange lists no instrument')
  const { symbol, lotSize, tickSize } = instrument
  const [ticks, atAsk] = exchange.depth(symbol).asks[0] ?? [0, 0]
  const order = (lots: number, more: object = {}) => ({
    symbol,
    ...limit(0),
    limit_price: toText(multiply(decimal(tickSize), decimalOf(ticks))),
    amount: lotsText(lots),
    ...more,
  })
  const lotsText = (lots: number) => toText(multiply(decimal(lotSize), decimalOf(lots)))
  // With the best ask bought away there is room for customers alone: they are the whole queue.
  expect((await desk.order('room', order(atAsk), 'C2007')).body.status).toBe('filled')
  for (const reference of ['first', 'second', 'third']) await desk.order(reference, order(3))
  await amend(desk, 'first', { amount: lotsText(2) })
  await amend(desk, 'second', { amount: lotsText(4) })
  // 2 of first, then 3 of third, then second: a seller of 6 leaves 3 of second.
  await desk.order('taker', order(6, { side: 'sell', time_in_force: 'IOC' }), 'C2007')
  expect((await read(desk, 'first')).status).toBe('filled')
  expect((await read(desk, 'third')).status).toBe('filled')
  expect(await read(desk, 'second')).toMatchObject({ status: 'partially_filled', filled_amount: lotsText(1) })
})
