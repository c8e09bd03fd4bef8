import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openMarket } from '../../../electron/market/market.ts'
import type { BookChange, Exchange, Level } from '../../../electron/paper/exchange/exchange.ts'
import { recordedExchange } from '../../../electron/paper/exchange/recorded/recordedExchange.ts'
import { startPaperBroker } from '../../../electron/paper/paperBroker.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { fromInteger, toText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { askAt, bidAt, bookState, HEADER, type BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { comparablePoints, ownRecording, realRecording } from '../../fixtures/recording.ts'
import { NO_RECORDING, passOver } from '../../support/skipReason.ts'

const ROWS = 60
const PATIENCE = { interval: 1 }
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Counts of lots and ticks as the frame's own integers, so that one text compares a whole side. */
function textOf(frame: BookFrame): string {
  const {
    tick = 1,
    lot = 1,
    bidCount = 0,
    askCount = 0,
  } = Object.fromEntries(
    (['tick', 'lot', 'bidCount', 'askCount'] as const).map((name) => [name, frame[HEADER[name]]]),
  )
  const pair = (at: number) => [(frame[at] ?? NaN) / tick, (frame[at + 1] ?? NaN) / lot]
  return JSON.stringify([
    Array.from({ length: bidCount }, (_, n) => pair(bidAt(n))),
    Array.from({ length: askCount }, (_, n) => pair(askAt(frame, n))),
  ])
}
/** The exchange's book said plainly: a Map per side, sorted when looked at. */
class PlainBook {
  private readonly sides: Readonly<Record<'bid' | 'ask', Map<number, number>>>

  constructor({ bids, asks }: { bids: readonly Level[]; asks: readonly Level[] }) {
    this.sides = { bid: new Map(bids), ask: new Map(asks) }
  }

  apply(changes: readonly BookChange[]): void {
    for (const { action, type, ticks, lots } of changes)
      if (action === 'delete') this.sides[type].delete(ticks)
      else this.sides[type].set(ticks, lots)
  }

  /** The best `rows` levels of each side. */
  text(rows: number): string {
    return JSON.stringify([this.best('bid', -1, rows), this.best('ask', 1, rows)])
  }

  private best(type: 'bid' | 'ask', sign: 1 | -1, rows: number): readonly Level[] {
    const all = [...this.sides[type]]
    const near = Math.min(...all.map(([ticks]) => sign * ticks)) + 2_000
    const nearest = all.filter(([ticks]) => sign * ticks < near)
    return (nearest.length < rows ? all : nearest).toSorted((a, b) => sign * (a[0] - b[0])).slice(0, rows)
  }
}

/** Everything real but the clock of the market, which goes on by `step` ms of the recording whenever a frame of what was has come. */
async function replay(file: string, step: number) {
  const marketClock = new FakeClock()
  const clock = clockOf(globalThis)
  let over = false
  const exchange: Exchange = await recordedExchange({
    file,
    clock: marketClock,
    speed: 1,
    onEnd: () => (over = true),
  })
  const symbol = exchange.instruments[0]!.symbol
  const start = exchange.depth(symbol)
  const broker = await startPaperBroker({
    exchange,
    clock,
    randomBytes,
    onFault: (error) => expect.fail(String(error)),
  })
  closers.push(() => broker.close())
  const log: (readonly BookChange[])[] = []
  let eventsBefore = 0
  exchange.onEvent((event) => {
    if (event.kind !== 'book') return
    log.push(event.changes)
    if (broker.sent(`orderbook-stream:${symbol}`) === 0) eventsBefore = log.length
  })
  const profile = venueProfile.parse({
    name: 'Paper',
    kind: 'paper',
    restUrl: broker.restUrl,
    streamUrl: broker.streamUrl,
  })
  const market = openMarket({
    workerUrl: new URL('../../../electron/market/worker.ts', import.meta.url),
    clock,
    random: seededRandom(5),
  })(profile, 'test')
  closers.push(() => market.close())
  const unreadable: string[] = []
  market.listen({
    tops: () => {},
    links: () => {},
    steps: () => {},
    unreadable: (text) => unreadable.push(text),
  })
  const frames: BookFrame[] = []
  const feed = market.book({ symbol, grouping: 1, rows: ROWS }, (frame) => {
    frames.push(frame)
    feed.ready()
  })
  const sent = () => broker.sent(`orderbook-stream:${symbol}`)
  const seen = () => frames.at(-1)?.[HEADER.version] ?? NaN
  await vi.waitFor(() => expect(frames.some((frame) => bookState(frame) === 'live')).toBe(true), PATIENCE)
  const goesOn = () => !over
  while (goesOn()) {
    const before = { sent: sent(), seen: seen() }
    marketClock.advance(step)
    const least = before.seen + Math.min(1, sent() - before.sent)
    await vi.waitFor(() => expect(seen()).toBeGreaterThanOrEqual(least), PATIENCE)
  }
  const last = sent()
  await vi.waitFor(() => expect(seen()).toBe(last), PATIENCE)
  const whole = new PlainBook(start)
  for (const changes of log) whole.apply(changes)
  expect(whole.text(100_000)).toBe(new PlainBook(exchange.depth(symbol)).text(100_000))
  return { start, log, frames, unreadable, eventsBefore, last }
}

const recordings = [
  { name: 'the project’s own recording', file: ownRecording, step: 250, points: 10 },
  { name: 'the recorded real market', file: realRecording, step: 1_000, points: 20 },
]

describe.each(recordings)('replay of $name', ({ file, step, points }) => {
  it(
    'equals the exchange to the lot, and the recording’s best quotes, at every version seen',
    passOver(file === null, NO_RECORDING),
    async () => {
      const { start, log, frames, unreadable, eventsBefore, last } = await replay(file ?? '', step)
      expect(unreadable).toEqual([])
      const live = frames.filter((frame) => bookState(frame) === 'live' && (frame[HEADER.version] ?? 0) > 0)
      expect(live.every((frame) => frame[HEADER.generation] === 1)).toBe(true)
      const book = new PlainBook(start)
      let applied = 0
      const wrong = live.filter((frame) => {
        for (; applied < eventsBefore + (frame[HEADER.version] ?? 0); applied++)
          book.apply(log[applied] ?? [])
        return textOf(frame) !== book.text(ROWS)
      })
      expect(wrong.map((frame) => frame[HEADER.version])).toEqual([])
      expect(live.length).toBeGreaterThan(last / 50)

      const quotes = new Map(comparablePoints(file ?? '').map((point) => [point.events, point]))
      const compared = live.flatMap((frame) => {
        const point = quotes.get(eventsBefore + (frame[HEADER.version] ?? 0))
        const price = (at: number) => toText(fromInteger(frame[at] ?? NaN, frame[HEADER.priceScale] ?? NaN))
        return point
          ? [{ mirror: [price(HEADER.bestBid), price(HEADER.bestAsk)], recording: [point.bid, point.ask] }]
          : []
      })
      expect(compared.length).toBeGreaterThan(points)
      for (const { mirror, recording } of compared) expect(mirror.map(Number)).toEqual(recording.map(Number))
    },
  )
})
