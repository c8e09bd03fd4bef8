import { describe, expect, test } from 'vitest'
import { openTestBroker } from '../testBroker.ts'

const limit = (price: string, amount = '0.1') => ({ type: 'limit', limit_price: price, amount })

describe('order rules 1 to 6 [4.rule.1 4.rule.2 4.rule.3 4.rule.4 4.rule.6]', () => {
  const broken: readonly [name: string, body: object, field: string][] = [
    ['amount and cash amount both', { amount: 1, cash_amount: 100 }, 'cash_amount'],
    ['neither amount nor cash amount', {}, 'amount'],
    ['cash amount on a stop', { type: 'stop_loss', cash_amount: 5, trigger_price: 1 }, 'cash_amount'],
    ['no amount on a stop', { type: 'stop_loss', trigger_price: 1 }, 'amount'],
    ['cash order FOK', { cash_amount: 100, time_in_force: 'FOK' }, 'time_in_force'],
    ['cash order GTC', { cash_amount: 100, time_in_force: 'GTC' }, 'time_in_force'],
    ['limit without price', { type: 'limit', amount: 1 }, 'limit_price'],
    ['limit at 0', { type: 'limit', amount: 1, limit_price: 0 }, 'limit_price'],
    ['market with price', { amount: 1, limit_price: 5 }, 'limit_price'],
    ['negative trigger', { type: 'stop_loss', amount: 1, trigger_price: -1 }, 'trigger_price'],
    [
      'wrong trigger type',
      { type: 'stop_loss', amount: 1, trigger_price: 1, trigger_price_type: 'mark_price' },
      'trigger_price_type',
    ],
    [
      'combo without stop',
      { type: 'take_profit_stop_loss', amount: 1, take_profit_price: 1 },
      'stop_loss_price',
    ],
    ['amount 0', { amount: 0 }, 'amount'],
    ['amount no number', { amount: 'many' }, 'amount'],
    ['leverage 0', { amount: 1, leverage: 0 }, 'leverage'],
    ['leverage 11', { amount: 1, leverage: 11 }, 'leverage'],
    ['leverage 14', { amount: 1, leverage: 14 }, 'leverage'],
    ['leverage 2.5', { amount: 1, leverage: 2.5 }, 'leverage'],
    ['unknown side', { amount: 1, side: 'long' }, 'side'],
    ['unknown type', { amount: 1, type: 'iceberg' }, 'type'],
    ['unknown time in force', { amount: 1, time_in_force: 'DAY' }, 'time_in_force'],
    ['stop_price, which does not exist', { amount: 1, stop_price: 5 }, 'stop_price'],
    ['reference_id with a space', { amount: 1, reference_id: 'a b' }, 'reference_id'],
    ['reference_id of 41', { amount: 1, reference_id: 'a'.repeat(41) }, 'reference_id'],
    ['an object as amount', { amount: {} }, 'amount'],
  ]
  test('each broken rule is 400 VALIDATION_ERROR and names its field; nothing reaches the exchange [4.rule.6 7.VALIDATION_ERROR.order 2.order.referenceId 2.order.side 2.order.amount 2.order.limitPrice 2.order.triggerPrice 2.order.comboPrices 2.order.triggerPriceType 2.order.leverage 2.order.stopPrice 8.leverage 8.referenceId 8.cashAmount 7.VALIDATION_ERROR.leverage]', async () => {
    const desk = await openTestBroker()
    for (const [name, body, field] of broken) {
      const answer = await desk.order('rule', body)
      expect([name, answer.status, answer.body.code]).toEqual([name, 400, 'VALIDATION_ERROR'])
      expect(`${name}: ${answer.body.message}`).toMatch(new RegExp(`^${name}: ${field}\\b`))
    }
    expect((await desk.get('/v1/customers/C1042/orders/rule')).status).toBe(404)
    expect((await desk.get('/v1/customers/C1042/margin-profile')).body.instrument_margins).toHaveLength(1)
  })

  test('numbers keep every digit, written as numbers or as text', async () => {
    const desk = await openTestBroker()
    const asNumber = await desk.post(
      '/v1/customers/C1042/orders',
      '{"reference_id":"n","symbol":"BTCUSDC_PERP","side":"buy","type":"limit","limit_price":59999.50,"amount":0.1000}',
    )
    expect(asNumber.body).toMatchObject({ limit_price: '59999.5', amount: '0.1', status: 'open' })
    expect((await desk.order('t', limit('59999.5'))).body).toMatchObject({ limit_price: '59999.5' })
  })
})

