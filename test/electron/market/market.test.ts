import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CandleHistory } from '../../../electron/core/ports/candleHistory.ts'
import type { MarketTradesPage } from '../../../electron/core/ports/brokerAnswers.ts'
import type { Top } from '../../../electron/core/ports/market.ts'
import { openMarket, type Backfill } from '../../../electron/market/market.ts'
import { openSpareThread, type SpareThread } from '../../../electron/market/spareThread.ts'
import { openHistory } from '../../../electron/storage/history/history.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { fromInteger, toText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { ok } from '../../../shared/base/result.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import type { StreamLink } from '../../../shared/contract/status.ts'
import {
  askAt,
  bidAt,
  bookState,
  HEADER,
  isBookFrame,
  type BookFrame,
} from '../../../shared/domain/book/bookFrame.ts'
import type { Candle, CandleNews } from '../../../shared/domain/candles/candle.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../../shared/domain/marketTrade.ts'
import { StreamVenue } from './streamVenue.ts'

const BTC = 'BTCUSDC_PERP' as Symbol
const ETH = 'ETHUSDC_PERP' as Symbol
const WAIT = { interval: 10 }
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const workerEntry = new URL('../../../electron/market/worker.ts', import.meta.url)
const brokenEntry = new URL('./brokenWorker.ts', import.meta.url)

async function start(
  options: { backfill?: Backfill; workerUrl?: URL; spare?: SpareThread; history?: CandleHistory } = {},
) {
  const venue = new StreamVenue()
  closers.push(() => venue.close())
  const streamUrl = await venue.open()
  const profile = venueProfile.parse({
    name: 'Test',
    kind: 'paper',
    restUrl: 'http://127.0.0.1:9',
    streamUrl,
  })
  const { backfill, history, spare, workerUrl = workerEntry } = options
  const market = openMarket({
    workerUrl,
    clock: clockOf(globalThis),
    random: seededRandom(1),
    ...(backfill ? { backfill } : {}),
    ...(spare ? { spareThread: () => spare.take() } : {}),
    ...(history ? { history } : {}),
  })(profile, 'test')
  closers.push(() => market.close())
  const heard = {
    tops: new Map<string, Top>(),
    topCalls: 0,
    links: [] as readonly StreamLink[],
    steps: [] as string[],
    unreadable: [] as string[],
  }
  market.listen({
    tops(changed) {
      heard.topCalls++
      for (const top of changed) heard.tops.set(top.symbol, top)
    },
    links: (all) => (heard.links = all),
    steps: (symbol, tick, lot) => heard.steps.push(`${symbol} ${tick} ${lot}`),
    unreadable: (sentence) => heard.unreadable.push(sentence),
  })
  const link = (channel: string) => heard.links.find((one) => one.channel === channel)
  return { venue, market, heard, link }
}

/** Opens a book and keeps its frames; `ready` runs after each frame unless `pull` is false. */
function watch(market: Awaited<ReturnType<typeof start>>['market'], symbol: Symbol, pull = true, rows = 400) {
  const frames: BookFrame[] = []
  const feed = market.book({ symbol, grouping: 1, rows }, (frame) => {
    expect(isBookFrame(frame)).toBe(true)
    frames.push(frame)
    if (pull) feed.ready()
  })
  return { feed, frames, newest: () => frames.at(-1) }
}

const text = (frame: BookFrame, at: number, scale: number) =>
  toText(fromInteger(frame[at] ?? NaN, frame[scale] ?? NaN))
const depth = (frame: BookFrame | undefined) => {
  if (!frame) return null
  const pair = (at: number) => [text(frame, at, HEADER.priceScale), text(frame, at + 1, HEADER.amountScale)]
  return {
    bids: Array.from({ length: frame[HEADER.bidCount] ?? 0 }, (_, n) => pair(bidAt(n))),
    asks: Array.from({ length: frame[HEADER.askCount] ?? 0 }, (_, n) => pair(askAt(frame, n))),
  }
}
const depthOf = (venue: StreamVenue, symbol: string) => ({
  bids: venue.sorted(symbol, 'bid'),
  asks: venue.sorted(symbol, 'ask'),
})

