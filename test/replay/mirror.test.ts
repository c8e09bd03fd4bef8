/** The whole way of a quote: recording → paper broker → stream → worker → core → contract over loopback → the window's mirror. */

import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openBroker } from '../../electron/broker/broker.ts'
import { openLoopbackGateway } from '../../electron/gateway/browserGateway.ts'
import { openMarket } from '../../electron/market/market.ts'
import { recordedExchange } from '../../electron/paper/exchange/recorded/recordedExchange.ts'
import { startPaperBroker } from '../../electron/paper/paperBroker.ts'
import { mirrorBook, type BookMirror } from '../../renderer/live/bookMirror.ts'
import { clockOf } from '../../shared/base/clock.ts'
import { decimal, fromInteger, toText } from '../../shared/base/decimal.ts'
import { seededRandom } from '../../shared/base/random.ts'
import { venueProfile } from '../../shared/broker/venueProfile.ts'
import { connectContract } from '../../shared/contract/client/client.ts'
import { HEADER } from '../../shared/domain/book/bookFrame.ts'
import { createCoreInMemory } from '../electron/core/coreInMemory.ts'
import { dial, pageFolder, proofOf } from '../contract/transports.ts'
import { FakeClock } from '../fakes/fakeClock.ts'
import { comparablePoints, ownRecording, realRecording } from '../fixtures/recording.ts'
import { NO_RECORDING, passOver } from '../support/skipReason.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const canonicalPrice = (text: string) => toText(decimal(text))

/** Everything real but the clock of the market, which the test moves from one moment of the recording to the next. */
async function openWindow(file: string, speed: number) {
  const marketClock = new FakeClock()
  const clock = clockOf(globalThis)
  const random = seededRandom(11)
  const exchange = await recordedExchange({ file, clock: marketClock, speed })
  const symbol = exchange.instruments[0]?.symbol
  if (!symbol) throw new Error('the recording has no instrument')
  let events = 0
  exchange.onEvent((event) => {
    if (event.kind === 'book') events++
  })
  const broker = await startPaperBroker({
    exchange,
    clock,
    randomBytes,
    onFault: (error) => expect.fail(String(error)),
  })
  closers.push(() => broker.close())

  const venue = {
    id: 'paper',
    profile: venueProfile.parse({
      name: 'Paper',
      kind: 'paper',
      restUrl: broker.restUrl,
      streamUrl: broker.streamUrl,
    }),
    builtIn: { username: broker.username, password: broker.password },
  }
  const core = createCoreInMemory({
    clock,
    random,
    openBroker: openBroker({ clock, random }),
    openMarket: openMarket({
      workerUrl: new URL('../../electron/market/worker.ts', import.meta.url),
      clock,
      random,
    }),
    venues: [venue],
    venueIdOf: () => 'paper',
  })
  closers.push(() => core.close())
  const page = pageFolder()
  const gateway = await openLoopbackGateway({
    desk: Promise.resolve({ handlers: core.handlers, sources: core.sources, allows: () => true }),
    clock,
    page: page.url,
    port: 0,
    report: (sentence) => expect.fail(sentence),
  })
  closers.push(async () => {
    await gateway.close()
    page.remove()
  })

  const { port, hash } = new URL(gateway.url)
  const client = connectContract({
    openTransport: () => dial(Number(port)),
    clock,
    proof: proofOf(hash.slice(1)),
  })
  closers.push(() => client.close())
  await new Promise<void>((up) => client.onLink((state) => state === 'up' && up()))
  const signedIn = await client.call('session.signIn', {
    venueId: 'paper',
    username: null,
    password: null,
    signingKey: null,
    keep: 'run',
  })
  expect(signedIn).toEqual({ ok: true, value: {} })
  const mirror: BookMirror = mirrorBook(client, { symbol, grouping: 1, rows: 20 }, () => mirror.painted())
  const at = (field: number) => mirror.frame?.[field] ?? NaN
  const price = (field: number) => toText(fromInteger(at(field), at(HEADER.priceScale)))
  await vi.waitFor(() => expect(at(HEADER.generation)).toBe(1), { interval: 5 })
  const channel = `orderbook-stream:${symbol}`
  return {
    /**
     * Plays the recording up to its `count`-th change of the book, then waits until the mirror has all that was sent. False when
     * the recording gives the next change the same moment, so that nobody could have looked in between.
     */
    async playTo(count: number): Promise<boolean> {
      const before = () => events < count
      while (before() && marketClock.step());
      if (events > count) return false
      const caughtUp = () => expect(at(HEADER.version)).toBe(broker.sent(channel))
      await vi.waitFor(caughtUp, { interval: 1 })
      expect(at(HEADER.generation)).toBe(1)
      return true
    },
    best: () => ({ bid: price(HEADER.bestBid), ask: price(HEADER.bestAsk) }),
  }
}

const recordings = [
  { name: 'the project’s own recording', file: ownRecording, least: 30 },
  { name: 'a recorded real market', file: realRecording, least: 601 },
]

describe.each(recordings)('$name, replayed to the window', ({ file, least }) => {
  it.each([1, 50])(
    'at %i×: the mirror’s best bid and ask equal the recording’s at every comparable point',
    { timeout: 120_000, ...passOver(file === null, NO_RECORDING) },
    async (speed) => {
      const points = comparablePoints(file ?? '')
      const window = await openWindow(file ?? '', speed)
      const wrong: unknown[] = []
      let compared = 0
      for (const point of points) {
        if (!(await window.playTo(point.events))) continue
        compared++
        const seen = window.best()
        if (seen.bid !== canonicalPrice(point.bid) || seen.ask !== canonicalPrice(point.ask))
          wrong.push({ point, seen })
      }
      expect(wrong).toEqual([])
      expect(compared).toBeGreaterThanOrEqual(least)
      console.log(`${compared} points compared at ${speed}×, ${wrong.length} mismatches`)
    },
  )
})