describe('fates of an order', () => {
  test('a market order fills at once [4.orders.create 4.orders.get 2.order.cashAmount gap.22]', async () => {
    const desk = await openTestBroker()
    const { status, body } = await desk.order('m1', { amount: '0.6', leverage: 10 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      reference_id: 'm1',
      customer_code: 'C1042',
      status: 'filled',
      amount: '0.6',
      filled_amount: '0.6',
      filled_quote: '36000.35',
      time_in_force: 'IOC',
      leverage: 10,
    })
    expect(body).not.toHaveProperty('cash_amount')
    expect((await desk.get('/v1/customers/C1042/orders/m1')).body).toEqual(body)
    expect((await desk.get('/v1/customers/C1042/orders')).body).toEqual([])
  })

  test('a limit order rests, fills in part, then wholly [3.order.open 3.order.partiallyFilled 2.order.filledAmount 2.order.filledQuote gap.22]', async () => {
    const desk = await openTestBroker()
    expect((await desk.order('l1', limit('59000'))).body).toMatchObject({
      status: 'open',
      time_in_force: 'GTC',
    })
    desk.exchange.fillResting('C1042/l1', 40)
    const part = (await desk.get('/v1/customers/C1042/orders')).body
    expect(part).toMatchObject([{ status: 'partially_filled', filled_amount: '0.04', filled_quote: '2360' }])
    desk.exchange.fillResting('C1042/l1', 60)
    expect((await desk.get('/v1/customers/C1042/orders/l1')).body.status).toBe('filled')
    expect((await desk.get('/v1/customers/C1042/orders')).body).toEqual([])
  })

  test('a limit order that crosses takes and rests with the remainder', async () => {
    const desk = await openTestBroker()
    const { body } = await desk.order('x1', limit('60000.5', '0.7'))
    expect(body).toMatchObject({ status: 'partially_filled', filled_amount: '0.5' })
    expect(desk.exchange.resting.get('C1042/x1')?.lots).toBe(200)
  })

  test('IOC drops what does not fill, FOK fills all or nothing [2.order.timeInForce 3.order.canceled 3.order.noPartialCancel]', async () => {
    const desk = await openTestBroker()
    const ioc = await desk.order('i1', { ...limit('60000.5', '0.7'), time_in_force: 'IOC' })
    expect(ioc.body).toMatchObject({ status: 'canceled', filled_amount: '0.5' })
    const fok = await desk.order('f1', { ...limit('60001', '9'), time_in_force: 'FOK' })
    expect(fok.body).toMatchObject({ status: 'canceled', filled_amount: '0' })
    expect(desk.exchange.resting.size).toBe(0)
  })

  test('cash becomes the most whole lots that fit at the book [4.rule.2.fill]', async () => {
    const desk = await openTestBroker()
    // 0.5 at 60000.5 cost 30000.25; the other 4999.75 buy 0.083 at 60001 (4980.083).
    const { body } = await desk.order('c1', { cash_amount: 35000 })
    expect(body).toMatchObject({
      amount: '0.583',
      cash_amount: '35000',
      filled_quote: '34980.333',
      status: 'filled',
      time_in_force: 'IOC',
    })
    const capped = await desk.order('c2', { cash_amount: '1000', type: 'limit', limit_price: '50000' })
    expect(capped.body).toMatchObject({ amount: '0.02', filled_amount: '0', status: 'canceled' })
    const dust = await desk.order('c3', { cash_amount: '59' })
    expect([dust.status, dust.body.code]).toEqual([400, 'ORDER_REJECTED'])
  })

  test('cancel takes it off the book once; afterwards and for a stranger it is 404 NOT_FOUND [4.orders.cancel 4.orders.cancelUnknown 7.NOT_FOUND.cancel gap.12]', async () => {
    const desk = await openTestBroker()
    await desk.order('k1', limit('59000'))
    const canceled = await desk.remove('/v1/customers/C1042/orders/k1')
    expect([canceled.status, canceled.body.status]).toEqual([200, 'canceled'])
    expect(desk.exchange.resting.size).toBe(0)
    for (const path of ['C1042/orders/k1', 'C1042/orders/none', 'C2007/orders/k1', 'NOBODY/orders/k1']) {
      const again = await desk.remove(`/v1/customers/${path}`)
      expect([path, again.status, again.body.code]).toEqual([path, 404, 'NOT_FOUND'])
    }
  })

  test('the open list filters by symbol and keeps the order of arrival [gap.10]', async () => {
    const desk = await openTestBroker()
    await desk.order('o1', limit('59000'))
    await desk.order('o2', { ...limit('2900', '1'), symbol: 'ETHUSDC_PERP' })
    await desk.order('o3', limit('58000'))
    const references = async (query: string) =>
      (await desk.get(`/v1/customers/C1042/orders${query}`)).body.map(
        (order: { reference_id: string }) => order.reference_id,
      )
    expect(await references('')).toEqual(['o1', 'o2', 'o3'])
    expect(await references('?symbol=BTCUSDC_PERP')).toEqual(['o1', 'o3'])
    expect(await references('?symbol=NONE')).toEqual([])
  })
})

