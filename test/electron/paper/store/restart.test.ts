import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BTC } from '../../../fakes/venue/fakeExchange.ts'
import { listen, openTestBroker, type TestBroker } from '../testBroker.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'openpit-paper-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const READS = [
  '/v1/trades',
  '/v1/customers/transactions',
  '/v1/customers/C1042/orders',
  '/v1/customers/C1042/orders/resting',
  '/v1/customers/C1042/orders/done',
  '/v1/customers/C1042/margin-profile',
  '/v1/customers/C2007/trades',
]
const readAll = async (desk: TestBroker) =>
  Promise.all(READS.map(async (path) => (await desk.get(path)).text))

async function tradeABit(desk: TestBroker) {
  await desk.order('done', { amount: '0.3', leverage: 5 })
  await desk.order('other', { amount: '0.01', side: 'sell' }, 'C2007')
  await desk.order('resting', { type: 'limit', limit_price: 59000, amount: '0.1' })
  desk.exchange.fillResting('C1042/resting', 30)
  await desk.post('/v1/customers/C1042/deposits', { amount: '7.5', asset: 'USDC' })
}

test('a restart restores everything and goes on from there', async () => {
  const dataDirectory = folder()
  const first = await openTestBroker({ dataDirectory })
  await tradeABit(first)
  const before = await readAll(first)
  await first.broker.close()

  const second = await openTestBroker({ dataDirectory })
  expect(await readAll(second)).toEqual(before)
  expect(second.exchange.restored).toMatchObject([
    { id: 'C1042/resting', side: 'buy', limitTicks: 118000, lots: 70, timeInForce: 'GTC' },
  ])
  const listener = await listen(second.broker)
  await listener.ask({ op: 'authenticate', token: second.token })
  await listener.ask({ op: 'subscribe', args: ['balance-changes'] })
  second.clock.advance(10_000)
  await vi.waitFor(() => expect(listener.on('balance-changes')).toHaveLength(1))
  expect(listener.on('balance-changes')[0].data).toMatchObject({ status: 'completed', total_amount: '7.5' })
  second.exchange.fillResting('C1042/resting', 70)
  expect((await second.get('/v1/customers/C1042/orders/resting')).body.status).toBe('filled')
  expect((await second.order('done', { amount: '0.1' })).body.code).toBe('ORDER_REJECTED')
  const codes = (await second.get('/v1/trades')).body.items.map((trade: { code: string }) => trade.code)
  expect(new Set(codes).size).toBe(codes.length)
})

test('nothing is stored without a folder', async () => {
  const first = await openTestBroker()
  await tradeABit(first)
  await first.broker.close()
  const second = await openTestBroker()
  expect((await second.get('/v1/trades')).body.items).toEqual([])
})

test('a resting order that the new market cannot hold is canceled', async () => {
  const dataDirectory = folder()
  const first = await openTestBroker({ dataDirectory })
  await first.order('gone', { symbol: 'ETHUSDC_PERP', type: 'limit', limit_price: 2900, amount: 1 })
  await first.broker.close()
  const database = new DatabaseSync(join(dataDirectory, 'paper.sqlite'))
  database.exec("UPDATE orders SET symbol = 'XRPUSDC_PERP'")
  database.close()
  const second = await openTestBroker({ dataDirectory })
  expect((await second.get('/v1/customers/C1042/orders/gone')).body.status).toBe('canceled')
  expect(second.exchange.restored).toEqual([])
})

