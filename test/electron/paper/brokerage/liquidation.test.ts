import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { BTC, ETH, type FakeExchange } from '../../../fakes/venue/fakeExchange.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { FakeExchange as Exchange } from '../../../fakes/venue/fakeExchange.ts'
import { simulatedExchange } from '../../../../electron/paper/exchange/simulatedExchange.ts'
import type { PaperBrokerOptions } from '../../../../electron/paper/paperBroker.ts'
import { listen, openTestBroker, type TestBroker } from '../testBroker.ts'

const MINUTES = 60_000

/** A desk whose clock may move for minutes in one step; funding every ten minutes. */
async function openAtTen(options: Partial<PaperBrokerOptions> = {}) {
  const clock = new FakeClock(Date.UTC(2026, 0, 5, 9))
  const exchange = new Exchange(clock)
  exchange.fundingEveryMs = 10 * MINUTES
  const desk = await openTestBroker({ clock, exchange, heartbeatMs: 600 * MINUTES, ...options })
  const stream = await listen(desk.broker)
  await stream.ask({ op: 'authenticate', token: desk.token })
  await stream.ask({ op: 'subscribe', args: ['orders', 'trades', 'balance-changes'] })
  return { desk, clock, exchange, stream }
}

const rowsOf = async (desk: TestBroker, customer: string) =>
  (await desk.get(`/v1/customers/transactions?customer_code=${customer}&limit=1000`)).body.items
const tradesOf = async (desk: TestBroker, customer: string) =>
  (await desk.get(`/v1/customers/${customer}/trades`)).body.items

/** Bids of BTC: none, or one level. */
function bidOnly(exchange: FakeExchange, ticks: number | null, lots = 0) {
  for (const [level] of exchange.depth(BTC).bids) exchange.setLevel(BTC, 'bid', level, 0)
  if (ticks !== null) exchange.setLevel(BTC, 'bid', ticks, lots)
}

describe('funding', () => {
  test('longs pay and shorts receive size × mark × rate: once, with the rate, on row and event [2.ledger.fundingRate 2.ledger.type 2.ledger.code 6.balance.2]', async () => {
    const { desk, clock, exchange, stream } = await openAtTen()
    await desk.order('long', { amount: '0.5' })
    await desk.order('short', { amount: '0.25', side: 'sell' }, 'C2007')
    await desk.order('flat', { amount: '0.1' }, 'C3311')
    await desk.order('gone', { amount: '0.1', side: 'sell' }, 'C3311')
    exchange.mark(BTC, 122000)
    clock.advance(9 * MINUTES)
    expect((await rowsOf(desk, 'C1042'))[0].transaction_type).toBe('trade')

    clock.advance(2 * MINUTES)
    const [paid] = await rowsOf(desk, 'C1042')
    expect(paid).toMatchObject({
      transaction_type: 'funding',
      status: 'completed',
      symbol: BTC,
      funding_rate: '0.0001',
      total_amount: '3.05',
      direction: 'out',
    })
    expect(paid).not.toHaveProperty('mark_price')
    expect((await rowsOf(desk, 'C2007'))[0]).toMatchObject({ total_amount: '1.525', direction: 'in' })
    expect((await rowsOf(desk, 'C3311'))[0].transaction_type).toBe('trade')

    const events = () =>
      stream.on('balance-changes').filter(({ data }) => data.transaction_type === 'funding')
    await vi.waitFor(() => expect(events()).toHaveLength(2))
    expect(events()[0].data).toMatchObject({ code: paid.code, total_amount: '-3.05', funding_rate: '0.0001' })
    expect(events()[0].data.balance).toBeDefined()

    exchange.fundingRate = '-0.0002' as typeof exchange.fundingRate
    clock.advance(10 * MINUTES)
    expect((await rowsOf(desk, 'C1042'))[0]).toMatchObject({ total_amount: '6.1', direction: 'in' })
    expect(
      (await rowsOf(desk, 'C1042')).filter((row: { code: string }) => row.code === paid.code),
    ).toHaveLength(1)
  })

  test('the seeded market’s funding falls due at its own hour and at its own rate', async () => {
    const clock = new FakeClock(Date.UTC(2026, 0, 5, 7, 59, 58))
    const exchange = simulatedExchange({ seed: 3, clock })
    const desk = await openTestBroker({ clock, exchange })
    await desk.order('long', { amount: '0.5' })
    await desk.order('short', { amount: '100', symbol: 'SOLUSDC_PERP', side: 'sell' })
    clock.advance(1900)
    expect((await rowsOf(desk, 'C1042'))[0].transaction_type).toBe('trade')
    clock.advance(200)
    const rows = (await rowsOf(desk, 'C1042')).filter(
      (row: { transaction_type: string }) => row.transaction_type === 'funding',
    )
    expect(rows.map((row: { symbol: string }) => row.symbol).toSorted()).toEqual([
      'BTCUSDC_PERP',
      'SOLUSDC_PERP',
    ])
    for (const { symbol, funding_rate, total_amount, direction } of rows) {
      const size = symbol === BTC ? 0.5 : -100
      const rate = Number(funding_rate)
      expect(Math.abs(rate)).toBeLessThanOrEqual(0.001)
      const mark = Number(exchange.prices(symbol).mark)
      const paid = Number(total_amount) * (direction === 'out' ? 1 : -1)
      expect(paid / (size * mark * rate)).toBeCloseTo(1, 3)
    }
  })

  test('a clock that stepped back does not make a customer pay twice', async () => {
    class Stepping extends FakeClock {
      back = 0
      override now() {
        return super.now() - this.back
      }
    }
    const clock = new Stepping(Date.UTC(2026, 0, 5, 9, 9))
    const exchange = new Exchange(clock)
    exchange.fundingEveryMs = 10 * MINUTES
    const desk = await openTestBroker({ clock, exchange, heartbeatMs: 600 * MINUTES })
    await desk.order('long', { amount: '0.5' })
    const paid = async () =>
      (await rowsOf(desk, 'C1042')).filter(
        (row: { transaction_type: string }) => row.transaction_type === 'funding',
      )
    clock.advance(2 * MINUTES)
    clock.back = 3 * MINUTES
    clock.advance(4 * MINUTES)
    expect(await paid()).toHaveLength(1)
    clock.advance(10 * MINUTES)
    expect(await paid()).toHaveLength(2)
  })
})

