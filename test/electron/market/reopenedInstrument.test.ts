/** An instrument that was closed and opened again takes no answer to a question of its earlier opening. */

import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { FromWorker } from '../../../electron/market/protocol.ts'
import { openPublicStreams } from '../../../electron/market/publicStreams.ts'
import { clockOf, type Clock } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import type { MarketTrade } from '../../../shared/domain/marketTrade.ts'
import { decimalText, type Symbol } from '../../../shared/domain/scalars.ts'
import { StreamVenue } from './streamVenue.ts'

const BTC = 'BTCUSDC_PERP' as Symbol
const WAIT = { interval: 10 }
const MINUTE = 60_000
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** The client's time runs faster, so that the ten seconds of an unused instrument pass in a moment. */
const FASTER = 20
const host = clockOf(globalThis)
const fastClock: Clock = {
  now: () => host.now() * FASTER,
  monotonic: () => host.monotonic() * FASTER,
  after: (ms, run) => host.after(ms / FASTER, run),
  every: (ms, run) => host.every(ms / FASTER, run),
}

type Asked<K extends FromWorker['kind']> = Extract<FromWorker, { kind: K }>

async function start() {
  const venue = new StreamVenue()
  ends.push(() => venue.close())
  const streamUrl = await venue.open()
  const posted: FromWorker[] = []
  const streams = openPublicStreams({
    profile: venueProfile.parse({ name: 'Again', kind: 'paper', restUrl: 'http://127.0.0.1:9', streamUrl }),
    clock: fastClock,
    random: seededRandom(3),
    WebSocket,
    defer: (run) => setImmediate(run),
    post: (message) => posted.push(message),
    backfill: true,
  })
  ends.push(() => streams.close())
  const messages = <K extends FromWorker['kind']>(kind: K): Asked<K>[] =>
    posted.filter((message): message is Asked<K> => message.kind === kind)
  const nth = async <K extends FromWorker['kind']>(kind: K, n: number): Promise<Asked<K>> => {
    await vi.waitFor(() => expect(messages(kind).length).toBeGreaterThanOrEqual(n), WAIT)
    return messages(kind)[n - 1]!
  }
  /** Opens a chart; returns its request for past trades. */
  const chart = async (id: number): Promise<Asked<'past'>> => {
    streams.take({ kind: 'open', id, key: { topic: 'candles', symbol: BTC, interval: '1m' }, credit: true })
    const question = await nth('readStored', id)
    streams.take({ ...question, kind: 'stored', stored: { minutes: [], known: [] } })
    return nth('past', id)
  }
  /** The closing prices that a chart has drawn. */
  const closes = (chartId: number): string[] => {
    streams.take({ kind: 'ready', id: chartId })
    const drawn = messages('candles').filter(({ id }) => id === chartId)
    return drawn.at(-1)?.news.candles.map(({ close }) => close) ?? []
  }
  return { streams, messages, chart, closes }
}

/** A trade `minutes` ago. */
const trade = (price: string, minutes: number): MarketTrade => ({
  symbol: BTC,
  price: decimalText.parse(price),
  amount: decimalText.parse('1'),
  side: 'buy',
  createdAt: Math.floor(fastClock.now() / MINUTE) * MINUTE - minutes * MINUTE,
  code: `t${price}`,
})

test('a late page of past trades never passes for the page that the new opening requested', async () => {
  const { streams, messages, chart, closes } = await start()
  const first = await chart(1)
  streams.take({ kind: 'close', id: 1 })
  await vi.waitFor(() => expect(messages('links').at(-1)?.links).toEqual([]), WAIT)
  const second = await chart(2)
  const page = (trades: MarketTrade[]) => ({ items: trades, next: null, isWhole: true })
  // The venue answered the first request so late that another one is under way.
  streams.take({ ...first, kind: 'page', page: page([trade('1', 9)]) })
  streams.take({ ...second, kind: 'page', page: page([trade('2', 1), trade('1', 9)]) })
  await vi.waitFor(() => expect(closes(2)).toEqual(['1', '2']), WAIT)
})
