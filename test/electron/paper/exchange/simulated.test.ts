/** The simulated exchange: repeatable, never crossed, deep, and like a market; its past meets its present. */

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Exchange, ExchangeEvent, MarketPrint } from '../../../../electron/paper/exchange/exchange.ts'
import { simulatedExchange } from '../../../../electron/paper/exchange/simulatedExchange.ts'
import { decimal, decimalPlaces } from '../../../../shared/base/decimal.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { BookMirror } from './bookMirror.ts'

const BTC = 'BTCUSDC_PERP' as Symbol
const HOUR = 3_600_000
const MINUTE = 60_000

function open(seed: number, speed = 1, startAt = Date.UTC(2026, 0, 5, 9, 0, 37)) {
  const clock = new FakeClock(startAt)
  return { clock, exchange: simulatedExchange({ seed, clock, speed }) }
}

/** Hash of everything that was there and happened in `ms`, customers included. */
function fingerprint(seed: number, speed: number, ms: number): string {
  const { clock, exchange } = open(seed, speed)
  const hash = createHash('sha256')
  const note = (value: unknown) => hash.update(JSON.stringify(value))
  exchange.onEvent(note)
  for (const { symbol } of exchange.instruments) {
    note(exchange.depth(symbol))
    note(exchange.prints(symbol, 300, null))
  }
  exchange.start()
  clock.advance(ms / 2)
  note(exchange.place({ id: 'a', symbol: BTC, side: 'buy', limitTicks: null, lots: 900, timeInForce: 'IOC' }))
  note(
    exchange.place({ id: 'b', symbol: BTC, side: 'buy', limitTicks: 621_000, lots: 5, timeInForce: 'GTC' }),
  )
  clock.advance(ms / 2)
  for (const { symbol } of exchange.instruments) note(exchange.prices(symbol))
  return hash.digest('hex')
}