describe('settlement', () => {
  test('open profit becomes cash at the mark; later trades count from there [2.ledger.markPrice 6.balance.3 2.ledger.type]', async () => {
    const { desk, clock, exchange } = await openAtTen({ settlementEveryMs: 10 * MINUTES })
    exchange.fundingEveryMs = null
    exchange.fundingRate = '0' as typeof exchange.fundingRate
    exchange.setLevel(BTC, 'ask', 120001, 5000)
    exchange.setLevel(BTC, 'bid', 120000, 5000)
    await desk.order('long', { amount: '1' })
    exchange.mark(BTC, 122000)
    clock.advance(10 * MINUTES)
    const [row] = await rowsOf(desk, 'C1042')
    expect(row).toMatchObject({
      transaction_type: 'settlement',
      status: 'completed',
      symbol: BTC,
      mark_price: '61000',
      total_amount: '999.5',
      direction: 'in',
    })
    expect(row).not.toHaveProperty('funding_rate')
    // Nothing moved since: nothing is settled.
    clock.advance(10 * MINUTES)
    expect((await rowsOf(desk, 'C1042'))[0].code).toBe(row.code)

    await desk.order('out', { amount: '1', side: 'sell' })
    const [trade] = await tradesOf(desk, 'C1042')
    expect(trade).toMatchObject({ price: '60000', realised_pnl: '-1000' })
  })

  test('settlement is off by default', async () => {
    const { desk, clock, exchange } = await openAtTen()
    exchange.fundingRate = '0' as typeof exchange.fundingRate
    await desk.order('long', { amount: '1' })
    exchange.mark(BTC, 122000)
    clock.advance(59 * MINUTES)
    expect((await rowsOf(desk, 'C1042'))[0].transaction_type).toBe('trade')
  })
})

test('a broker that is started again over the same moments neither pays nor settles twice', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'openpit-forced-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }))
  const run = async (at: number) => {
    const clock = new FakeClock(at)
    const exchange = new Exchange(clock)
    exchange.fundingEveryMs = 10 * MINUTES
    const options = {
      clock,
      exchange,
      dataDirectory,
      settlementEveryMs: 10 * MINUTES,
      heartbeatMs: 600 * MINUTES,
    }
    return { desk: await openTestBroker(options), clock, exchange }
  }
  const types = async (desk: TestBroker) =>
    (await rowsOf(desk, 'C1042')).map((row: { transaction_type: string }) => row.transaction_type)
  const nine = Date.UTC(2026, 0, 5, 9, 9)
  const first = await run(nine)
  await first.desk.order('long', { amount: '0.1' })
  first.exchange.mark(BTC, 121000)
  first.clock.advance(2 * MINUTES)
  const before = await types(first.desk)
  expect(before.toSorted()).toEqual(['deposit', 'funding', 'settlement', 'trade'])
  await first.desk.broker.close()

  const again = await run(nine)
  again.exchange.mark(BTC, 122000)
  again.clock.advance(2 * MINUTES)
  expect(await types(again.desk)).toEqual(before)
  again.clock.advance(10 * MINUTES)
  expect((await types(again.desk)).length).toBe(before.length + 2)
  // What the position holds was kept as settled: only the move since then is settled anew.
  const [settled] = (await rowsOf(again.desk, 'C1042')).filter(
    (row: { transaction_type: string }) => row.transaction_type === 'settlement',
  )
  expect(settled).toMatchObject({ total_amount: '50', direction: 'in', mark_price: '61000' })
})

