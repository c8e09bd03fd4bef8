/** A venue that refuses subscriptions beyond a number: streams that nobody needs give way to those that somebody needs. */

import { expect, it } from 'vitest'
import { SpacedTurns } from '../../../electron/market/pacing/spacedTurns.ts'
import { StreamedInstruments } from '../../../electron/market/streamedInstruments.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const HELD = 'HELDUSDC_PERP' as Symbol
const SPARE = Array.from({ length: 40 }, (_, n) => `X${n}USDC_PERP` as Symbol)
const channelsOf = (symbol: Symbol) => [`orderbook-stream:${symbol}`, `market-trades:${symbol}`]

/** The venue refuses what goes beyond `limit` channels, in the words of the API, a second after it was asked. */
function open(limit: number, seed = 1) {
  const clock = new FakeClock()
  const venue = { limit, open: new Set<string>(), requests: 0 }
  const refused: string[] = []
  const ended: string[] = []
  const instruments = new StreamedInstruments({
    clock,
    random: seededRandom(seed),
    defer: (run) => run(),
    post: () => {},
    heardAt: () => clock.monotonic(),
    backfill: false,
    pastTurns: new SpacedTurns(clock, 2_000),
    send(text) {
      const { op, args } = JSON.parse(text) as { op: string; args: string[] }
      for (const name of args)
        if (op === 'unsubscribe') {
          venue.open.delete(name)
          ended.push(name)
        } else {
          venue.requests++
          if (venue.open.size < venue.limit) venue.open.add(name)
          else refused.push(name)
        }
      return true
    },
    restartSocket: () => {},
    onOpened: () => {},
    onClosed: () => {},
    onTop: () => {},
    onLinks: () => {},
  })
  instruments.socketChanged('live', null)
  const second = () => {
    for (const name of refused.splice(0)) {
      const family = name.startsWith('orderbook') ? 'ORDERBOOK_STREAM' : 'MARKET_TRADES'
      instruments.channelNamed(name)?.failed(`${family}_UPSTREAM_REJECT`, 'too many')
    }
    for (const name of venue.open) instruments.channelNamed(name)?.heard(true, clock.now())
    clock.advance(1_000)
  }
  const seconds = (count: number) => {
    for (let n = 0; n < count; n++) second()
  }
  const isStreamed = (symbol: Symbol) => channelsOf(symbol).every((name) => venue.open.has(name))
  return { venue, instruments, seconds, isStreamed, ended }
}

it('gives a spare stream up for an instrument with a position, within 20 s and for few requests', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { venue, instruments, seconds, isStreamed } = open(20, seed)
    instruments.follow({ needed: [], spare: SPARE })
    seconds(600)
    expect(venue.open.size).toBe(20)
    const before = venue.requests
    instruments.follow({ needed: [HELD], spare: SPARE.slice(0, 39) })
    seconds(20)
    expect(isStreamed(HELD)).toBe(true)
    // Two channels of the held instrument, each refused once or twice, and what the refused spare streams still sent.
    expect(venue.requests - before).toBeLessThanOrEqual(12)
    // The least wanted goes, not the first of the list.
    expect(isStreamed(SPARE[0]!)).toBe(true)
    // The venue serves what it can: the two channels of the one spare stream went to the held instrument.
    expect(venue.open.size).toBeGreaterThanOrEqual(19)
  }
})

it('gives spare streams up for what a window shows, and for a spare stream that becomes needed', () => {
  const { instruments, seconds, isStreamed } = open(20)
  instruments.follow({ needed: [], spare: SPARE })
  seconds(600)
  const [shown, ordered] = [SPARE[38]!, SPARE[39]!]
  instruments.open(shown).feed.open(1, { topic: 'book', symbol: shown, grouping: 1, rows: 20 }, true)
  instruments.follow({ needed: [ordered], spare: SPARE.slice(0, 39) })
  // Its back-off had grown to five minutes while nobody needed it.
  seconds(20)
  expect(isStreamed(shown)).toBe(true)
  expect(isStreamed(ordered)).toBe(true)
})

it('never gives a needed stream up, and asks no more often with time where the needed ones are too many', () => {
  const { venue, instruments, seconds, isStreamed, ended } = open(20)
  const needed = SPARE.slice(0, 12)
  instruments.follow({ needed, spare: SPARE.slice(12) })
  const perTenMinutes: number[] = []
  for (let period = 0; period < 6; period++) {
    const before = venue.requests
    seconds(600)
    perTenMinutes.push(venue.requests - before)
  }
  expect(ended.filter((name) => needed.some((symbol) => name.endsWith(`:${symbol}`)))).toEqual([])
  expect(SPARE.slice(12).filter(isStreamed)).toEqual([])
  expect(venue.open.size).toBe(20)
  // Four channels are refused for ever: each is asked for every 150 to 300 s in the end.
  for (const requests of perTenMinutes.slice(1)) expect(requests).toBeLessThanOrEqual(16)
})

it('tries given up streams again after five minutes, one at a time, and stops at the first refusal', () => {
  const { venue, instruments, seconds, isStreamed } = open(20)
  instruments.follow({ needed: [HELD], spare: SPARE.slice(0, 39) })
  seconds(60)
  instruments.follow({ needed: [HELD, SPARE[39]!], spare: SPARE.slice(0, 38) })
  seconds(240)
  expect(venue.open.size).toBeGreaterThanOrEqual(19)
  const before = venue.requests
  seconds(3_600)
  // The venue is still full: in an hour at most twelve attempts at two channels.
  expect(venue.requests - before).toBeLessThanOrEqual(24)
  expect([HELD, SPARE[39]!].filter((symbol) => !isStreamed(symbol))).toEqual([])
  venue.limit = 1_000
  seconds(900)
  expect([HELD, ...SPARE.slice(0, 38), SPARE[39]!].filter((symbol) => !isStreamed(symbol))).toEqual([])
})

it('gives up nothing where the venue refuses only what nobody needs', () => {
  const { instruments, seconds, ended } = open(20)
  instruments.follow({ needed: [], spare: SPARE })
  seconds(1_200)
  expect(instruments.links()).toHaveLength(80)
  expect(ended).toEqual([])
})
