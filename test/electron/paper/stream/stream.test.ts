import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { BTC } from '../../../fakes/venue/fakeExchange.ts'
import { listen, openTestBroker } from '../testBroker.ts'

const BOOK = `orderbook-stream:${BTC}`
const PRINTS = `market-trades:${BTC}`

async function privateListener() {
  const desk = await openTestBroker()
  const listener = await listen(desk.broker)
  await listener.ask({ op: 'authenticate', token: desk.token })
  await listener.ask({ op: 'subscribe', args: ['orders', 'trades', 'balance-changes'] })
  return { desk, listener }
}

describe('public channels', () => {
  test('the book begins with its full depth; snapshot and updates make the depth that is [6.book 6.book.change 6.book.delete 5.public]', async () => {
    const desk = await openTestBroker()
    const listener = await listen(desk.broker)
    await listener.ask({ op: 'subscribe', args: [BOOK] }, 2)
    expect(listener.received[0]).toEqual({ op: 'subscribe', args: [BOOK] })
    expect(listener.received[1]).toMatchObject({ channel: BOOK, type: 'snapshot' })
    const levels = new Map<string, string>()
    const put = (type: string, price: string, amount: string) => levels.set(`${type} ${price}`, amount)
    const { bids, asks } = listener.received[1].data
    expect([bids.length, asks.length]).toEqual([3, 3])
    expect(bids[0]).toEqual({ price: '60000', amount: '0.5' })
    for (const { price, amount } of bids) put('bid', price, amount)
    for (const { price, amount } of asks) put('ask', price, amount)

    desk.exchange.setLevel(BTC, 'bid', 120000, 0)
    desk.exchange.setLevel(BTC, 'bid', 119990, 7)
    desk.exchange.setLevel(BTC, 'ask', 120001, 9)
    await vi.waitFor(() => expect(listener.on(BOOK)).toHaveLength(4))
    const updates = listener.on(BOOK).slice(1)
    expect(updates[0]).toEqual({
      channel: BOOK,
      type: 'update',
      changes: [{ action: 'delete', type: 'bid', price: '60000', amount: '0' }],
    })
    for (const { changes } of updates)
      for (const { action, type, price, amount } of changes)
        if (action === 'delete') levels.delete(`${type} ${price}`)
        else put(type, price, amount)
    const again = await listen(desk.broker)
    await again.ask({ op: 'subscribe', args: [BOOK] }, 2)
    const fresh = again.received[1].data
    expect(Object.fromEntries(levels)).toEqual(
      Object.fromEntries(
        (['bid', 'ask'] as const).flatMap((type) =>
          fresh[`${type}s`].map((level: { price: string; amount: string }) => [
            `${type} ${level.price}`,
            level.amount,
          ]),
        ),
      ),
    )
    expect(desk.broker.sent(BOOK)).toBe(3)
  })

  test('each public trade is one envelope with the fields of the REST list [6.marketTrades 2.trade.public]', async () => {
    const desk = await openTestBroker()
    const listener = await listen(desk.broker)
    await listener.ask({ op: 'subscribe', args: [PRINTS] })
    desk.exchange.print(BTC, 120000, 5, 'buy')
    desk.exchange.print(BTC, 120001, 6, 'sell')
    await vi.waitFor(() => expect(listener.on(PRINTS)).toHaveLength(2))
    const rest = (await desk.get(`/v1/market-trades?symbol=${BTC}`)).body
    expect(listener.on(PRINTS).map((message) => message.data)).toEqual(rest.toReversed())
    expect(listener.on(PRINTS)[0]).toMatchObject({ channel: PRINTS, type: 'update' })
  })

  test('unsubscribe ends a channel', async () => {
    const desk = await openTestBroker()
    const listener = await listen(desk.broker)
    await listener.ask({ op: 'subscribe', args: [PRINTS] })
    await listener.ask({ op: 'unsubscribe', args: [PRINTS] })
    desk.exchange.print(BTC, 120000, 5, 'buy')
    await listener.ask({ op: 'subscribe', args: [PRINTS] })
    expect(listener.on(PRINTS)).toEqual([])
    expect(desk.broker.sent(PRINTS)).toBe(0)
  })
})

