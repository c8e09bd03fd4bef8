/** Statements of docs/api.md that cut across resources: words, names, paths that are there and paths that are gone. */

import { describe, expect, test, vi } from 'vitest'
import { BTC } from '../../../fakes/venue/fakeExchange.ts'
import { listen, openTestBroker, type TestBroker } from '../testBroker.ts'

/** One customer with an order at rest, a filled one, a canceled one and a deposit; another with one trade. */
async function busyBroker() {
  const desk = await openTestBroker()
  const stream = await listen(desk.broker)
  await stream.ask({ op: 'authenticate', token: desk.token })
  await stream.ask({ op: 'subscribe', args: ['orders', 'trades', 'balance-changes'] })
  const limit = { type: 'limit', limit_price: 59000, amount: '0.1' }
  await desk.order('rests', limit)
  await desk.order('fills', { amount: '0.1' })
  await desk.order('ends', limit)
  await desk.remove('/v1/customers/C1042/orders/ends')
  await desk.order('other', { amount: '0.1', side: 'sell' }, 'C2007')
  await desk.post('/v1/customers/C1042/deposits', { amount: 5, asset: 'USDC' })
  desk.clock.advance(10_000)
  await vi.waitFor(() => expect(stream.on('balance-changes')).toHaveLength(3))
  return { desk, stream }
}

const itemsOf = async (desk: TestBroker, path: string) => {
  const { body } = await desk.get(path)
  return (Array.isArray(body) ? body : body.items) as Record<string, unknown>[]
}

describe('records', () => {
  test('orders, trades and movements name their customer, listed or streamed, of all customers [1.customers 2.ledger.customerCode 6.balances]', async () => {
    const { desk, stream } = await busyBroker()
    const customers = (records: readonly Record<string, unknown>[]) =>
      new Set(records.map((record) => record['customer_code']))
    const both = new Set(['C1042', 'C2007'])
    expect(customers(await itemsOf(desk, '/v1/customers/C1042/orders'))).toEqual(new Set(['C1042']))
    expect(customers(await itemsOf(desk, '/v1/trades'))).toEqual(both)
    expect(customers(await itemsOf(desk, '/v1/customers/transactions'))).toEqual(
      new Set(desk.broker.customers),
    )
    expect(customers(await itemsOf(desk, '/v1/customers/C2007/trades'))).toEqual(new Set(['C2007']))
    for (const channel of ['orders', 'trades', 'balance-changes'])
      expect([channel, customers(stream.on(channel).map(({ data }) => data))]).toEqual([channel, both])
  })

  test('every enumerated word is snake_case; times in force are the document’s capitals [1.snakeCase 2.order.timeInForce]', async () => {
    const { desk, stream } = await busyBroker()
    const records = [
      ...(await itemsOf(desk, '/v1/customers/C1042/orders')),
      ...(await itemsOf(desk, '/v1/trades')),
      ...(await itemsOf(desk, '/v1/customers/transactions')),
      ...(await itemsOf(desk, '/v1/instruments')),
      ...['orders', 'trades', 'balance-changes'].flatMap((channel) =>
        stream.on(channel).map(({ data }) => data as Record<string, unknown>),
      ),
    ]
    const words = (...names: string[]) =>
      new Set(records.flatMap((record) => names.flatMap((name) => (name in record ? [record[name]] : []))))
    const found = words('type', 'status', 'side', 'transaction_type', 'direction', 'liquidity')
    expect(found.size).toBeGreaterThan(10)
    expect([...found].filter((word) => !/^[a-z]+(?:_[a-z]+)*$/.test(String(word)))).toEqual([])
    expect(words('time_in_force')).toEqual(new Set(['GTC', 'IOC']))
  })
})

describe('lists', () => {
  test('one customer’s ledger equals the broker’s with customer_code, with filters and cursors [4.customerTransactions 4.transactions 9.deprecated.transactions]', async () => {
    const { desk } = await busyBroker()
    const old = '/v1/customers/C1042/transactions?'
    const now = '/v1/customers/transactions?customer_code=C1042&'
    const [newest] = await itemsOf(desk, old)
    for (const query of ['', 'status=completed', 'limit=2', `before=${String(newest?.['code'])}`]) {
      const [one, other] = [await desk.get(old + query), await desk.get(now + query)]
      expect([query, one.status, one.body]).toEqual([query, 200, other.body])
      expect(one.body.items.length).toBeGreaterThan(0)
    }
    expect((await desk.get(`${old}status=settled`)).body.code).toBe('VALIDATION_ERROR')
    expect((await desk.get('/v1/customers/NOBODY/transactions')).body.code).toBe('NOT_FOUND')
  })

  test('from and to of trades are ms or RFC 3339; other formats are refused by name [4.tradesQuery.fromTo 7.VALIDATION_ERROR.dates]', async () => {
    const desk = await openTestBroker()
    const opened = desk.clock.now()
    for (const reference of ['one', 'two', 'three']) {
      await desk.order(reference, { amount: '0.01' })
      desk.clock.advance(1000)
    }
    for (const list of ['/v1/trades', '/v1/customers/C1042/trades']) {
      const references = async (from: string, to: string) =>
        (await itemsOf(desk, `${list}?from=${from}&to=${to}`)).map((trade) => trade['reference_id'])
      const text = (at: number) => encodeURIComponent(new Date(at).toISOString())
      expect(await references(String(opened), String(opened + 1000))).toEqual(['two', 'one'])
      expect(await references(text(opened + 1000), text(opened + 5000))).toEqual(['three', 'two'])
      expect(await references(String(opened + 1000), text(opened + 1000))).toEqual(['two'])
      for (const name of ['from', 'to'])
        for (const value of ['yesterday', '2026-01-05', '1e12', '-1', '2026-01-05T09:00:00']) {
          const { status, body } = await desk.get(`${list}?${name}=${value}`)
          expect([value, status, body.code]).toEqual([value, 400, 'VALIDATION_ERROR'])
          expect(body.message).toContain(name)
        }
    }
  })

  test('no instrument is ever settled [2.instrument.settled]', async () => {
    const desk = await openTestBroker()
    expect((await desk.get('/v1/instruments?status=settled')).body).toEqual([])
    expect(await itemsOf(desk, '/v1/instruments?status=*')).not.toContainEqual(
      expect.objectContaining({ status: 'settled' }),
    )
  })
})

