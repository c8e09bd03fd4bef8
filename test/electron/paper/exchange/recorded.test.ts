/** A recorded market with customers in it, and files that are none. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import type { ExchangeEvent } from '../../../../electron/paper/exchange/exchange.ts'
import { recordedExchange } from '../../../../electron/paper/exchange/recorded/recordedExchange.ts'
import { RecordingError } from '../../../../electron/paper/exchange/recorded/marketRecording.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { ownRecording } from '../../../fixtures/recording.ts'
import { BookMirror } from './bookMirror.ts'

const folder = mkdtempSync(join(tmpdir(), 'openpit-recording-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function written(content: string | Buffer): string {
  const file = join(folder, `${files++}.jsonl`)
  writeFileSync(file, content)
  return file
}

type Pairs = [string, string][]
const at = (ms: number, json: unknown) =>
  `${1723161255000000000n + BigInt(ms) * 1000000n} ${JSON.stringify(json)}`
const snapshot = (ms: number, lastUpdateId: number, bids: Pairs, asks: Pairs) =>
  at(ms, { lastUpdateId, bids, asks })
const update = (ms: number, [U, u, pu]: [number, number, number], b: Pairs, a: Pairs, s = 'ETHUSDT') =>
  at(ms, { stream: 'x@depth', data: { e: 'depthUpdate', s, U, u, pu, b, a } })
const trade = (ms: number, p: string, q: string, m: boolean) =>
  at(ms, { stream: 'x@trade', data: { e: 'trade', s: 'ETHUSDT', p, q, m } })

const BIDS: Pairs = [
  ['99.90', '2.000'],
  ['99.80', '1.000'],
  ['99.75', '4.001'],
]
const ASKS: Pairs = [
  ['100.10', '3.000'],
  ['100.20', '5.000'],
]

async function open(lines: string[], startSpeed = 1) {
  const clock = new FakeClock()
  const ends: string[] = []
  const exchange = await recordedExchange({
    file: written(`${lines.join('\n')}\n`),
    clock,
    speed: startSpeed,
    onEnd: (sentence) => ends.push(sentence),
  })
  const [instrument] = exchange.instruments
  if (!instrument) throw new Error('no instrument')
  const { symbol } = instrument
  const events: ExchangeEvent[] = []
  const mirror = new BookMirror(exchange.depth(symbol))
  exchange.onEvent((event) => {
    events.push(event)
    if (event.kind === 'book') mirror.apply(event.changes)
  })
  exchange.start()
  return { clock, exchange, instrument, symbol, events, ends, mirror }
}

const fillsOf = (events: ExchangeEvent[]) =>
  events.flatMap((event) => (event.kind === 'fill' ? [[event.fill.ticks, event.fill.lots]] : []))

describe('a recorded market', () => {
  it('starts at the snapshot and its overlapping updates, detects tick and lot, maps the symbol', async () => {
    const { exchange, instrument, symbol, clock, events, ends } = await open([
      update(0, [1, 5, 0], [['99.90', '9.000']], []),
      update(50, [6, 12, 5], [['99.90', '2.500']], []),
      snapshot(100, 10, BIDS, ASKS),
      update(150, [13, 15, 12], [['1.00', '0.000']], []),
      update(200, [16, 20, 15], [], [['100.10', '0.000']]),
    ])
    expect(instrument).toMatchObject({
      symbol: 'ETHUSDC_PERP',
      underlying: 'ETH',
      tickSize: '0.01',
      lotSize: '0.001',
    })
    expect(exchange.depth(symbol).bids[0]).toEqual([9990, 2500])
    clock.advance(99)
    expect(events).toEqual([])
    clock.advance(1)
    // The update that only deletes an unknown level changed nothing and is no event.
    expect(events).toEqual([
      { kind: 'book', symbol, changes: [{ action: 'delete', type: 'ask', ticks: 10010, lots: 0 }] },
    ])
    expect(ends).toEqual([
      expect.stringMatching(/^The recording is over\. The market stands still and takes no orders\. File: /),
    ])
    expect(exchange.prices(symbol).mark).toBe('100.05')
  })

  it('lets a customer take its levels, which come back', async () => {
    const { exchange, symbol, clock, mirror } = await open([
      update(0, [1, 5, 0], [], []),
      snapshot(100, 5, BIDS, ASKS),
      update(200, [6, 6, 5], [], [['100.10', '3.500']]),
      update(1200, [7, 7, 6], [], [['100.30', '1.000']]),
    ])
    const placed = exchange.place({
      id: 'a',
      symbol,
      side: 'buy',
      limitTicks: null,
      lots: 4000,
      timeInForce: 'IOC',
    })
    expect(placed.fills.map((fill) => [fill.ticks, fill.lots])).toEqual([[10010, 3000], [10020, 1000]]) // prettier-ignore
    clock.advance(100)
    // Of the 3.5 that the recording says, 3 are the customer's by now.
    expect(exchange.depth(symbol).asks).toEqual([[10010, 500], [10020, 4000]]) // prettier-ignore
    clock.advance(1000)
    expect(exchange.depth(symbol).asks).toEqual([[10010, 3500], [10020, 5000], [10030, 1000]]) // prettier-ignore
    expect(mirror.depth()).toEqual(exchange.depth(symbol))
  })

  it('fills resting orders by recorded trades, in queue order, and by quotes that pass them', async () => {
    const { exchange, symbol, clock, events, mirror } = await open([
      update(0, [1, 5, 0], [], []),
      snapshot(100, 5, BIDS, ASKS),
      trade(200, '99.90', '1.500', true),
      trade(300, '99.90', '1.200', true),
      update(400, [6, 6, 5], [['99.90', '0.000']], [['99.85', '2.000']]),
      trade(500, '99.85', '0.100', true),
    ])
    exchange.place({ id: 'a', symbol, side: 'buy', limitTicks: 9990, lots: 3000, timeInForce: 'GTC' })
    expect(exchange.depth(symbol).bids[0]).toEqual([9990, 5000])
    clock.advance(100)
    expect(fillsOf(events)).toEqual([])
    clock.advance(100)
    expect(fillsOf(events)).toEqual([[9990, 700]])
    clock.advance(100)
    // The recorded ask at 99.85 meets the bid at 99.90 that the recording does not know about.
    expect(fillsOf(events)).toEqual([[9990, 700], [9990, 2000]]) // prettier-ignore
    expect(exchange.depth(symbol)).toEqual({
      bids: [[9990, 300], [9980, 1000], [9975, 4001]], // prettier-ignore
      asks: [[10010, 3000], [10020, 5000]], // prettier-ignore
    })
    clock.advance(100)
    expect(fillsOf(events).at(-1)).toEqual([9990, 100])
    expect(mirror.depth()).toEqual(exchange.depth(symbol))
  })

  it('stays consistent while customers trade throughout', async () => {
    const clock = new FakeClock()
    const exchange = await recordedExchange({ file: ownRecording, clock, speed: 10 })
    const symbol = exchange.instruments[0]!.symbol
    const mirror = new BookMirror(exchange.depth(symbol))
    let crossed = 0
    let filled = 0
    exchange.onEvent((event) => {
      if (event.kind === 'fill') filled += event.fill.lots
      if (event.kind !== 'book') return
      mirror.apply(event.changes)
      if (mirror.bestBid >= mirror.bestAsk) crossed++
    })
    exchange.start()
    let placed = 0
    let left = 0
    for (let n = 0; n < 120; n++) {
      clock.advance(50)
      const { bids, asks } = exchange.depth(symbol)
      const [bid, ask] = [bids[0]?.[0] ?? 0, asks[0]?.[0] ?? 0]
      const side = n % 2 === 0 ? 'buy' : 'sell'
      const limitTicks = (side === 'buy' ? bid : ask) + (n % 7) - 3
      const order = { id: `o${n}`, symbol, side, limitTicks, lots: 50 + n * 3, timeInForce: 'GTC' } as const
      const { fills, restingLots } = exchange.place(order)
      const taken = fills.reduce((sum, fill) => sum + fill.lots, 0)
      expect(taken + restingLots).toBe(order.lots)
      placed += restingLots
      expect(mirror.depth()).toEqual(exchange.depth(symbol))
    }
    for (let n = 0; n < 120; n++) left += exchange.cancel(`o${n}`)
    expect(crossed).toBe(0)
    expect(filled).toBeGreaterThan(0)
    expect(filled + left).toBe(placed)
  })

  it('reports where a recording breaks off, and stops there', async () => {
    const { clock, events, ends } = await open([
      update(0, [1, 5, 0], [], []),
      snapshot(100, 5, BIDS, ASKS),
      update(200, [6, 6, 5], [['99.90', '1.000']], []),
      update(300, [9, 9, 8], [['99.90', '7.000']], []),
      update(400, [10, 10, 9], [['99.90', '8.000']], []),
    ])
    clock.advance(1000)
    expect(events.filter((event) => event.kind === 'book')).toHaveLength(1)
    expect(ends).toEqual([
      expect.stringMatching(
        /^The recording broke off\. The market stands still .* line 4 of the recording .* leaves out updates between 6 and 9\.$/,
      ),
    ])
    expect(clock.planned).toBe(0)
  })
})

describe('a file that is no recording', () => {
  const good = [update(0, [1, 5, 0], [], []), snapshot(100, 5, BIDS, ASKS)]
  const broken = [
    ['is missing', () => join(folder, 'nowhere.gz'), /does not exist$/],
    ['is a folder', () => folder, /cannot be read \(EISDIR\)$/],
    ['is empty', () => written(''), /holds no snapshot/],
    ['is text', () => written('hello\nworld\n'), /line 1 of .* is not "<receive time ns> <json>"$/],
    [
      'is half a gzip',
      () => written(gzipSync(good.join('\n').repeat(50)).subarray(0, 80)),
      /is not sound gzip/,
    ],
    ['is gzip of something else', () => written(gzipSync('a,b,c')), /line 1 of .* is not/],
    ['has no snapshot', () => written(good[0] ?? ''), /holds no snapshot of the book/],
    ['has only a snapshot', () => written(good[1] ?? ''), /holds a snapshot but no update or trade$/],
    ['has a broken line', () => written(`${good[0]}\n17 {"stream"`), /line 2 of .* is not/],
    [
      'has no update ids',
      () => written(at(0, { data: { e: 'depthUpdate', s: 'ETHUSDT' } })),
      /no whole number U$/,
    ],
    [
      'is about something else',
      () => written([update(0, [1, 5, 0], [], [], 'ETHBTC'), good[1]].join('\n')),
      /is about ETHBTC, which is no <BASE>USD market$/,
    ],
    [
      'has a price that is none',
      () => written([good[0], snapshot(100, 5, [['cheap', '1']], ASKS)].join('\n')),
      /line 2 of .* has "cheap", which is no whole number of/,
    ],
  ] as const

  it.each(broken)('that %s is refused in one sentence', async (_, make, sentence) => {
    const file = make()
    const opened = recordedExchange({ file, clock: new FakeClock() })
    await expect(opened).rejects.toThrow(sentence)
    await expect(opened).rejects.toBeInstanceOf(RecordingError)
    await expect(opened).rejects.toThrow(file)
  })
})
