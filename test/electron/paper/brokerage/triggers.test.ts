import { expect, describe, test, vi } from 'vitest'
import { BTC, ETH } from '../../../fakes/venue/fakeExchange.ts'
import { listen, openTestBroker, type TestBroker } from '../testBroker.ts'

const read = async (desk: TestBroker, reference: string, customer = 'C1042') =>
  (await desk.get(`/v1/customers/${customer}/orders/${reference}`)).body
const stop = (type: string, side: string, trigger: number, more: object = {}) => ({
  type,
  side,
  trigger_price: trigger,
  amount: '0.1',
  ...more,
})
/** Trades at `price` USDC, as everyone sees it. */
const trade = (desk: TestBroker, price: number) => desk.exchange.print(BTC, price * 2, 1, 'buy')

describe('triggers on the trade price [gap.13 gap.21]', () => {
  test.each([
    ['stop_loss', 'sell', 59000, 59000.5, 59000],
    ['stop_loss', 'buy', 61000, 60999.5, 61000],
    ['take_profit', 'sell', 61000, 60999.5, 61000],
    ['take_profit', 'buy', 59000, 59000.5, 59000],
  ])(
    '%s %s at %d: %d leaves it waiting, %d fills it [2.order.type 2.order.triggerPrice 2.order.triggerPriceType 4.rule.4]',
    async (type, side, trigger, short, reached) => {
      const desk = await openTestBroker()
      const placed = await desk.order('s', stop(type, side, trigger))
      expect(placed.body).toMatchObject({
        type,
        status: 'untriggered',
        trigger_price: String(trigger),
        trigger_price_type: 'trade_price',
        filled_amount: '0',
      })
      trade(desk, short)
      desk.exchange.mark(BTC, reached * 2)
      expect((await read(desk, 's')).status).toBe('untriggered')
      trade(desk, reached)
      expect(await read(desk, 's')).toMatchObject({
        type,
        status: 'filled',
        filled_amount: '0.1',
        triggered_at: expect.any(String),
      })
    },
  )

  test('a limit stop rests at its limit once triggered, and is an open order before and after [4.orders.list 2.order.type]', async () => {
    const desk = await openTestBroker()
    await desk.order('s', stop('stop_loss_limit', 'buy', 61000, { limit_price: 59500 }))
    await desk.order('plain', { type: 'limit', limit_price: 59000, amount: '0.1' })
    const listed = async () =>
      (await desk.get('/v1/customers/C1042/orders')).body.map(
        (order: { reference_id: string; status: string }) => `${order.reference_id} ${order.status}`,
      )
    expect(await listed()).toEqual(['s untriggered', 'plain open'])
    trade(desk, 61500)
    expect(await listed()).toEqual(['s open', 'plain open'])
    expect(desk.exchange.resting.get('C1042/s')).toMatchObject({ limitTicks: 119000, lots: 100 })
    desk.exchange.fillResting('C1042/s', 100)
    expect(await read(desk, 's')).toMatchObject({ status: 'filled', type: 'stop_loss_limit' })
  })

  test('a price that has passed already triggers at once', async () => {
    const desk = await openTestBroker()
    const market = await desk.order('a', stop('stop_loss', 'sell', 60500))
    expect(market.body).toMatchObject({ status: 'filled', filled_amount: '0.1' })
    const limit = await desk.order('b', stop('take_profit_limit', 'sell', 59000, { limit_price: 61000 }))
    expect(limit.body).toMatchObject({ status: 'open' })
  })

  test('IOC and FOK hold from the trigger on [2.order.timeInForce]', async () => {
    const desk = await openTestBroker()
    const far = { limit_price: 60000.5, amount: '0.7' }
    await desk.order('ioc', stop('stop_loss_limit', 'buy', 61000, { ...far, time_in_force: 'IOC' }))
    await desk.order('fok', stop('stop_loss_limit', 'buy', 62000, { ...far, time_in_force: 'FOK' }))
    await desk.order('fokMarket', stop('take_profit', 'buy', 58000, { amount: 9, time_in_force: 'FOK' }))
    trade(desk, 61000)
    expect(await read(desk, 'ioc')).toMatchObject({ status: 'canceled', filled_amount: '0.5' })
    trade(desk, 62000)
    expect(await read(desk, 'fok')).toMatchObject({ status: 'canceled', filled_amount: '0' })
    trade(desk, 58000)
    expect(await read(desk, 'fokMarket')).toMatchObject({ status: 'canceled', filled_amount: '0' })
    expect(desk.exchange.resting.size).toBe(0)
  })

  test('the stream publishes untriggered, triggered, then the outcome', async () => {
    const desk = await openTestBroker()
    const listener = await listen(desk.broker)
    await listener.ask({ op: 'authenticate', token: desk.token })
    await listener.ask({ op: 'subscribe', args: ['orders', 'trades'] })
    await desk.order('s', stop('stop_loss', 'sell', 59000))
    trade(desk, 58999)
    await vi.waitFor(() => expect(listener.on('orders')).toHaveLength(3))
    expect(listener.on('orders').map(({ data }) => data.status)).toEqual([
      'untriggered',
      'triggered',
      'filled',
    ])
    expect(listener.on('trades')).toHaveLength(1)
  })

  test('a trade triggers orders of its instrument only, in order of arrival', async () => {
    const desk = await openTestBroker()
    await desk.order('first', stop('stop_loss', 'sell', 59000))
    await desk.order('other', { ...stop('stop_loss', 'sell', 2900), symbol: ETH, amount: 1 })
    await desk.order('second', stop('stop_loss', 'sell', 59500), 'C2007')
    trade(desk, 58000)
    const trades = (await desk.get('/v1/trades')).body.items
    expect(trades.map((each: { reference_id: string }) => each.reference_id)).toEqual(['second', 'first'])
    expect((await read(desk, 'other')).status).toBe('untriggered')
  })
})

