/** Channel-scoped stream errors between the real paper broker and the real public streams, frame by frame. */

import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { clockOf, type Clock } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import type { StreamLink } from '../../../shared/contract/status.ts'
import type { FromWorker } from '../../../electron/market/protocol.ts'
import { openPublicStreams } from '../../../electron/market/publicStreams.ts'
import { simulatedExchange } from '../../../electron/paper/exchange/simulatedExchange.ts'
import { startPaperBroker } from '../../../electron/paper/paperBroker.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** The client's time runs faster, so that seconds of back-off pass in a moment. */
const FASTER = 20
const host = clockOf(globalThis)
const fastClock: Clock = {
  now: () => host.now() * FASTER,
  monotonic: () => host.monotonic() * FASTER,
  after: (ms, run) => host.after(ms / FASTER, run),
  every: (ms, run) => host.every(ms / FASTER, run),
}

interface Tally {
  updates: number
  snapshots: number
  subscribes: number
  errors: string[]
  /** Client time of the last error and of the last subscribe. */
  failedAt: number
  subscribedAt: number
}

async function start() {
  const tallies = new Map<string, Tally>()
  const tally = (channel: string): Tally => {
    const known = tallies.get(channel)
    if (known) return known
    const fresh = { updates: 0, snapshots: 0, subscribes: 0, errors: [], failedAt: 0, subscribedAt: 0 }
    tallies.set(channel, fresh)
    return fresh
  }
  let connections = 0
  /** Counts what really passes the socket, in both directions. */
  class CountingSocket extends WebSocket {
    constructor(url: string, options: ClientOptions) {
      super(url, options)
      connections += 1
      this.on('message', (data) => {
        const message = JSON.parse((data as Buffer).toString()) as Record<string, string | undefined>
        const count = tally(message['channel'] ?? '')
        if (message['type'] === 'update') count.updates += 1
        else if (message['type'] === 'snapshot') count.snapshots += 1
        else if (message['code'] !== undefined) {
          count.errors.push(message['code'])
          count.failedAt = fastClock.monotonic()
        }
      })
    }

    override send(data: string): void {
      const { op, args } = JSON.parse(data) as { op: string; args: string[] }
      for (const channel of op === 'subscribe' ? args : []) {
        tally(channel).subscribes += 1
        tally(channel).subscribedAt = fastClock.monotonic()
      }
      super.send(data)
    }
  }

  const clock = new FakeClock()
  const exchange = simulatedExchange({ seed: 11, clock, historyHours: 0 })
  const paper = await startPaperBroker({
    exchange,
    clock,
    randomBytes,
    heartbeatMs: 1_000_000_000,
    onFault: (error) => {
      throw error
    },
  })
  ends.push(() => paper.close())
  let links: readonly StreamLink[] = []
  const streams = openPublicStreams({
    profile: venueProfile.parse({
      name: 'Errors',
      kind: 'paper',
      restUrl: paper.restUrl,
      streamUrl: paper.streamUrl,
    }),
    clock: fastClock,
    random: seededRandom(3),
    WebSocket: CountingSocket,
    defer: (run) => setImmediate(run),
    post: (message: FromWorker) => {
      if (message.kind === 'links') ({ links } = message)
    },
    backfill: false,
  })
  ends.push(() => streams.close())
  const symbols = exchange.instruments.map(({ symbol }) => symbol)
  streams.take({ kind: 'follow', instruments: { needed: symbols, spare: [] } })
  const isLive = (channel: string) => links.find((link) => link.channel === channel)?.state === 'live'
  /** Lets the market run until `done`, so that frames flow all the while. */
  const flowUntil = (done: () => void) =>
    vi.waitFor(
      () => {
        clock.advance(50)
        done()
      },
      { interval: 5 },
    )
  return { paper, symbols, tally, tallies, isLive, flowUntil, connections: () => connections }
}

test('each of four codes closes its own channel only, which is subscribed again later [7.ORDERBOOK_STREAM_UPSTREAM_ERROR 7.ORDERBOOK_STREAM_UPSTREAM_REJECT 7.MARKET_TRADES_UPSTREAM_ERROR 7.MARKET_TRADES_UPSTREAM_REJECT 7.channelScoped gap.29]', async () => {
  const { paper, symbols, tally, tallies, isLive, flowUntil, connections } = await start()
  const channels = symbols.flatMap((symbol) => [`orderbook-stream:${symbol}`, `market-trades:${symbol}`])
  await flowUntil(() => expect(channels.filter((channel) => !isLive(channel))).toEqual([]))
  expect(symbols.length).toBeGreaterThanOrEqual(6)

  const half = Math.floor(symbols.length / 2)
  const rounds = [
    ['orderbook-stream', 'ORDERBOOK_STREAM_UPSTREAM_ERROR', symbols.slice(0, half), 500],
    ['orderbook-stream', 'ORDERBOOK_STREAM_UPSTREAM_REJECT', symbols.slice(half), 2_500],
    ['market-trades', 'MARKET_TRADES_UPSTREAM_ERROR', symbols.slice(0, half), 500],
    ['market-trades', 'MARKET_TRADES_UPSTREAM_REJECT', symbols.slice(half), 2_500],
  ] as const
  const failedSoFar = new Set<string>()
  for (const [family, code, list, soonest] of rounds) {
    const targets = list.map((symbol) => `${family}:${symbol}`)
    for (const channel of targets) expect(paper.failChannel(channel, code)).toBe(1)
    for (const channel of targets) failedSoFar.add(channel)
    await flowUntil(() => {
      expect(targets.map((channel) => tally(channel).subscribes)).toEqual(targets.map(() => 2))
      expect(targets.filter((channel) => !isLive(channel))).toEqual([])
    })
    expect(targets.map((channel) => tally(channel).errors)).toEqual(targets.map(() => [code]))
    const delays = targets.map((channel) => tally(channel).subscribedAt - tally(channel).failedAt)
    // Not sooner than the back-off, and not in step; how late is held on a driven clock (channel.test.ts), not on a busy machine.
    expect(delays.filter((delay) => delay < soonest)).toEqual([])
    expect(Math.max(...delays)).toBeGreaterThan(Math.min(...delays))
    for (const channel of channels) expect(tally(channel).subscribes).toBe(failedSoFar.has(channel) ? 2 : 1)
  }

  // What the broker sent is what came, on every channel; a book that was closed got a snapshot of its own.
  await vi.waitFor(() =>
    expect(channels.map((channel) => [channel, tally(channel).updates])).toEqual(
      channels.map((channel) => [channel, paper.sent(channel)]),
    ),
  )
  for (const channel of channels.filter((name) => name.startsWith('orderbook')))
    expect(tally(channel).snapshots).toBe(2)
  expect(channels.filter((channel) => paper.sent(channel) === 0)).toEqual([])
  expect([...tallies.keys()].filter((channel) => channel !== '').toSorted()).toEqual(channels.toSorted())
  expect(connections()).toBe(1)
})