describe('private channels', () => {
  test('need a token; a refusal closes nothing else [gap.7]', async () => {
    const desk = await openTestBroker()
    const listener = await listen(desk.broker)
    await listener.ask({ op: 'subscribe', args: ['orders', PRINTS] }, 2)
    expect(listener.received[0]).toMatchObject({ channel: 'orders', code: 'UNAUTHORIZED' })
    expect(listener.received[1]).toEqual({ op: 'subscribe', args: [PRINTS] })
    await listener.ask({ op: 'authenticate', token: 'made.up.token' })
    expect(listener.received[2]).toMatchObject({ op: 'authenticate', code: 'UNAUTHORIZED' })
    await desk.order('secret', { amount: '0.1' })
    await listener.ask({ op: 'authenticate', token: desk.token })
    await listener.ask({ op: 'subscribe', args: ['orders'] })
    expect(listener.on('orders')).toHaveLength(1)
  })

  test('an order, its trade and its movement arrive, as REST tells them [6.orders 6.orders.fields 6.trades 6.balances 6.balance.2 6.balance.4 6.balance.5 gap.8]', async () => {
    const { desk, listener } = await privateListener()
    const order = (await desk.order('a', { cash_amount: 1000 }, 'C2007')).body
    await vi.waitFor(() => expect(listener.on('balance-changes')).toHaveLength(1))
    expect(listener.on('orders').map((message) => message.data)).toEqual([order])
    expect(order).toMatchObject({ cash_amount: '1000', filled_quote: '960.008' })
    const [trade] = (await desk.get('/v1/customers/C2007/trades')).body.items
    expect(listener.on('trades').map((message) => message.data)).toEqual([trade])
    expect(listener.on('balance-changes')[0].data).toMatchObject({
      code: trade.code,
      customer_code: 'C2007',
      transaction_type: 'trade',
      status: 'completed',
      total_amount: '-0.3840032',
      realised_pnl: '0',
      symbol: BTC,
      reference_id: 'a',
      balance: '999999.6159968',
      balance_as_of: '2026-01-05T09:00:00.000Z',
    })
  })

  test('fills of a resting order and its cancel arrive', async () => {
    const { desk, listener } = await privateListener()
    await desk.order('r', { type: 'limit', limit_price: 59000, amount: '0.1' })
    desk.exchange.fillResting('C1042/r', 30)
    await desk.remove('/v1/customers/C1042/orders/r')
    await vi.waitFor(() => expect(listener.on('orders')).toHaveLength(3))
    const fates = listener.on('orders').map(({ data }) => [data.status, data.filled_amount])
    expect(fates).toEqual([
      ['open', '0'],
      ['partially_filled', '0.03'],
      ['canceled', '0.03'],
    ])
    expect(listener.on('trades')).toHaveLength(1)
  })

  test('transfers are published once, at their end: with the balance when completed, else without [6.balance.1 6.balance.6]', async () => {
    const { desk, listener } = await privateListener()
    await desk.post('/v1/customers/C7719/deposits', { amount: '10.5', asset: 'USDC' })
    desk.clock.advance(5000)
    await desk.order('a', { amount: '0.5' }, 'C7719')
    await desk.post('/v1/customers/C7719/withdrawals', { amount: 2000, asset: 'USDC' })
    desk.exchange.print(BTC, 110000, 1, 'sell')
    desk.clock.advance(5000)
    await vi.waitFor(() => expect(listener.on('balance-changes')).toHaveLength(3))
    const [deposit, , withdrawal] = listener.on('balance-changes').map((message) => message.data)
    expect(deposit).toMatchObject({ status: 'completed', total_amount: '10.5', balance: '5010.5' })
    expect(withdrawal).toMatchObject({ status: 'cancelled', total_amount: '-2000' })
    expect(withdrawal).not.toHaveProperty('balance')
    expect(withdrawal).not.toHaveProperty('balance_as_of')
  })

  test('two clients receive equal messages', async () => {
    const { desk, listener } = await privateListener()
    const other = await listen(desk.broker)
    await other.ask({ op: 'authenticate', token: desk.token })
    await other.ask({ op: 'subscribe', args: ['orders'] })
    await desk.order('both', { amount: '0.1' })
    await vi.waitFor(() => expect([listener.on('orders'), other.on('orders')]).toMatchObject([[{}], [{}]]))
    expect(other.on('orders')).toEqual(listener.on('orders'))
    expect(other.on('trades')).toEqual([])
    expect(desk.broker.sent('orders')).toBe(2)
  })
})