test('paths that the document calls removed are not there [4.removed]', async () => {
  const desk = await openTestBroker()
  for (const path of [
    '/v1/instruments/BTCUSDC_PERP',
    '/v1/instruments/BTCUSDC_PERP/leverage-brackets',
    '/v1/leverage-brackets',
    '/v1/margin-requirements/BTCUSDC_PERP',
    '/v1/customers/C1042/margin-requirements/BTCUSDC_PERP',
    '/v1/risk-limits',
    '/v1/customers/C1042/risk-limits',
  ]) {
    const { status, body } = await desk.get(path)
    expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND'])
  }
})

test('a refusal of the exchange has the broker’s own words, independent of the request [7.catalogue]', async () => {
  const desk = await openTestBroker()
  const words = async (body: object) => {
    const { code, message } = (await desk.order('w', body, 'C7719')).body
    expect(['ORDER_REJECTED', 'INSUFFICIENT_FUNDS']).toContain(code)
    return [code, message]
  }
  const limit = (price: string, amount: string) => ({ type: 'limit', limit_price: price, amount })
  expect(await words(limit('59000.3', '0.1'))).toEqual(await words(limit('59000.1234', '0.1')))
  expect(await words({ amount: '0.0005' })).toEqual(await words({ amount: '0.00012345' }))
  expect(await words(limit('59000', '40'))).toEqual(await words(limit('59000', '41.5')))
  expect(await words(limit('59000', '5'))).toEqual(await words(limit('59100', '5.5')))
})

test('no request needs a version, in header or parameter, and no answer speaks of one [9.noVersion 9.v1]', async () => {
  const desk = await openTestBroker()
  for (const path of ['/v1/instruments', '/v1/trades', '/v1/customers/C1042/margin-profile']) {
    const answer = await desk.get(path)
    expect([path, answer.status]).toEqual([path, 200])
    expect([...answer.headers.keys()].filter((name) => name.includes('version'))).toEqual([])
    expect((await desk.get(path.replace('/v1', ''))).status).toBe(404)
  }
})

test.each([
  [`orderbook-stream:${BTC}`, 'ORDERBOOK_STREAM_UPSTREAM_ERROR'],
  [`orderbook-stream:${BTC}`, 'ORDERBOOK_STREAM_UPSTREAM_REJECT'],
  [`market-trades:${BTC}`, 'MARKET_TRADES_UPSTREAM_ERROR'],
  [`market-trades:${BTC}`, 'MARKET_TRADES_UPSTREAM_REJECT'],
] as const)(
  '%s that ends with %s ends alone, and comes back when subscribed again [7.channelScoped 7.ORDERBOOK_STREAM_UPSTREAM_ERROR 7.MARKET_TRADES_UPSTREAM_ERROR]',
  async (channel, code) => {
    const desk = await openTestBroker()
    const stream = await listen(desk.broker)
    const other = channel.startsWith('market') ? `orderbook-stream:${BTC}` : `market-trades:${BTC}`
    await stream.ask({ op: 'subscribe', args: [channel] })
    await stream.ask({ op: 'subscribe', args: [other] })
    const stir = (ticks: number) => {
      desk.exchange.print(BTC, ticks, 5, 'buy')
      desk.exchange.setLevel(BTC, 'bid', ticks - 100, 7)
    }
    expect(desk.broker.failChannel(channel, code)).toBe(1)
    await vi.waitFor(() => expect(stream.on(channel).at(-1)).toMatchObject({ channel, code }))
    const heard = stream.on(channel).length
    const others = stream.on(other).length
    stir(120000)
    await vi.waitFor(() => expect(stream.on(other)).toHaveLength(others + 1))
    expect(stream.on(channel)).toHaveLength(heard)

    await stream.ask({ op: 'subscribe', args: [channel] })
    const back = stream.on(channel).length
    stir(120001)
    await vi.waitFor(() => expect(stream.on(channel).length).toBeGreaterThan(back))
    expect(stream.on(channel).at(-1)).toMatchObject({ channel, type: 'update' })
    expect(stream.socket.readyState).toBe(stream.socket.OPEN)
  },
)
