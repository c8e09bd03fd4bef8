import { expect, test } from 'vitest'
import { simulatedExchange } from '../../../../electron/paper/exchange/simulatedExchange.ts'
import { recordedExchange } from '../../../../electron/paper/exchange/recorded/recordedExchange.ts'
import type { Exchange, ExchangeEvent } from '../../../../electron/paper/exchange/exchange.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { BTC, ETH } from '../../../fakes/venue/fakeExchange.ts'
import { openTestBroker, type TestBroker } from '../testBroker.ts'

const limit = (price: number, more: object = {}) => ({
  type: 'limit',
  limit_price: price,
  amount: '0.1',
  ...more,
})
const amend = (desk: TestBroker, reference: string, body: object) =>
  desk.raw(`/v1/customers/C1042/orders/${reference}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
const answerTo = async (desk: TestBroker, reference: string, body: object) => {
  const { status, body: answer } = await desk.order(reference, body)
  return [status, answer.code ?? answer.status]
}

test('the list of instruments shows the status and filters by it [4.instruments]', async () => {
  const desk = await openTestBroker()
  const symbols = async (query: string) =>
    (await desk.get(`/v1/instruments?${query}`)).body.map((each: { symbol: string }) => each.symbol)
  desk.broker.setInstrumentStatus(BTC, 'post_only')
  desk.broker.setInstrumentStatus(ETH, 'trade_halt')
  expect(await symbols('status=post_only')).toEqual([BTC])
  expect(await symbols('status=post_*|TRADE_HALT')).toEqual([BTC, ETH])
  expect(await symbols('status=open')).toEqual([])
  expect((await desk.get(`/v1/instruments?symbol=${ETH}`)).body).toMatchObject([{ status: 'trade_halt' }])
})

test('post_only takes limit orders that match nothing [2.instrument.postOnly]', async () => {
  const desk = await openTestBroker()
  desk.broker.setInstrumentStatus(BTC, 'post_only')
  expect(await answerTo(desk, 'm', { amount: '0.1' })).toEqual([400, 'ORDER_REJECTED'])
  expect(await answerTo(desk, 'cross', limit(60000.5))).toEqual([400, 'ORDER_REJECTED'])
  expect(await answerTo(desk, 'crossSell', limit(60000, { side: 'sell' }))).toEqual([400, 'ORDER_REJECTED'])
  const stop = { type: 'stop_loss', side: 'sell', trigger_price: 59000, amount: '0.1' }
  expect(await answerTo(desk, 'stop', stop)).toEqual([400, 'ORDER_REJECTED'])
  expect(await answerTo(desk, 'rest', limit(60000))).toEqual([200, 'open'])
  const moved = await amend(desk, 'rest', { limit_price: 60000.5 })
  expect([moved.status, moved.body.code]).toEqual([400, 'ORDER_REJECTED'])
  expect((await amend(desk, 'rest', { limit_price: 59999 })).body).toMatchObject({ status: 'open' })
  expect((await desk.remove('/v1/customers/C1042/orders/rest')).body.status).toBe('canceled')
  desk.broker.setInstrumentStatus(BTC, 'open')
  expect(await answerTo(desk, 'later', limit(60000.5))).toEqual([200, 'filled'])
})

test('trade_halt refuses new orders and changes, cancels go on, and triggers wait for its end [2.instrument.tradeHalt]', async () => {
  const desk = await openTestBroker()
  await desk.order('rest', limit(59000))
  await desk.order('keep', limit(58000))
  await desk.order('stop', { type: 'stop_loss', side: 'sell', trigger_price: 59000, amount: '0.1' })
  desk.broker.setInstrumentStatus(BTC, 'trade_halt')
  expect(await answerTo(desk, 'a', limit(58000))).toEqual([400, 'ORDER_REJECTED'])
  expect(await answerTo(desk, 'b', { amount: '0.1' })).toEqual([400, 'ORDER_REJECTED'])
  const amended = await amend(desk, 'keep', { limit_price: 58100 })
  expect(amended.body.code).toBe('ORDER_REJECTED')
  expect((await desk.order('eth', { symbol: ETH, amount: 1 })).body.status).toBe('filled')
  expect((await desk.remove('/v1/customers/C1042/orders/rest')).body.status).toBe('canceled')
  const stop = async () => (await desk.get('/v1/customers/C1042/orders/stop')).body.status
  desk.exchange.print(BTC, 117000, 1, 'sell')
  expect(await stop()).toBe('untriggered')
  desk.broker.setInstrumentStatus(BTC, 'open')
  desk.exchange.print(BTC, 117000, 1, 'sell')
  expect(await stop()).toBe('filled')
})

const exchanges: readonly [string, (clock: FakeClock) => Exchange | Promise<Exchange>][] = [
  ['simulated', (clock) => simulatedExchange({ seed: 2, clock })],
  [
    'recorded',
    (clock) =>
      recordedExchange({
        file: new URL('../../../fixtures/own-market.jsonl.gz', import.meta.url).pathname,
        clock,
      }),
  ],
]
test.each(exchanges)(
  'the %s market of an instrument that is not open stands still, then goes on',
  async (_name, open) => {
    const clock = new FakeClock()
    const exchange = await open(clock)
    const stop = exchange.start()
    const { symbol } = exchange.instruments[0] as { symbol: typeof BTC }
    const heard: ExchangeEvent[] = []
    exchange.onEvent((event) => {
      if (event.kind !== 'mark' && (event.kind === 'book' ? event.symbol : null) === symbol) heard.push(event)
    })
    clock.advance(2000)
    expect(heard.length).toBeGreaterThan(0)
    exchange.setStatus(symbol, 'trade_halt')
    heard.length = 0
    const still = exchange.depth(symbol)
    clock.advance(2000)
    exchange.setStatus(symbol, 'post_only')
    clock.advance(2000)
    expect(heard).toEqual([])
    expect(exchange.depth(symbol)).toEqual(still)
    const ask = still.asks[0]?.[0] ?? 0
    const order = { id: 'x', symbol, side: 'buy', lots: 1, timeInForce: 'GTC' } as const
    expect(exchange.place({ ...order, limitTicks: ask })).toEqual({ fills: [], restingLots: 0 })
    exchange.setStatus(symbol, 'open')
    clock.advance(2000)
    expect(heard.length).toBeGreaterThan(0)
    stop()
  },
)