/** What one minute or five seconds of prints look like. */
function candles(prints: readonly MarketPrint[], every: number) {
  const found = new Map<number, { open: number; close: number; high: number; low: number; lots: number }>()
  for (const { at, ticks, lots } of prints.toReversed()) {
    const candle = found.get(Math.floor(at / every))
    if (!candle)
      found.set(Math.floor(at / every), { open: ticks, close: ticks, high: ticks, low: ticks, lots })
    else {
      candle.high = Math.max(candle.high, ticks)
      candle.low = Math.min(candle.low, ticks)
      candle.close = ticks
      candle.lots += lots
    }
  }
  return [...found.values()]
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

describe('a seeded exchange', () => {
  it('repeats itself with equal seed and steps, and differs with another seed', () => {
    const first = fingerprint(5, 1, 20_000)
    expect(fingerprint(5, 1, 20_000)).toBe(first)
    expect(fingerprint(6, 1, 20_000)).not.toBe(first)
    expect(fingerprint(5, 50, 2000)).toBe(fingerprint(5, 50, 2000))
  })

  it('names eight perpetuals whose ticks and lots keep money exact', () => {
    const { exchange } = open(1)
    expect(exchange.instruments.length).toBeGreaterThanOrEqual(8)
    for (const { tickSize, lotSize, symbol } of exchange.instruments) {
      expect(decimalPlaces(decimal(tickSize)) + decimalPlaces(decimal(lotSize))).toBeLessThanOrEqual(6)
      expect(symbol).toMatch(/^[A-Z]+USDC_PERP$/)
    }
  })

  it.each([
    { speed: 1, seconds: 120 },
    { speed: 50, seconds: 40 },
  ])('keeps every book sound and deep for a long run at speed $speed', ({ speed, seconds }) => {
    const { clock, exchange } = open(9, speed)
    const mirrors = new Map(
      exchange.instruments.map(({ symbol }) => [symbol, new BookMirror(exchange.depth(symbol))]),
    )
    let crossed = 0
    let events = 0
    let differing = 0
    exchange.onEvent((event) => {
      if (event.kind !== 'book') return
      mirrors.get(event.symbol)?.apply(event.changes)
      // Looking at every level of every event is slow: the exchange's own depth is held to the mirror below.
      if (++events % 20 !== 0) return
      const mirror = mirrors.get(event.symbol)
      if (mirror && mirror.bestBid >= mirror.bestAsk) crossed++
    })
    exchange.start()
    for (let n = 0; n < seconds * 2; n++) {
      clock.advance(500)
      for (const [symbol, mirror] of mirrors) {
        const depth = exchange.depth(symbol)
        if (n % 10 === 0 && !isDeepStrictEqual(mirror.depth(), depth)) differing++
        expect(Math.min(depth.bids.length, depth.asks.length)).toBeGreaterThanOrEqual(300)
        expect(depth.bids[0]?.[0]).toBeLessThan(depth.asks[0]?.[0] ?? 0)
        expect(depth.bids.at(-1)?.[0]).toBeGreaterThan(0)
      }
    }
    expect(differing).toBe(0)
    expect(crossed).toBe(0)
    expect(events).toBeGreaterThan(seconds * speed * 60)
  })

  it('looks like a market: spread, trades, sizes, depth, touch, bursts', () => {
    const { clock, exchange } = open(3)
    const prints: MarketPrint[] = []
    const distances: number[] = []
    let bookEvents = 0
    let touch = 0
    exchange.onEvent((event) => {
      if (event.kind === 'print' && event.print.symbol === BTC) prints.push(event.print)
      if (event.kind !== 'book' || event.symbol !== BTC) return
      bookEvents++
      for (const { ticks } of event.changes) distances.push(Math.abs(ticks - touch))
    })
    exchange.start()
    const spreads: number[] = []
    const near: number[] = []
    const far: number[] = []
    const seconds = 600
    for (let n = 0; n < seconds; n++) {
      const { bids, asks } = exchange.depth(BTC)
      touch = bids[0]?.[0] ?? 0
      clock.advance(1000)
      spreads.push((asks[0]?.[0] ?? 0) - touch)
      near.push(mean(asks.slice(0, 10).map(([, lots]) => lots)))
      far.push(mean(asks.slice(150, 300).map(([, lots]) => lots)))
    }
    expect(bookEvents / seconds).toBeGreaterThan(20)
    expect(bookEvents / seconds).toBeLessThan(60)
    expect(quantile(spreads, 0.5)).toBeLessThanOrEqual(2)
    expect(quantile(spreads, 0.95)).toBeGreaterThan(1)
    expect(quantile(spreads, 0.95)).toBeLessThan(15)
    expect(prints.length / (seconds / 60)).toBeGreaterThan(90)
    const sizes = prints.map((print) => print.lots)
    expect(quantile(sizes, 0.99) / quantile(sizes, 0.5)).toBeGreaterThan(10)
    expect(mean(far) / mean(near)).toBeGreaterThan(1.5)
    expect(quantile(distances, 0.5)).toBeLessThan(60)
    // Bursts: independent arrivals would vary by 1 ± 0.06 here.
    const counts = Array.from({ length: seconds + 1 }, () => 0)
    const from = clock.now() - seconds * 1000
    for (const { at } of prints) counts[Math.floor((at - from) / 1000)]! += 1
    const average = mean(counts)
    expect(mean(counts.map((count) => (count - average) ** 2)) / average).toBeGreaterThan(1.5)
  })

  it('marks each symbol about once a second, near the market, with funding and open interest', () => {
    const { clock, exchange } = open(4)
    const marks = new Map<string, number>()
    exchange.onEvent((event) => {
      if (event.kind === 'mark') marks.set(event.symbol, (marks.get(event.symbol) ?? 0) + 1)
    })
    exchange.start()
    clock.advance(60_000)
    for (const { symbol, tickSize } of exchange.instruments) {
      expect(marks.get(symbol)).toBeGreaterThan(55)
      const prices = exchange.prices(symbol)
      const mid = (exchange.depth(symbol).bids[0]?.[0] ?? 0) * Number(tickSize)
      for (const price of [prices.mark, prices.index]) expect(Number(price) / mid).toBeCloseTo(1, 2)
      expect(Math.abs(Number(prices.fundingRate))).toBeLessThanOrEqual(0.001)
      expect(prices.openInterestLots).toBeGreaterThan(0)
      expect(prices.nextFundingAt).toBe(Date.UTC(2026, 0, 5, 16))
    }
  })
})

describe('the past of a seeded exchange', () => {
  const everything = (exchange: Exchange, symbol: Symbol) => exchange.prints(symbol, 1_000_000, null)

  it('reaches back six hours without a gap and meets the present', () => {
    const { clock, exchange } = open(8)
    const opened = clock.now()
    exchange.start()
    clock.advance(10 * MINUTE)
    for (const { symbol } of exchange.instruments) {
      const prints = everything(exchange, symbol)
      const past = prints.filter((print) => print.at < opened)
      const present = prints.filter((print) => print.at >= opened)
      const [first, last] = [present.at(-1), past[0]]
      expect(opened - (past.at(-1)?.at ?? 0)).toBeGreaterThan(5.9 * HOUR)
      expect(Math.abs((first?.ticks ?? 0) / (last?.ticks ?? 1) - 1)).toBeLessThan(0.003)
      for (let n = 1; n < prints.length; n++) {
        const [newer, older] = [prints[n - 1], prints[n]]
        if (!newer || !older || newer.at < older.at || Number(newer.code) <= Number(older.code))
          throw new Error(`${symbol}: print ${older?.code} after ${newer?.code}`)
      }
      expect(prints.every(({ lots, ticks }) => Number.isSafeInteger(lots) && lots > 0 && ticks > 0)).toBe(
        true,
      )
      const minutes = candles(past, MINUTE)
      expect(minutes.length).toBeGreaterThan(6 * 60 - 2)
      // Candles have wicks, move, and do not jump by more than a few of their own length.
      const range = mean(minutes.map(({ high, low }) => high - low))
      expect(range / mean(minutes.map((each) => Math.abs(each.close - each.open)))).toBeGreaterThan(1.3)
      const gaps = minutes.slice(1).map((each, n) => Math.abs(each.open - (minutes[n]?.close ?? 0)))
      expect(Math.max(...gaps)).toBeLessThan(range * 3)
      const live = candles(present, MINUTE)
      const livelier = mean(live.map((each) => each.lots)) / mean(minutes.map((each) => each.lots))
      expect(livelier).toBeGreaterThan(0.15)
      expect(livelier).toBeLessThan(6)
    }
    const lastHour = everything(exchange, BTC).filter(({ at }) => at >= opened - HOUR && at < opened)
    expect(candles(lastHour, 5000).length).toBeGreaterThan(700)
  })

  it('comes in pages that join without loss or repetition', () => {
    const { clock, exchange } = open(8)
    exchange.start()
    clock.advance(5000)
    const whole = exchange.prints(BTC, 2500, null)
    const paged: MarketPrint[] = []
    for (let before: string | null = null; paged.length < 2500; before = paged.at(-1)?.code ?? null)
      paged.push(...exchange.prints(BTC, 100, before))
    expect(paged).toEqual(whole)
    expect(exchange.prints(BTC, 10, 'nonsense')).toEqual([])
    expect(exchange.prints(BTC, 10, '1')).toEqual([])
  })

  it('gives the 24-hour figures of its prints', () => {
    const { clock, exchange } = open(2)
    exchange.start()
    clock.advance(3 * MINUTE)
    for (const { symbol } of exchange.instruments) {
      const prices = exchange.prices(symbol)
      const prints = everything(exchange, symbol)
      const ticks = prints.map((print) => print.ticks)
      expect(prices.lastTicks).toBe(ticks[0])
      expect(prices.high24hTicks).toBeGreaterThanOrEqual(ticks.reduce((a, b) => Math.max(a, b)))
      expect(prices.low24hTicks).toBeLessThanOrEqual(ticks.reduce((a, b) => Math.min(a, b)))
      expect(prices.volume24hLots).toBeGreaterThan(prints.reduce((sum, { lots }) => sum + lots, 0))
      expect(Math.abs((prices.ticks24hAgo ?? 0) / (prices.lastTicks ?? 1) - 1)).toBeLessThan(0.3)
    }
  })
})

describe('customers in a seeded exchange', () => {
  it('take real levels, and the market comes back', () => {
    const { clock, exchange } = open(12)
    exchange.start()
    clock.advance(1000)
    const { asks } = exchange.depth(BTC)
    const lots = asks.slice(0, 50).reduce((sum, [, each]) => sum + each, 0)
    const events: ExchangeEvent[] = []
    exchange.onEvent((event) => events.push(event))
    const order = { id: 'a', symbol: BTC, side: 'buy', limitTicks: null, lots, timeInForce: 'IOC' } as const
    const { fills } = exchange.place(order)
    expect(fills.map((fill) => [fill.ticks, fill.lots])).toEqual(asks.slice(0, 50))
    expect(events.filter((event) => event.kind === 'book')).toHaveLength(1)
    expect(events.filter((event) => event.kind === 'print')).toHaveLength(50)
    expect(exchange.depth(BTC).asks[0]).toEqual(asks[50])
    clock.advance(5000)
    const after = exchange.depth(BTC)
    expect((after.asks[0]?.[0] ?? 0) - (after.bids[0]?.[0] ?? 0)).toBeLessThan(15)
    expect(after.asks.length).toBeGreaterThanOrEqual(300)
  })

  it('get their resting orders filled by the market in time, whole and at their price', () => {
    const { clock, exchange } = open(13)
    const fills: number[] = []
    const prices = new Set<number>()
    const filled = () => fills.reduce((sum, lots) => sum + lots, 0)
    exchange.onEvent((event) => {
      if (event.kind !== 'fill' || event.fill.orderId !== 'rest') return
      fills.push(event.fill.lots)
      prices.add(event.fill.ticks)
    })
    const stop = exchange.start()
    clock.advance(1000)
    const best = exchange.depth(BTC).bids[0]?.[0] ?? 0
    exchange.place({ id: 'rest', symbol: BTC, side: 'buy', limitTicks: best, lots: 700, timeInForce: 'GTC' })
    for (let minute = 0; minute < 60 && filled() < 700; minute++) clock.advance(MINUTE)
    expect(filled()).toBe(700)
    expect([...prices]).toEqual([best])
    expect(exchange.cancel('rest')).toBe(0)
    stop()
    const { bids } = exchange.depth(BTC)
    clock.advance(MINUTE)
    expect(exchange.depth(BTC).bids).toEqual(bids)
  })
})