test('orders that wait for a trigger wait on after a restart, as they were amended, and trigger', async () => {
  const dataDirectory = folder()
  const first = await openTestBroker({ dataDirectory })
  await first.order('stop', { type: 'stop_loss', side: 'sell', trigger_price: 59000, amount: '0.1' })
  await first.order('combo', {
    type: 'take_profit_stop_loss',
    side: 'sell',
    take_profit_price: 70000,
    stop_loss_price: 50000,
    amount: '0.2',
  })
  await first.raw('/v1/customers/C1042/orders/stop', {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${first.token}`, 'Content-Type': 'application/json' },
    body: '{"trigger_price":"58000","amount":"0.3"}',
  })
  const list = '/v1/customers/C1042/orders'
  const before = (await first.get(list)).text
  await first.broker.close()

  const second = await openTestBroker({ dataDirectory })
  expect((await second.get(list)).text).toBe(before)
  expect(second.exchange.restored).toEqual([])
  second.exchange.print(BTC, 117000, 1, 'sell')
  expect((await second.get(`${list}/stop`)).body.status).toBe('untriggered')
  second.exchange.print(BTC, 116000, 1, 'sell')
  expect((await second.get(`${list}/stop`)).body).toMatchObject({ status: 'filled', filled_amount: '0.3' })
  second.exchange.mark(BTC, 100000)
  expect((await second.get(`${list}/combo`)).body).toMatchObject({ status: 'filled', trigger_price: '50000' })
})

test('two brokers cannot share a folder', async () => {
  const dataDirectory = folder()
  await openTestBroker({ dataDirectory })
  await expect(openTestBroker({ dataDirectory })).rejects.toThrow(
    /another paper broker uses it, or another program. Close that one/,
  )
})

test('a folder that is a file, and a state of another version, are refused in one sentence', async () => {
  const file = join(folder(), 'file')
  writeFileSync(file, 'x')
  await expect(openTestBroker({ dataDirectory: file })).rejects.toThrow(
    `Cannot keep state in ${file}: it is a file and must be a folder. Move the file away, then start the broker again.`,
  )
  const link = join(folder(), 'link')
  symlinkSync('is-missing', link)
  await expect(openTestBroker({ dataDirectory: link })).rejects.toThrow(
    `Cannot keep state in ${link}: it is a link that leads nowhere. Remove the link, then start the broker again.`,
  )
  const blocked = folder()
  mkdirSync(join(blocked, 'paper.sqlite'))
  await expect(openTestBroker({ dataDirectory: blocked })).rejects.toThrow(
    'paper.sqlite is a folder and must be a file. Move the folder away, then start the broker again.',
  )
  const dataDirectory = folder()
  const database = new DatabaseSync(join(dataDirectory, 'paper.sqlite'))
  database.exec('PRAGMA user_version = 99')
  database.close()
  await expect(openTestBroker({ dataDirectory })).rejects.toThrow(/version 99/)
})

test('a change that cannot be stored leaves no order, no fill and no event', async () => {
  const dataDirectory = folder()
  const desk = await openTestBroker({ dataDirectory })
  const listener = await listen(desk.broker)
  await listener.ask({ op: 'authenticate', token: desk.token })
  await listener.ask({ op: 'subscribe', args: ['orders', 'trades', 'balance-changes'] })
  const cancel = vi.spyOn(desk.exchange, 'cancel')
  vi.spyOn(desk.exchange, 'place').mockImplementationOnce((order) => ({
    // A fill that no lot can count breaks the posting half way.
    fills: [
      {
        orderId: order.id,
        symbol: order.symbol,
        side: 'buy',
        ticks: 120001,
        lots: 1,
        liquidity: 'taker',
        at: 0,
      },
      {
        orderId: order.id,
        symbol: order.symbol,
        side: 'buy',
        ticks: 120001,
        lots: 0.5,
        liquidity: 'taker',
        at: 0,
      },
    ],
    restingLots: 5,
  }))
  const ledger = (await desk.get('/v1/customers/transactions')).text
  const answer = await desk.order('half', { type: 'limit', limit_price: '60000.5', amount: '0.006' })
  expect([answer.status, answer.body.code]).toEqual([500, 'INTERNAL_ERROR'])
  expect(answer.text).not.toContain('safe integer')
  expect(desk.faults).toHaveLength(1)
  expect(cancel).toHaveBeenCalledWith('C1042/half')
  expect((await desk.get('/v1/customers/transactions')).text).toBe(ledger)
  expect((await desk.get('/v1/customers/C1042/orders/half')).status).toBe(404)
  // The next message is the next change alone.
  await desk.order('whole', { amount: '0.01' })
  await vi.waitFor(() => expect(listener.on('orders')).not.toEqual([]))
  expect(listener.on('orders').map(({ data }) => data.reference_id)).toEqual(['whole'])
  expect(listener.on('trades').map(({ data }) => data.reference_id)).toEqual(['whole'])
})