describe('bad frames and bad clients', () => {
  test.each([
    ['no JSON', '{"op":'],
    ['a list', []],
    ['null', null],
    ['no op', {}],
    ['an unknown op', { op: 'drop' }],
    ['no args', { op: 'subscribe' }],
    ['args of numbers', { op: 'subscribe', args: [{}] }],
    ['too many args', { op: 'subscribe', args: Array.from({ length: 101 }, () => 'orders') }],
    ['token no text', { op: 'authenticate', token: {} }],
    ['deep nesting', '['.repeat(60000)],
    ['a prototype', '{"__proto__":{"op":"subscribe"}}'],
  ])('%s is one error; the connection lives', async (_name, frame) => {
    const desk = await openTestBroker()
    const listener = await listen(desk.broker)
    await listener.ask(frame)
    expect(listener.received[0]).toMatchObject({ code: 'VALIDATION_ERROR' })
    await listener.ask({ op: 'subscribe', args: [PRINTS] })
    expect(listener.received).toHaveLength(2)
  })

  test.each([
    ['orderbook-stream:NONE', 'ORDERBOOK_STREAM_UPSTREAM_REJECT'],
    ['market-trades:', 'MARKET_TRADES_UPSTREAM_REJECT'],
    [`${BOOK}:x`, 'ORDERBOOK_STREAM_UPSTREAM_REJECT'],
    ['gossip', 'NOT_FOUND'],
  ])(
    'channel %s is refused with %s [6.subscribe 7.ORDERBOOK_STREAM_UPSTREAM_REJECT 7.MARKET_TRADES_UPSTREAM_REJECT gap.29]',
    async (channel, code) => {
      const desk = await openTestBroker()
      const listener = await listen(desk.broker)
      await listener.ask({ op: 'subscribe', args: [channel] })
      expect(listener.received).toMatchObject([{ channel, code }])
    },
  )

  test('a frame over the limit closes its own connection only', async () => {
    const desk = await openTestBroker()
    const [rude, polite] = [await listen(desk.broker), await listen(desk.broker)]
    const closed = new Promise((resolve) => rude.socket.once('close', resolve))
    rude.send('x'.repeat(70_000))
    expect(await closed).toBe(1009)
    await polite.ask({ op: 'subscribe', args: [PRINTS] })
  })

  test('a client that does not read is cut instead of filling the memory', async () => {
    const desk = await openTestBroker({ streamBufferBytes: 100_000 })
    const slow = await listen(desk.broker)
    await slow.ask({ op: 'subscribe', args: [BOOK] }, 2)
    slow.socket.pause()
    for (let n = 0; n < 40_000 && desk.broker.sent(BOOK) === n; n++)
      desk.exchange.setLevel(BTC, 'bid', 119000, (n % 50) + 1)
    const reached = desk.broker.sent(BOOK)
    expect(reached).toBeLessThan(40_000)
    const closed = new Promise((resolve) => slow.socket.once('close', resolve))
    slow.socket.resume()
    await closed
  })

  test('a client that answers no ping is cut; one that does stays', async () => {
    const desk = await openTestBroker({ heartbeatMs: 1000 })
    const mute = new WebSocket(desk.broker.streamUrl, { autoPong: false })
    const closed = new Promise((resolve) => mute.once('close', resolve))
    await new Promise((resolve) => mute.once('open', resolve))
    const alive = await listen(desk.broker)
    const pinged = new Promise((resolve) => alive.socket.once('ping', resolve))
    desk.clock.advance(1000)
    await pinged
    await alive.ask({ op: 'subscribe', args: [PRINTS] })
    desk.clock.advance(1000)
    await closed
    await alive.ask({ op: 'unsubscribe', args: [PRINTS] })
    expect(alive.received.map((message) => message.op)).toEqual(['subscribe', 'unsubscribe'])
  })

  test.each([
    ['a page', { origin: 'https://example.com' }, '/v1/stream', 403],
    ['another host name', { headers: { Host: 'broker.example' } }, '/v1/stream', 403],
    ['another path', {}, '/stream', 404],
  ])('%s gets no stream', async (_name, options, path, status) => {
    const desk = await openTestBroker()
    const socket = new WebSocket(desk.broker.restUrl.replace('http', 'ws') + path, options)
    const refused = await new Promise((resolve) =>
      socket.on('unexpected-response', (_request, response) => resolve(response)).on('error', () => {}),
    )
    expect(refused).toMatchObject({ statusCode: status, headers: { date: expect.any(String) } })
  })
})