function fill(venue: StreamVenue, symbol: string, levels = 50) {
  for (let n = 0; n < levels; n++) {
    venue.book(symbol).bid.set(String(1000 - n), `${n + 1}.5`)
    venue.book(symbol).ask.set(String(1001 + n), `${n + 1}`)
  }
}

/** `count` random messages near the touch, some of them several levels wide. */
function stir(venue: StreamVenue, symbol: string, count: number, seed = 7) {
  const random = seededRandom(seed)
  for (let n = 0; n < count; n++) {
    const changes: ['bid' | 'ask', string, string][] = []
    for (let m = random.integer(4); m >= 0; m--) {
      const type = random.next() < 0.5 ? 'bid' : 'ask'
      const price = String(type === 'bid' ? 1000 - random.integer(45) : 1001 + random.integer(45))
      const there = venue.book(symbol)[type].has(price)
      if (changes.some(([, already]) => already === price)) continue
      changes.push([type, price, there && random.next() < 0.4 ? '0' : `${1 + random.integer(999)}.25`])
    }
    venue.update(symbol, changes)
  }
}

describe('the market worker', () => {
  it('a market without events counts as alive while the venue answers, and no longer', async () => {
    const { venue, market } = await start()
    fill(venue, BTC)
    const { frames, newest } = watch(market, BTC)
    // Without a single message of the book: the venue's answers to our pings are enough.
    await vi.waitFor(() => {
      const frame = newest()!
      expect(frame[HEADER.aliveAt]! - frame[HEADER.receivedAt]!).toBeGreaterThan(2_000)
    }, WAIT)
    expect(bookState(newest()!)).toBe('live')
    expect(frames.length).toBeLessThan(8)
    const heard = newest()![HEADER.aliveAt]
    // For good: a venue that only cuts may be back before a frame says that it was away.
    await venue.close()
    await vi.waitFor(() => expect(bookState(newest()!)).toBe('down'), WAIT)
    expect(newest()![HEADER.aliveAt]).toBe(heard)
  })

  it('walks the book for a market order as it stands now, and has none without a live book', async () => {
    const { venue, market } = await start()
    fill(venue, BTC)
    market.follow({ needed: [BTC], spare: [] })
    await vi.waitFor(
      async () =>
        expect(await market.walk(BTC, 'buy', { amount: '3' as DecimalText })).toEqual({
          bestPrice: '1001',
          averagePrice: '1001.666666666666666667',
          worstPrice: '1002',
          filled: '3',
          quote: '3005',
          whole: true,
          ranOut: false,
        }),
      WAIT,
    )
    venue.update(BTC, [['ask', '1001', '0']])
    await vi.waitFor(
      async () =>
        expect(await market.walk(BTC, 'buy', { amount: '3' as DecimalText })).toMatchObject({
          bestPrice: '1002',
        }),
      WAIT,
    )
    expect(await market.walk(BTC, 'sell', { cash: '1000' as DecimalText })).toMatchObject({
      bestPrice: '1000',
      whole: true,
    })
    expect(await market.walk('NONE' as Symbol, 'buy', { amount: '1' as DecimalText })).toBe(null)
    venue.cut()
    await vi.waitFor(
      async () => expect(await market.walk(BTC, 'buy', { amount: '3' as DecimalText })).toBe(null),
      WAIT,
    )
    market.close()
    expect(await market.walk(BTC, 'buy', { amount: '3' as DecimalText })).toBe(null)
  })

  it('shows the venue’s book version by version: a snapshot and a thousand updates [6.book]', async () => {
    const { venue, market } = await start()
    fill(venue, BTC)
    const book = watch(market, BTC)
    await vi.waitFor(() => expect(depth(book.newest())).toEqual(depthOf(venue, BTC)), WAIT)
    stir(venue, BTC, 1000)
    await vi.waitFor(() => expect(book.newest()?.[HEADER.version]).toBe(1000), WAIT)
    expect(depth(book.newest())).toEqual(depthOf(venue, BTC))
    expect(bookState(book.newest()!)).toBe('live')
  })

  it('writes no frame without credit, and one of the last state once it is granted', async () => {
    const { venue, market, heard } = await start()
    fill(venue, BTC)
    const paced = watch(market, BTC, false)
    const eager = watch(market, BTC)
    await vi.waitFor(() => expect(paced.frames).toHaveLength(1), WAIT)
    await vi.waitFor(() => expect(eager.newest()?.[HEADER.bidCount]).toBe(50), WAIT)
    stir(venue, BTC, 1000)
    await vi.waitFor(() => expect(eager.newest()?.[HEADER.version]).toBe(1000), WAIT)
    expect(paced.frames).toHaveLength(1)
    expect(eager.frames.length).toBeLessThan(1000)
    paced.feed.ready()
    await vi.waitFor(() => expect(paced.frames).toHaveLength(2), WAIT)
    expect(depth(paced.newest())).toEqual(depthOf(venue, BTC))
    // Credit without news makes nothing; the next news then comes by itself.
    paced.feed.ready()
    await vi.waitFor(() => expect(heard.tops.get(BTC)?.bestBid).toBe(venue.sorted(BTC, 'bid')[0]?.[0]), WAIT)
    expect(paced.frames).toHaveLength(2)
    venue.update(BTC, [['bid', '900', '3']])
    await vi.waitFor(() => expect(paced.frames).toHaveLength(3), WAIT)
    // After closing, nothing.
    paced.feed.ready()
    paced.feed.close()
    venue.update(BTC, [['bid', '900', '4']])
    await vi.waitFor(() => expect(eager.newest()?.[HEADER.version]).toBe(1002), WAIT)
    expect(paced.frames).toHaveLength(3)
  })

  it('subscribes only the failed channel again [7.channelScoped 7.ORDERBOOK_STREAM_UPSTREAM_ERROR gap.29 5.public]', async () => {
    const { venue, market, link } = await start()
    for (const symbol of [BTC, ETH]) fill(venue, symbol)
    market.follow({ needed: [BTC, ETH], spare: [] })
    const btc = watch(market, BTC)
    const eth = watch(market, ETH)
    await vi.waitFor(
      () => expect([btc, eth].map((view) => view.newest()?.[HEADER.state])).toEqual([1, 1]),
      WAIT,
    )
    const before = venue.subscribed.length
    venue.fail(`orderbook-stream:${BTC}`, 'ORDERBOOK_STREAM_UPSTREAM_ERROR')
    await vi.waitFor(() => expect(link(`orderbook-stream:${BTC}`)?.state).toBe('suspect'), WAIT)
    expect(bookState(btc.newest()!)).toBe('suspect')
    stir(venue, ETH, 200)
    stir(venue, BTC, 20)
    await vi.waitFor(() => expect(depth(btc.newest())).toEqual(depthOf(venue, BTC)), WAIT)
    await vi.waitFor(() => expect(eth.newest()?.[HEADER.version]).toBe(200), WAIT)
    expect(depth(eth.newest())).toEqual(depthOf(venue, ETH))
    expect(venue.subscribed.slice(before)).toEqual([`orderbook-stream:${BTC}`])
    expect([btc.newest()?.[HEADER.generation], eth.newest()?.[HEADER.generation]]).toEqual([2, 1])
    expect(venue.connections).toBe(1)
  })

  it.each([
    ['a lost message', { action: 'change', type: 'bid', price: '977.5', amount: '1' }],
    ['a crossed book', { action: 'new', type: 'bid', price: '5000', amount: '1' }],
    ['an amount of zero', { action: 'change', type: 'bid', price: '1000', amount: '0' }],
    ['a message that cannot be read', { action: 'bump', type: 'bid', price: '1000', amount: '1' }],
  ])('marks the book and asks for a new snapshot after %s', async (_, change) => {
    const { venue, market } = await start()
    fill(venue, BTC)
    const book = watch(market, BTC)
    await vi.waitFor(() => expect(book.newest()?.[HEADER.state]).toBe(1), WAIT)
    venue.send(`orderbook-stream:${BTC}`, { type: 'update', data: [change] })
    await vi.waitFor(() => expect(book.newest()?.[HEADER.generation]).toBe(2), WAIT)
    await vi.waitFor(() => expect(bookState(book.newest()!)).toBe('live'), WAIT)
    expect(book.frames.some((frame) => bookState(frame) === 'suspect')).toBe(true)
    expect(
      book.frames.filter((frame) => bookState(frame) === 'live' && frame[HEADER.bestBid] === 5000),
    ).toEqual([])
    expect(depth(book.newest())).toEqual(depthOf(venue, BTC))
  })

  it('reconnects by itself after a cut, and reports down meanwhile', async () => {
    const { venue, market, heard, link } = await start()
    fill(venue, BTC)
    market.follow({ needed: [BTC], spare: [] })
    const book = watch(market, BTC)
    await vi.waitFor(() => expect(heard.tops.get(BTC)?.bestBid).toBe('1000'), WAIT)
    venue.cut()
    await vi.waitFor(() => expect(book.frames.some((frame) => bookState(frame) === 'down')).toBe(true), WAIT)
    venue.book(BTC).bid.set('1000', '77')
    await vi.waitFor(() => expect(depth(book.newest())).toEqual(depthOf(venue, BTC)), WAIT)
    await vi.waitFor(() => expect(link(`market-trades:${BTC}`)?.state).toBe('live'), WAIT)
    expect(market.state()).toBe('live')
    expect(venue.connections).toBe(2)
  })

  it('reports best prices at most ten times a second, the last trade, and the detected steps', async () => {
    const { venue, market, heard } = await start()
    fill(venue, BTC)
    market.follow({ needed: [BTC], spare: [] })
    await vi.waitFor(() => expect(heard.tops.get(BTC)?.bestAsk).toBe('1001'), WAIT)
    const began = performance.now()
    const calls = heard.topCalls
    stir(venue, BTC, 2000)
    venue.trade(BTC, { code: 't1', price: '1000.5', amount: '2', at: Date.now() })
    await vi.waitFor(() => expect(heard.tops.get(BTC)?.lastPrice).toBe('1000.5'), WAIT)
    expect(heard.topCalls - calls).toBeLessThanOrEqual(2 + (performance.now() - began) / 100)
    expect(heard.steps.at(-1)).toBe(`${BTC} 1 0.25`)
  })

  it('gives the newest public trades, then the following, never twice or more than requested', async () => {
    const { venue, market, link } = await start()
    const seen: string[] = []
    let snapshots = 0
    const feed = market.marketTrades(BTC, {
      snapshot(newest) {
        snapshots++
        seen.push(...newest.map((trade) => trade.code ?? ''))
      },
      delta(more) {
        seen.push(...more.map((trade) => trade.code ?? ''))
        feed.ready()
      },
    })
    await vi.waitFor(() => expect(link(`market-trades:${BTC}`)?.state).toBe('live'), WAIT)
    // Nobody read past trades, so no snapshot says that there is none.
    expect(snapshots).toBe(0)
    const codes = Array.from({ length: 300 }, (_, n) => `t${n}`)
    for (const [n, code] of codes.entries()) venue.trade(BTC, { code, price: '1000', amount: '1', at: n })
    venue.trade(BTC, { code: 't299', price: '1000', amount: '1', at: 299 })
    await vi.waitFor(() => expect(snapshots).toBe(1), WAIT)
    feed.ready()
    await vi.waitFor(() => expect(seen).toEqual(codes), WAIT)
    const late: string[] = []
    market.marketTrades(BTC, {
      snapshot: (all) => late.push(...all.map((one) => one.code ?? '')),
      delta: () => {},
    })
    await vi.waitFor(() => expect(late).toEqual(codes), WAIT)
  })

  it('fills candles with the past once, although stream and pages overlap', async () => {
    const minute = 60_000
    const start0 = Math.floor(Date.now() / minute) * minute - 10 * minute
    const past: MarketTrade[] = Array.from({ length: 25 }, (_, n) => ({
      symbol: BTC,
      price: String(100 + n) as DecimalText,
      amount: '1' as DecimalText,
      side: 'buy',
      createdAt: start0 + n * 15_000,
      code: `p${n}`,
    }))
    const asked: (string | null)[] = []
    const backfill: Backfill = (_, before) => {
      asked.push(before)
      const end = before === null ? past.length : past.findIndex((trade) => trade.code === before)
      const items = past.slice(Math.max(0, end - 10), end).toReversed()
      const page: MarketTradesPage = { items, next: items.at(-1)?.code ?? null, isWhole: true }
      return Promise.resolve(ok(page))
    }
    const { venue, market } = await start({ backfill })
    market.follow({ needed: [BTC], spare: [] })
    await vi.waitFor(() => expect(venue.subscribed).toContain(`market-trades:${BTC}`), WAIT)
    let all = new Map<number, Candle>()
    const merge = (more: readonly Candle[]) => {
      for (const one of more) all.set(one.openTime, one)
    }
    const feed = market.candles(
      { symbol: BTC, interval: '1m' },
      {
        snapshot({ candles }) {
          all = new Map()
          merge(candles)
          feed.ready()
        },
        delta({ candles }) {
          merge(candles)
          feed.ready()
        },
      },
    )
    // The stream repeats the newest past trades and adds one.
    for (const trade of past.slice(-3))
      venue.trade(BTC, { code: trade.code, price: trade.price, amount: '1', at: trade.createdAt })
    venue.trade(BTC, { code: 'new', price: '90', amount: '0.5', at: start0 + 25 * 15_000 })
    const expected = Array.from({ length: 7 }, (_, n): Candle => {
      const prices = [0, 1, 2, 3].map((m) => 100 + n * 4 + m).filter((price) => price < 125)
      const last = n === 6
      return {
        openTime: start0 + n * minute,
        open: String(prices[0]) as DecimalText,
        high: String(prices.at(-1)) as DecimalText,
        low: (last ? '90' : String(prices[0])) as DecimalText,
        close: (last ? '90' : String(prices.at(-1))) as DecimalText,
        volume: (last ? '1.5' : '4') as DecimalText,
      }
    })
    await vi.waitFor(() => expect([...all.values()]).toEqual(expected), WAIT)
    expect(asked.length).toBeLessThanOrEqual(4)
  })

  it('keeps its candles for the next run, which marks the time between as not known', async () => {
    const minute = 60_000
    const began = Date.UTC(2026, 0, 5, 9)
    const problems: string[] = []
    const history = openHistory({
      workerUrl: new URL('../../../electron/storage/history/worker.ts', import.meta.url),
      directory: null,
      onProblem: (sentence) => problems.push(sentence),
    })
    closers.push(() => history.close())
    const series = { venue: 'test', symbol: BTC }
    const run = async (minutes: readonly number[]) => {
      const { venue, market, heard } = await start({ history })
      market.follow({ needed: [BTC], spare: [] })
      await vi.waitFor(() => expect(venue.subscribed).toContain(`market-trades:${BTC}`), WAIT)
      for (const n of minutes)
        venue.trade(BTC, {
          code: `t${n}`,
          price: String(100 + n),
          amount: '0.1',
          at: began + n * minute + 500,
        })
      // A chart opened before the trades are counted receives them as deltas, which this test does not fold.
      const last = String(100 + (minutes.at(-1) ?? 0))
      await vi.waitFor(() => expect(heard.tops.get(BTC)?.lastPrice).toBe(last), WAIT)
      return market
    }
    const first = await run([0, 1, 2, 3])
    await vi.waitFor(async () => expect((await history.newest(series)).minutes).toHaveLength(2), WAIT)
    first.close()
    const second = await run([10, 11, 12])
    const seen: { times: number[]; gaps: number[][] }[] = []
    const feed = second.candles(
      { symbol: BTC, interval: '1m' },
      {
        snapshot({ candles, gaps }) {
          const since = (at: number) => (at - began) / minute
          seen.push({
            times: candles.map(({ openTime }) => since(openTime)),
            gaps: gaps.map(({ from, to }) => [since(from), since(to)]),
          })
          feed.ready()
        },
        delta: () => feed.ready(),
      },
    )
    // Minute 0 began before anybody listened, 3 was cut short, 10 began before anybody listened again.
    await vi.waitFor(() => expect(seen.at(-1)).toEqual({ times: [1, 2, 10, 11, 12], gaps: [[3, 11]] }), WAIT)
    const older = await second.readCandles(BTC, {
      interval: '5m',
      before: began + 10 * minute,
      after: null,
      count: 10,
    })
    // The last minute of a run is read again by the next, where the venue gives it.
    expect(older?.candles.map(({ volume }) => volume)).toEqual(['0.3'])
    expect(older?.gaps).toEqual([
      { from: began, to: began + minute },
      { from: began + 3 * minute, to: began + 10 * minute },
    ])
    expect(problems).toEqual([])
  })

  it('holds seconds in the worker alone: chart, pages and history agree', async () => {
    const second = 1_000
    const began = Date.UTC(2026, 0, 5, 9)
    const at = (n: number): number => began + n * second
    const past: MarketTrade[] = [-60, 0, 0.5, 1].map((n) => ({
      symbol: BTC,
      price: '100' as DecimalText,
      amount: '1' as DecimalText,
      side: 'buy',
      createdAt: at(n),
      code: `p${n}`,
    }))
    const backfill: Backfill = () =>
      Promise.resolve(ok({ items: past.toReversed(), next: null, isWhole: true }))
    const history = openHistory({
      workerUrl: new URL('../../../electron/storage/history/worker.ts', import.meta.url),
      directory: null,
      onProblem: (sentence) => expect(sentence).toBe(''),
    })
    closers.push(() => history.close())
    const { venue, market } = await start({ backfill, history })
    const news: CandleNews[] = []
    const take = (one: CandleNews) => {
      news.push(one)
      feed.ready()
    }
    const feed = market.candles({ symbol: BTC, interval: '1s' }, { snapshot: take, delta: take })
    await vi.waitFor(() => expect(venue.subscribed).toContain(`market-trades:${BTC}`), WAIT)
    venue.trade(BTC, { code: 'a', price: '101', amount: '0.1', at: at(3) })
    venue.trade(BTC, { code: 'b', price: '103', amount: '0.2', at: at(3.9) })
    venue.trade(BTC, { code: 'c', price: '102', amount: '0.4', at: at(61) })
    const page = () => market.readCandles(BTC, { interval: '1s', before: at(3), after: null, count: 2 })
    await vi.waitFor(async () => expect((await page())?.candles).toHaveLength(2), WAIT)
    await vi.waitFor(() => expect(news.at(-1)?.gaps).toEqual([{ from: 0, to: at(0) }]), WAIT)
    expect((await page())?.candles.map(({ openTime, volume }) => [openTime, volume])).toEqual([
      [at(0), '2'],
      [at(1), '1'],
    ])
    expect(await page()).toMatchObject({ gaps: [], more: true })
    const oldest = { interval: '1s', before: at(-60), after: null, count: 2 } as const
    expect(await market.readCandles(BTC, oldest)).toEqual({
      candles: [],
      gaps: [{ from: 0, to: at(-60) }],
      more: false,
    })
    expect(await market.readCandles(ETH, oldest)).toBeNull()
    await vi.waitFor(
      async () =>
        expect(
          (await history.newest({ venue: 'test', symbol: BTC })).minutes.map(({ volume }) => volume),
        ).toEqual(['3.3']),
      WAIT,
    )
  })

  it('reports unreadable frames in one sentence, and reads all others', async () => {
    const { venue, market, heard } = await start()
    fill(venue, BTC)
    fill(venue, ETH)
    const btc = watch(market, BTC)
    const eth = watch(market, ETH)
    await vi.waitFor(
      () => expect([btc, eth].map((view) => view.newest()?.[HEADER.state])).toEqual([1, 1]),
      WAIT,
    )
    const channel = `orderbook-stream:${BTC}`
    for (const nonsense of ['', '{', '[]', 'null', '"x"', '{"channel":7}', '{"__proto__":{"x":1}}', '[[[[']) {
      for (let n = 0; n < 50; n++) venue.raw(channel, nonsense)
    }
    venue.update(BTC, [['bid', '1000', '9']])
    await vi.waitFor(() => expect(depth(btc.newest())).toEqual(depthOf(venue, BTC)), WAIT)
    expect(heard.unreadable.length).toBeGreaterThan(0)
    expect(heard.unreadable.length).toBeLessThan(5)
    expect(venue.connections).toBe(1)
    expect(eth.newest()?.[HEADER.state]).toBe(1)
  })

  it('reports a worker that cannot run, retries, and stops when closed', async () => {
    const { market, heard } = await start({ workerUrl: brokenEntry })
    const book = watch(market, BTC)
    await vi.waitFor(() => expect(heard.unreadable.length).toBeGreaterThanOrEqual(2), WAIT)
    expect(market.state()).toBe('failed')
    expect(heard.unreadable[0]).toContain('this worker is broken')
    expect(book.frames.map(bookState)).toContain('down')
  })

  it('subscribes to a shown book before books that are only followed', async () => {
    const { venue, market, link } = await start()
    const others = Array.from({ length: 12 }, (_, n) => `X${n}USDC_PERP` as Symbol)
    market.follow({ needed: [...others, BTC], spare: [] })
    watch(market, BTC)
    await vi.waitFor(() => expect(link(`market-trades:${others.at(-1)}`)?.state).toBe('live'), WAIT)
    const place = (symbol: Symbol) => venue.subscribed.indexOf(`market-trades:${symbol}`)
    expect(place(BTC)).toBeGreaterThanOrEqual(0)
    expect(place(BTC)).toBeLessThan(place(others[2] as Symbol))
  })

  it('works in a spare thread, which is given to one market only', async () => {
    const spare = openSpareThread(workerEntry)
    // Another thread could not run.
    const { venue, market, heard } = await start({ spare, workerUrl: brokenEntry })
    const book = watch(market, BTC)
    await vi.waitFor(() => expect(depth(book.newest())).toEqual(depthOf(venue, BTC)), WAIT)
    expect(heard.unreadable).toEqual([])
    expect(spare.take()).toBeNull()
  })

  it('takes a new thread where the spare one could not run', async () => {
    const { venue, market } = await start({ spare: openSpareThread(brokenEntry) })
    const book = watch(market, BTC)
    await vi.waitFor(() => expect(depth(book.newest())).toEqual(depthOf(venue, BTC)), WAIT)
  })

  it('ends its thread and its connection with close', async () => {
    const { venue, market, link } = await start()
    market.follow({ needed: [BTC], spare: [] })
    await vi.waitFor(() => expect(link(`market-trades:${BTC}`)?.state).toBe('live'), WAIT)
    expect(venue.openConnections).toBe(1)
    market.close()
    await vi.waitFor(() => expect(venue.openConnections).toBe(0), WAIT)
  })
})
