import { describe, expect, test } from 'vitest'
import { recordedExchange } from '../../../../electron/paper/exchange/recorded/recordedExchange.ts'
import { simulatedExchange } from '../../../../electron/paper/exchange/simulatedExchange.ts'
import { passesFilter } from '../../../../electron/paper/api/resources/symbolFilter.ts'
import { BTC, ETH } from '../../../fakes/venue/fakeExchange.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { ownRecording } from '../../../fixtures/recording.ts'
import { openTestBroker } from '../testBroker.ts'

describe('symbol filters [4.filter.or 4.filter.star 4.filter.case 4.filter.anchored]', () => {
  test.each([
    ['BTCUSDC_PERP', true],
    ['btcusdc_perp', true],
    ['BTC', false],
    ['BTC*', true],
    ['*PERP', true],
    ['*', true],
    ['*USDC*', true],
    ['B*C_P*P', true],
    ['B*X*P', false],
    ['ETH*|BTC*', true],
    ['ETH*|SOL*', false],
    ['', false],
    ['BTCUSDC_PERP*BTCUSDC_PERP', false],
    ['.*', false],
    ['BTCUSDC_PER.', false],
  ])('%s', (filter, passes) => {
    expect(passesFilter(filter, 'BTCUSDC_PERP')).toBe(passes)
  })

  test('a pattern of stars cannot stall the broker', () => {
    expect(passesFilter('*a'.repeat(5000), 'a'.repeat(4999))).toBe(false)
  })
})

test('instruments: a list, filtered, a single record for one symbol [4.instruments 4.instruments.single 2.instrument.fields 2.instrument.margins 2.instrument.maxLeverage 9.deprecated.maxLeverage 1.symbols]', async () => {
  const desk = await openTestBroker()
  expect((await desk.get('/v1/instruments?symbol=BTCUSDC_PERP')).body).toEqual([
    {
      symbol: 'BTCUSDC_PERP',
      underlying: 'BTC',
      quote_currency: 'USDC',
      status: 'open',
      init_margin_req: '8.00',
      maint_margin_req: '4.00',
      max_leverage: '',
    },
  ])
  const symbols = async (query: string) =>
    (await desk.get(`/v1/instruments${query}`)).body.map((each: { symbol: string }) => each.symbol)
  expect(await symbols('')).toEqual([BTC, ETH])
  expect(await symbols('?underlying=e*')).toEqual([ETH])
  expect(await symbols('?quote_currency=EUR')).toEqual([])
  expect(await symbols('?status=trade_halt')).toEqual([])
  expect(await symbols('?status=open&symbol=*btc*|NOPE')).toEqual([BTC])
})

test('tickers have the values that the exchange has and leave out the others [4.tickers gap.16]', async () => {
  const desk = await openTestBroker()
  expect((await desk.get('/v1/tickers?symbol=BTC*')).body).toEqual([
    {
      symbol: 'BTCUSDC_PERP',
      last_price: '60000',
      mark_price: '60000',
      best_bid: '60000',
      best_ask: '60000.5',
      volume_24h: '0.012',
      funding_rate: '0.0001',
    },
  ])
})

test('the change over 24 hours is a fraction of the price then; a recording does not know it [gap.16]', async () => {
  const clock = new FakeClock()
  const exchange = simulatedExchange({ seed: 1, clock })
  const seeded = await openTestBroker({ clock, exchange })
  clock.advance(5000)
  const tickers = (await seeded.get('/v1/tickers')).body as { symbol: typeof BTC; change_24h: string }[]
  expect(tickers).toHaveLength(8)
  for (const { symbol, change_24h } of tickers) {
    const { lastTicks, ticks24hAgo } = exchange.prices(symbol)
    expect(Number(change_24h)).toBeCloseTo(Number(lastTicks) / Number(ticks24hAgo) - 1, 7)
    expect(change_24h).toMatch(/^-?0(?:\.\d{1,8})?$/)
  }
  expect(new Set(tickers.map(({ change_24h }) => change_24h)).size).toBeGreaterThan(4)

  const other = new FakeClock()
  const recorded = await openTestBroker({
    clock: other,
    exchange: await recordedExchange({ file: ownRecording, clock: other }),
  })
  other.advance(5000)
  expect((await recorded.get('/v1/tickers')).body[0]).not.toHaveProperty('change_24h')
})

test('tickers are filtered as instruments are [4.tickers 4.filter.or 4.filter.star]', async () => {
  const desk = await openTestBroker()
  const symbols = async (query: string) =>
    (await desk.get(`/v1/tickers?${query}`)).body.map((each: { symbol: string }) => each.symbol)
  expect(await symbols('symbol=eth*|nope')).toEqual([ETH])
  expect(await symbols('underlying=*')).toEqual([BTC, ETH])
  expect(await symbols('underlying=BTC&symbol=ETH*')).toEqual([])
  expect(await symbols('quote_currency=usdc')).toEqual([BTC, ETH])
  expect(await symbols('quote_currency=EUR')).toEqual([])
})

test('market trades: newest first, by limit and cursor [4.marketTrades gap.15 gap.28]', async () => {
  const desk = await openTestBroker()
  for (let n = 0; n < 5; n++) desk.exchange.print(BTC, 120000 + n, 10 + n, n % 2 ? 'sell' : 'buy')
  const page = (await desk.get('/v1/market-trades?symbol=BTCUSDC_PERP&limit=2')).body
  expect(page).toEqual([
    {
      code: 'P5',
      symbol: BTC,
      price: '60002',
      amount: '0.014',
      side: 'buy',
      created_at: '2026-01-05T09:00:00.000Z',
    },
    {
      code: 'P4',
      symbol: BTC,
      price: '60001.5',
      amount: '0.013',
      side: 'sell',
      created_at: '2026-01-05T09:00:00.000Z',
    },
  ])
  const older = (await desk.get('/v1/market-trades?symbol=BTCUSDC_PERP&before=P4')).body
  expect(older.map((print: { code: string }) => print.code)).toEqual(['P3', 'P2', 'P1'])
  expect((await desk.get('/v1/market-trades?symbol=NONE')).body).toEqual([])
  expect((await desk.get('/v1/market-trades')).body.code).toBe('VALIDATION_ERROR')
})