describe('private channels end', () => {
  const PRIVATE = ['orders', 'trades', 'balance-changes']
  const ends = (received: readonly { channel?: string; code?: string }[]) =>
    received.filter(({ code }) => code === 'UNAUTHORIZED').map(({ channel }) => channel)

  async function open(tokenLifetimeMs = 60_000) {
    const desk = await openTestBroker({ tokenLifetimeMs, heartbeatMs: 3_600_000 })
    const listener = await listen(desk.broker)
    await listener.ask({ op: 'authenticate', token: desk.token })
    await listener.ask({ op: 'subscribe', args: [...PRIVATE, PRINTS] })
    return { desk, listener }
  }

  test('with the token that opened them, while public ones go on', async () => {
    const { desk, listener } = await open()
    desk.clock.advance(59_000)
    desk.exchange.print(BTC, 120000, 5, 'buy')
    await vi.waitFor(() => expect(listener.on(PRINTS)).toHaveLength(1))
    expect(ends(listener.received)).toEqual([])
    desk.clock.advance(2_000)
    await vi.waitFor(() => expect(ends(listener.received)).toEqual(PRIVATE))
    desk.exchange.print(BTC, 120001, 6, 'sell')
    await vi.waitFor(() => expect(listener.on(PRINTS)).toHaveLength(2))
    await listener.ask({ op: 'subscribe', args: ['orders'] })
    expect(listener.received.at(-1)).toMatchObject({ channel: 'orders', code: 'UNAUTHORIZED' })
  })

  test('with the later token, where another was given meanwhile', async () => {
    const { desk, listener } = await open()
    desk.clock.advance(40_000)
    const { username, password } = desk.broker
    const form = new URLSearchParams({ username, password })
    const { body } = await desk.raw('/auth/jwt/login', { method: 'POST', body: form })
    await listener.ask({ op: 'authenticate', token: body.access_token })
    desk.clock.advance(40_000)
    desk.exchange.print(BTC, 120000, 5, 'buy')
    await vi.waitFor(() => expect(listener.on(PRINTS)).toHaveLength(1))
    expect(ends(listener.received)).toEqual([])
    desk.clock.advance(21_000)
    await vi.waitFor(() => expect(ends(listener.received)).toEqual(PRIVATE))
  })

  test('with a further authenticate that is refused', async () => {
    const { listener } = await open()
    await listener.ask({ op: 'authenticate', token: 'not.a.token' }, 4)
    expect(listener.received.slice(-4)).toMatchObject([
      { op: 'authenticate', code: 'UNAUTHORIZED' },
      ...PRIVATE.map((channel) => ({ channel, code: 'UNAUTHORIZED' })),
    ])
  })
})