describe('liquidation', () => {
  /** C7719 holds 5000 USDC, less a fee of 24.0002, and is long 1 BTC from 60000.5: below 57317.2 its margin is gone. */
  async function geared() {
    const opened = await openAtTen()
    opened.exchange.setLevel(BTC, 'ask', 120001, 5000)
    await opened.desk.order('entry', { amount: '1' }, 'C7719')
    return opened
  }

  test('leaves a position above the maintenance margin', async () => {
    const { desk, exchange } = await geared()
    exchange.mark(BTC, 114636)
    expect(await tradesOf(desk, 'C7719')).toHaveLength(1)
  })

  test('cancels orders and closes the position on the book: a trade row and a liquidation event [2.ledger.forced 2.ledger.once 2.trade.type 6.balance.4 6.balance.5 2.ledger.type 6.balance.3]', async () => {
    const { desk, exchange, stream } = await geared()
    await desk.order('stop', { type: 'stop_loss', side: 'sell', amount: '1', trigger_price: 50000 }, 'C7719')
    await desk.order(
      'hope',
      { type: 'limit', limit_price: 3200, amount: '0.01', symbol: ETH, side: 'sell' },
      'C7719',
    )
    bidOnly(exchange, 114600, 5000)
    exchange.mark(BTC, 114600)

    for (const reference of ['hope', 'stop'])
      expect((await desk.get(`/v1/customers/C7719/orders/${reference}`)).body.status).toBe('canceled')
    expect((await desk.get('/v1/customers/C7719/orders')).body).toEqual([])
    const [trade] = await tradesOf(desk, 'C7719')
    expect(trade).toMatchObject({
      type: 'liquidation',
      side: 'sell',
      price: '57300',
      amount: '1',
      fee: '22.92',
      realised_pnl: '-2700.5',
      liquidity: 'taker',
    })
    expect(trade).not.toHaveProperty('reference_id')
    const [row, ...older] = await rowsOf(desk, 'C7719')
    expect(row).toMatchObject({
      code: trade.code,
      transaction_type: 'trade',
      total_amount: '2723.42',
      direction: 'out',
    })
    expect(row).not.toHaveProperty('reference_id')
    expect(older).toHaveLength(2)

    const ofTrade = ({ data }: { data: { code: string } }) => data.code === trade.code
    await vi.waitFor(() => expect(stream.on('balance-changes').filter(ofTrade)).toHaveLength(1))
    expect(stream.on('balance-changes').find(ofTrade).data).toMatchObject({
      transaction_type: 'liquidation',
      symbol: BTC,
      total_amount: '-2723.42',
      balance: '2252.5798',
    })
    expect(stream.on('trades').filter(ofTrade)).toMatchObject([{ data: { type: 'liquidation' } }])
    // Flat: the next mark finds nothing to do.
    exchange.mark(BTC, 100000)
    expect(await tradesOf(desk, 'C7719')).toHaveLength(2)
  })

  test('deleverages the rest against the most profitable opposite position at the bankruptcy price [2.trade.type 2.ledger.forced 6.balance.5 2.ledger.once]', async () => {
    const { desk, exchange, stream } = await geared()
    await desk.order('early', { amount: '0.6', side: 'sell' }, 'C2007')
    exchange.setLevel(BTC, 'bid', 119000, 5000)
    await desk.order('late', { type: 'limit', limit_price: 59000, amount: '1', side: 'sell' }, 'C3311')
    await desk.order('with', { amount: '0.2' }, 'C5501')
    bidOnly(exchange, 114600, 100)
    exchange.mark(BTC, 114600)

    // 0.1 at 57300 on the book. Then (57300 × 0.9 − equity) ÷ 0.9, up to the next half: nothing is left but the rounding.
    const [second, first, onBook] = await tradesOf(desk, 'C7719')
    expect(onBook).toMatchObject({ type: 'liquidation', price: '57300', amount: '0.1' })
    for (const part of [first, second]) {
      expect(part).toMatchObject({ type: 'auto_deleveraging', side: 'sell', price: '54774.5', fee: '0' })
      expect(part).not.toHaveProperty('liquidity')
    }
    expect([first.amount, second.amount]).toEqual(['0.6', '0.3'])
    const sum = (await rowsOf(desk, 'C7719')).reduce(
      (total: number, row: { total_amount: string; direction: string }) =>
        total + Number(row.total_amount) * (row.direction === 'in' ? 1 : -1),
      0,
    )
    expect(sum).toBeGreaterThanOrEqual(0)
    expect(sum).toBeLessThan(0.5)

    expect((await tradesOf(desk, 'C2007'))[0]).toMatchObject({
      type: 'auto_deleveraging',
      side: 'buy',
      price: '54774.5',
      amount: '0.6',
    })
    expect((await tradesOf(desk, 'C3311'))[0]).toMatchObject({
      type: 'auto_deleveraging',
      side: 'buy',
      amount: '0.3',
    })
    expect((await tradesOf(desk, 'C5501'))[0].type).toBe('trade')
    expect((await rowsOf(desk, 'C2007'))[0].transaction_type).toBe('trade')
    const forced = () =>
      stream.on('balance-changes').filter(({ data }) => data.transaction_type === 'auto_deleveraging')
    await vi.waitFor(() => expect(forced()).toHaveLength(4))
    expect(new Set(forced().map(({ data }) => data.code)).size).toBe(4)
    for (const { data } of forced()) expect(data).not.toHaveProperty('reference_id')
  })

  test('without an opposite position takes any price of the book, and waits for an empty book', async () => {
    const { desk, exchange } = await geared()
    bidOnly(exchange, null)
    exchange.mark(BTC, 100000)
    expect(await tradesOf(desk, 'C7719')).toHaveLength(1)
    bidOnly(exchange, 99000, 400)
    exchange.mark(BTC, 100000)
    expect((await tradesOf(desk, 'C7719'))[0]).toMatchObject({
      type: 'liquidation',
      price: '49500',
      amount: '0.4',
    })
    bidOnly(exchange, 98000, 5000)
    exchange.mark(BTC, 100000)
    expect((await tradesOf(desk, 'C7719'))[0]).toMatchObject({ amount: '0.6' })
  })

  test('waits while matching is off', async () => {
    const { desk, exchange } = await geared()
    exchange.setStatus(BTC, 'trade_halt')
    exchange.mark(BTC, 100000)
    expect(await tradesOf(desk, 'C7719')).toHaveLength(1)
    exchange.setStatus(BTC, 'open')
    exchange.mark(BTC, 100000)
    expect((await tradesOf(desk, 'C7719'))[0].type).toBe('liquidation')
  })

  test('fills another customer’s resting order like any trade', async () => {
    const { desk, exchange } = await geared()
    await desk.order('bid', { type: 'limit', limit_price: 57300, amount: '0.2' }, 'C1042')
    bidOnly(exchange, 114600, 5000)
    exchange.mark(BTC, 114600)
    expect((await tradesOf(desk, 'C7719'))[0].type).toBe('liquidation')
    expect(await tradesOf(desk, 'C1042')).toEqual([])
    exchange.fillResting('C1042/bid', 200)
    expect((await tradesOf(desk, 'C1042'))[0]).toMatchObject({ type: 'trade', liquidity: 'maker' })
  })
})

test('a transfer that the exchange cancels moves nothing and says so without a balance, once [3.cancelled 6.balance.1 6.balance.6]', async () => {
  const { desk, clock, stream } = await openAtTen()
  const { code } = (await desk.post('/v1/customers/C1042/deposits', { amount: 5, asset: 'USDC' })).body
  expect(desk.broker.cancelTransfer(code)).toBe(true)
  expect(desk.broker.cancelTransfer(code)).toBe(false)
  expect(desk.broker.cancelTransfer('M999')).toBe(false)
  clock.advance(10_000)
  expect((await rowsOf(desk, 'C1042'))[0]).toMatchObject({ code, status: 'cancelled', total_amount: '5' })
  await vi.waitFor(() => expect(stream.on('balance-changes')).toHaveLength(1))
  const [{ data }] = stream.on('balance-changes')
  expect(data).toMatchObject({ code, status: 'cancelled', transaction_type: 'deposit', total_amount: '5' })
  expect(data).not.toHaveProperty('balance')
  expect(data).not.toHaveProperty('balance_as_of')
})