describe('the combo triggers on the mark price, one leg for both [2.order.comboPrices 2.order.triggerPriceType gap.21]', () => {
  const combo = (side: string, profit: number, loss: number) => ({
    type: 'take_profit_stop_loss',
    side,
    take_profit_price: profit,
    stop_loss_price: loss,
    amount: '0.1',
  })

  test.each([
    ['sell', 61000, 59000, 61000, 58000],
    ['sell', 61000, 59000, 58999.5, 62000],
    ['buy', 59000, 61000, 59000, 62000],
    ['buy', 59000, 61000, 61000.5, 58000],
  ])(
    '%s with profit %d and loss %d: a mark of %d fills it, a later %d does nothing',
    async (side, profit, loss, first, then) => {
      const desk = await openTestBroker()
      const { body } = await desk.order('c', combo(side, profit, loss))
      expect(body).toMatchObject({
        status: 'untriggered',
        trigger_price_type: 'mark_price',
        take_profit_price: String(profit),
        stop_loss_price: String(loss),
      })
      expect(body).not.toHaveProperty('trigger_price')
      trade(desk, first)
      expect((await read(desk, 'c')).status).toBe('untriggered')
      desk.exchange.mark(BTC, first * 2)
      const leg = Math.abs(first - profit) < Math.abs(first - loss) ? profit : loss
      expect(await read(desk, 'c')).toMatchObject({ status: 'filled', trigger_price: String(leg) })
      desk.exchange.mark(BTC, then * 2)
      expect((await desk.get('/v1/customers/C1042/trades')).body.items).toHaveLength(1)
    },
  )

  test('legs the wrong way round are refused by the exchange', async () => {
    const desk = await openTestBroker()
    for (const [reference, body] of [
      ['a', combo('sell', 59000, 61000)],
      ['b', combo('buy', 61000, 59000)],
      ['c', combo('buy', 60000, 60000)],
    ] as const)
      expect((await desk.order(reference, body)).body.code).toBe('ORDER_REJECTED')
  })
})

describe('what a waiting order may and may not', () => {
  test('a waiting order is canceled once, and its price triggers nothing afterwards [4.orders.cancel]', async () => {
    const desk = await openTestBroker()
    await desk.order('s', stop('stop_loss', 'sell', 59000))
    const path = '/v1/customers/C1042/orders/s'
    expect((await desk.remove(path)).body).toMatchObject({ status: 'canceled', filled_amount: '0' })
    trade(desk, 58000)
    expect((await read(desk, 's')).status).toBe('canceled')
    expect((await desk.remove(path)).body.code).toBe('NOT_FOUND')
    expect((await desk.get('/v1/customers/C1042/trades')).body.items).toEqual([])
  })

  test.each([
    ['a trigger price off the tick', stop('stop_loss', 'sell', 59000.3), 'ORDER_REJECTED'],
    ['an amount off the lot', stop('stop_loss', 'sell', 59000, { amount: '0.0005' }), 'ORDER_REJECTED'],
    ['a notional above the maximum', stop('stop_loss', 'buy', 61000, { amount: 40 }), 'ORDER_REJECTED'],
    [
      'more than the collateral covers',
      stop('stop_loss', 'buy', 61000, { amount: '1.1' }),
      'INSUFFICIENT_FUNDS',
    ],
  ])('%s is refused', async (_name, body, code) => {
    const desk = await openTestBroker()
    expect((await desk.order('s', body, 'C7719')).body.code).toBe(code)
    expect((await desk.get('/v1/customers/C7719/orders')).body).toEqual([])
  })

  test('a waiting order binds no margin, and is rejected at its trigger without collateral', async () => {
    const desk = await openTestBroker()
    // C7719 holds 5000: 1 BTC needs 4800 and more at 61000.
    await desk.order('s', stop('stop_loss', 'buy', 61000, { amount: '1' }), 'C7719')
    expect((await desk.order('b', { type: 'limit', limit_price: 59000, amount: '1' }, 'C7719')).status).toBe(
      200,
    )
    trade(desk, 61000)
    expect(await read(desk, 's', 'C7719')).toMatchObject({ status: 'rejected', filled_amount: '0' })
    expect((await desk.get('/v1/customers/C7719/trades')).body.items).toEqual([])
  })

  test('a stop that closes a position is accepted and triggers without free collateral', async () => {
    const desk = await openTestBroker()
    await desk.order('in', { amount: '1' }, 'C7719')
    await desk.order('out', stop('stop_loss', 'sell', 59500, { amount: '1' }), 'C7719')
    trade(desk, 59000)
    expect(await read(desk, 'out', 'C7719')).toMatchObject({ status: 'filled', filled_amount: '1' })
  })
})
