import { afterEach, expect, test, vi } from 'vitest'
import { openMarket } from '../../../../electron/market/market.ts'
import { clockOf } from '../../../../shared/base/clock.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { StreamVenue } from '../streamVenue.ts'

const BTC = 'BTCUSDC_PERP' as Symbol
const WAIT = { interval: 10 }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(entry: string) {
  const venue = new StreamVenue()
  ends.push(() => venue.close())
  const streamUrl = await venue.open()
  const market = openMarket({
    workerUrl: new URL(entry, import.meta.url),
    clock: clockOf(globalThis),
    random: seededRandom(1),
  })(venueProfile.parse({ name: 'T', kind: 'paper', restUrl: 'http://127.0.0.1:9', streamUrl }), 'test')
  ends.push(() => market.close())
  return { venue, market }
}

test('a running worker counts every message of the venue and takes every message of the core', async () => {
  const { venue, market } = await start('../../../../electron/market/worker.ts')
  // Messages before the thread has loaded its program wait for it, and their age is known.
  expect(market.traffic()).toMatchObject({ heard: 0, waiting: 2 })
  expect(market.traffic()?.oldestMs).toBeGreaterThanOrEqual(0)
  const live = vi.fn<() => void>()
  market.listen({
    tops: () => undefined,
    links: (all) => void (all.length === 2 && all.every(({ state }) => state === 'live') && live()),
    steps: () => undefined,
    unreadable: () => undefined,
  })
  market.follow({ needed: [BTC], spare: [] })
  await vi.waitFor(() => expect(live).toHaveBeenCalled(), WAIT)
  await vi.waitFor(() => expect(market.traffic()).toMatchObject({ waiting: 0, oldestMs: null }), WAIT)
  // Two acknowledgements and a snapshot.
  expect(market.traffic()?.heard).toBe(3)
  for (let n = 1; n <= 20; n += 1) {
    venue.update(BTC, [['bid', '1000', String(n)]])
    venue.trade(BTC, { code: `T${n}`, price: '1000', amount: '1', at: n })
    venue.raw(`orderbook-stream:${BTC}`, 'no message at all')
  }
  await vi.waitFor(() => expect(market.traffic()?.heard).toBe(63), WAIT)
})

test('a worker that ended has no figures', async () => {
  const { market } = await start('../brokenWorker.ts')
  await vi.waitFor(() => expect(market.traffic()).toBeNull(), WAIT)
})