describe('refusals of the exchange', () => {
  test.each([
    ['price off the tick [7.ORDER_REJECTED gap.23]', limit('59000.3'), 400, 'ORDER_REJECTED'],
    ['amount off the lot', { amount: '0.0005' }, 400, 'ORDER_REJECTED'],
    [
      'notional above the maximum [7.ORDER_REJECTED.notional 8.notional]',
      limit('59000', '40'),
      400,
      'ORDER_REJECTED',
    ],
    ['unknown symbol [2.order.symbol 7.NOT_FOUND]', { symbol: 'DOGEUSDC_PERP', amount: 1 }, 404, 'NOT_FOUND'],
    ['a symbol that is none', { symbol: '<b>', amount: 1 }, 404, 'NOT_FOUND'],
  ])('%s', async (_name, body, status, code) => {
    const desk = await openTestBroker()
    const answer = await desk.order('r1', body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await desk.get('/v1/customers/C1042/orders/r1')).status).toBe(404)
  })

  test('an unknown customer is 404', async () => {
    const desk = await openTestBroker()
    expect((await desk.order('r2', { amount: 1 }, 'NOBODY')).body.code).toBe('NOT_FOUND')
  })

  test('a reference id is used once per customer, also after its order ended', async () => {
    const desk = await openTestBroker()
    await desk.order('d1', { amount: '0.1' })
    const second = await desk.order('d1', limit('59000'))
    expect([second.status, second.body.code]).toEqual([400, 'ORDER_REJECTED'])
    expect(desk.exchange.resting.size).toBe(0)
    expect((await desk.get('/v1/trades')).body.items).toHaveLength(1)
    expect((await desk.order('d1', { amount: '0.1' }, 'C2007')).status).toBe(200)
  })
})

describe('margin', () => {
  test('an order beyond the collateral is INSUFFICIENT_FUNDS; resting orders count [7.INSUFFICIENT_FUNDS]', async () => {
    const desk = await openTestBroker()
    // C7719 holds 5000; 8 % of 60000 is 4800.
    expect((await desk.order('a', limit('60000', '1.05'), 'C7719')).body.code).toBe('INSUFFICIENT_FUNDS')
    expect((await desk.order('b', limit('60000', '1'), 'C7719')).status).toBe(200)
    expect((await desk.order('c', limit('59000', '0.1'), 'C7719')).body.code).toBe('INSUFFICIENT_FUNDS')
    // The other side does not add up with it: the worse of both counts.
    expect((await desk.order('e', { ...limit('61000', '0.9'), side: 'sell' }, 'C7719')).status).toBe(200)
    await desk.remove('/v1/customers/C7719/orders/b')
    expect((await desk.order('f', limit('59000', '0.1'), 'C7719')).status).toBe(200)
  })

  test('leverage sets the margin, stays for later orders, and stays even when its order is refused [4.rule.5]', async () => {
    const desk = await openTestBroker()
    const refused = await desk.order('a', { ...limit('60000', '1'), leverage: 2 }, 'C7719')
    expect(refused.body.code).toBe('INSUFFICIENT_FUNDS')
    const margins = async () => (await desk.get('/v1/customers/C7719/margin-profile')).body.instrument_margins
    expect(await margins()).toContainEqual({ symbol: 'BTCUSDC_PERP', leverage: '2', initial_margin: '50.00' })
    expect((await desk.order('b', limit('60000', '0.5'), 'C7719')).body.code).toBe('INSUFFICIENT_FUNDS')
    const with13 = await desk.order('c', { ...limit('60000', '0.5'), leverage: 13 }, 'C7719')
    expect(with13.body).toMatchObject({ status: 'open', leverage: 13 })
    expect(await margins()).toContainEqual({ symbol: 'BTCUSDC_PERP', leverage: '13', initial_margin: '8.00' })
  })

  test('an account under water may close but not open', async () => {
    const desk = await openTestBroker()
    await desk.order('a', { amount: '1' }, 'C7719')
    desk.exchange.print('BTCUSDC_PERP' as never, 108000, 1, 'sell')
    expect((await desk.order('b', { amount: '0.01' }, 'C7719')).body.code).toBe('INSUFFICIENT_FUNDS')
    expect((await desk.order('c', { amount: '1', side: 'sell' }, 'C7719')).body.status).toBe('filled')
  })
})
