/** A market order in an instrument that nobody streams: its book is fetched for the walk, and let go afterwards. */

import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { FromWorker } from '../../../electron/market/protocol.ts'
import { openPublicStreams } from '../../../electron/market/publicStreams.ts'
import { clockOf, type Clock } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { StreamVenue } from './streamVenue.ts'

const BTC = 'BTCUSDC_PERP' as Symbol
const ETH = 'ETHUSDC_PERP' as Symbol
const WAIT = { interval: 10 }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** The client's time runs faster, so that the ten seconds of an unused book pass in a moment. */
const FASTER = 20
const host = clockOf(globalThis)
const fastClock: Clock = {
  now: () => host.now() * FASTER,
  monotonic: () => host.monotonic() * FASTER,
  after: (ms, run) => host.after(ms / FASTER, run),
  every: (ms, run) => host.every(ms / FASTER, run),
}

async function start() {
  const venue = new StreamVenue()
  ends.push(() => venue.close())
  venue.book(BTC).ask.set('1001', '1').set('1002', '5')
  venue.book(BTC).bid.set('1000', '5')
  const streamUrl = await venue.open()
  const walked: (string | null)[] = []
  let live = new Set<string>()
  const streams = openPublicStreams({
    profile: venueProfile.parse({ name: 'Walk', kind: 'paper', restUrl: 'http://127.0.0.1:9', streamUrl }),
    clock: fastClock,
    random: seededRandom(3),
    WebSocket,
    defer: (run) => setImmediate(run),
    post(message: FromWorker) {
      if (message.kind === 'walked') walked.push(message.walk?.averagePrice ?? null)
      if (message.kind === 'links')
        live = new Set(message.links.filter(({ state }) => state === 'live').map(({ channel }) => channel))
    },
    backfill: false,
  })
  ends.push(() => streams.close())
  const walk = (requestId: number) =>
    streams.take({ kind: 'walk', requestId, symbol: BTC, side: 'buy', size: { amount: '2' as DecimalText } })
  const isLive = (symbol: Symbol) => live.has(`orderbook-stream:${symbol}`)
  return { venue, streams, walked, walk, isLive }
}

test('a walk waits for the first snapshot, and the book is unsubscribed once it is unused', async () => {
  const { streams, walked, walk, isLive } = await start()
  streams.take({ kind: 'follow', instruments: { needed: [ETH], spare: [] } })
  await vi.waitFor(() => expect(isLive(ETH)).toBe(true), WAIT)
  walk(1)
  walk(2)
  expect(walked).toEqual([])
  await vi.waitFor(() => expect(walked).toEqual(['1001.5', '1001.5']), WAIT)
  await vi.waitFor(() => expect(isLive(BTC)).toBe(true), WAIT)
  await vi.waitFor(() => expect(isLive(BTC)).toBe(false), WAIT)
  expect(isLive(ETH)).toBe(true)
})

test('a walk without a connection answers at once that there is no book', async () => {
  const { venue, walked, walk } = await start()
  await venue.close()
  walk(1)
  expect(walked).toEqual([null])
})
