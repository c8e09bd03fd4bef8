/** From the stream to the rows of a window: no print is missing between two adjoining rows without a gap line. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InstrumentFeed } from '../../../electron/market/instrumentFeed.ts'
import { SpacedTurns } from '../../../electron/market/pacing/spacedTurns.ts'
import type { FromWorker } from '../../../electron/market/protocol.ts'
import { StreamRouter } from '../../../electron/market/streamRouter.ts'
import {
  EMPTY_LOG,
  isKnownEmpty,
  linkLost,
  withPrints,
  withSnapshot,
  type SalesLog,
} from '../../../renderer/live/salesLog.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../../shared/domain/marketTrade.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const BTC = 'BTCUSDC_PERP' as Symbol
const MINUTE = 60_000
/** Trades of the venue before the feed begins. */
const EARLIER = 12

interface Window {
  log: SalesLog | null
  /** The feed of its present subscription; null while it is without the core. */
  feed: number | null
}

/** A venue with trades every 20 s, a feed, and the windows that look at it. */
class Desk {
  readonly clock = new FakeClock()
  readonly windows: Window[] = []
  /** Requests for past trades, each with how many trades the venue had. */
  readonly asked: { readonly before: string | null; readonly had: number }[] = []
  private readonly start = Math.floor(this.clock.now() / MINUTE) * MINUTE
  private readonly venue: MarketTrade[] = []
  private readonly unreadable = new Set<MarketTrade>()
  private readonly feed: InstrumentFeed
  private readonly router: StreamRouter
  private isLive = false
  private nextFeed = 1
  private readonly hasCodes: boolean
  private readonly perInstant: number

  constructor(hasCodes: boolean, perInstant: number) {
    this.hasCodes = hasCodes
    this.perInstant = perInstant
    this.feed = new InstrumentFeed({
      opened: { symbol: BTC, opening: 1 },
      clock: this.clock,
      defer: (run) => run(),
      post: (message) => this.take(message),
      heardAt: () => this.clock.monotonic(),
      backfill: true,
      pastTurns: new SpacedTurns(this.clock, 2_000),
      distrust: () => {},
      distrustTrades: () => {},
      onTop: () => {},
    })
    const instrument = { feed: this.feed, trades: { name: 'market-trades', heard: () => {} } }
    this.router = new StreamRouter({
      clock: this.clock,
      instruments: { get: () => instrument, all: () => [instrument] } as never,
      report: () => {},
    })
    for (let n = 0; n < EARLIER; n++) this.make()
  }

  /** `known`: minutes that an earlier run stored. */
  readStored(known: readonly (readonly [number, number])[]): void {
    this.feed.stored({
      minutes: [],
      known: known.map(([from, minutes]) => ({
        from: this.start + from * MINUTE,
        to: this.start + (from + minutes) * MINUTE,
        cursor: this.hasCodes ? `t${from * 3 * this.perInstant}` : null,
        ended: false,
      })),
    })
  }

  /** Trades happen; the stream brings them while it is live. `bad`: the place of one that cannot be read. */
  trade(count: number, bad: number | null): void {
    const made = Array.from({ length: count }, () => this.make())
    const unread = bad === null ? undefined : made[bad % count]
    if (unread) this.unreadable.add(unread)
    if (this.isLive) this.stream(made)
  }

  /** The venue mends its unreadable trades. */
  mend(): void {
    this.unreadable.clear()
  }

  /** The stream starts or ends. A start may repeat the newest trades; without codes they would be other trades. */
  setLive(isLive: boolean, repeats: number): void {
    this.isLive = isLive
    this.feed.tradesChannel(isLive)
    if (isLive && repeats > 0 && this.hasCodes) this.stream(this.venue.slice(-repeats))
  }

  openWindow(): void {
    const window: Window = { log: null, feed: null }
    this.windows.push(window)
    this.link(window)
  }

  openChart(): void {
    this.feed.open(this.nextFeed++, { topic: 'candles', symbol: BTC, interval: '1m' }, true)
  }

  loseLink(window: Window): void {
    if (window.feed !== null) this.feed.closeView(window.feed)
    window.feed = null
    window.log &&= linkLost(window.log, this.clock.now())
  }

  link(window: Window): void {
    if (window.feed !== null) return
    window.feed = this.nextFeed++
    this.feed.open(window.feed, { topic: 'marketTrades', symbol: BTC }, true)
  }

  paint(window: Window): void {
    if (window.feed !== null) this.feed.ready(window.feed)
  }

  /** The oldest request is answered with so many rows, or fails. `isOld`: the answer is of the time of the request. */
  answerPage(size: number, fails: boolean, isOld = false): void {
    const asked = this.asked.shift()
    if (asked === undefined) return
    if (fails) return this.feed.page(null)
    const { before, had } = asked
    const newest = isOld ? had : this.venue.length
    const end = before === null ? newest : this.venue.findIndex(({ code }) => code === before)
    const rows = this.venue.slice(Math.max(0, end - size), end).toReversed()
    const items = rows.filter((row) => !this.unreadable.has(row))
    const next = end <= size ? null : (items.at(-1)?.code ?? null)
    this.feed.page({ items, next, isWhole: items.length === rows.length })
  }

  /** Adjoining prints between which a trade of the venue is not shown, without a gap line. */
  untold(): string[] {
    return this.windows.flatMap(({ log }) => {
      const items = log?.items ?? []
      const shown = new Set(items.map((item) => (item.kind === 'print' ? this.place(item.trade) : -1)))
      return items.flatMap((item, at) => {
        const next = items[at + 1]
        if (item.kind !== 'print' || next?.kind !== 'print') return []
        const [a, b] = [this.place(item.trade), this.place(next.trade)]
        // Behind a late print the stream goes on: what is between it and the newer one before it comes next.
        for (let n = a + 1; n < b; n++) if (!shown.has(n)) return [`${n} between ${a} and ${b}`]
        return []
      })
    })
  }

  private place = ({ amount }: MarketTrade): number => Number(amount)

  private make(): MarketTrade {
    const n = this.venue.length
    const trade: MarketTrade = {
      symbol: BTC,
      price: '62000' as DecimalText,
      amount: String(n) as DecimalText,
      side: 'buy',
      createdAt: this.start + Math.floor(n / this.perInstant) * 20_000,
      code: this.hasCodes ? `t${n}` : null,
    }
    this.venue.push(trade)
    return trade
  }

  private stream(trades: readonly MarketTrade[]): void {
    const readable = trades.filter((trade) => !this.unreadable.has(trade))
    this.router.route(
      {
        kind: 'trades',
        channel: 'market-trades',
        symbol: BTC,
        trades: readable,
        unreadable: readable.length === trades.length ? [] : ['A trade cannot be read.'],
        odd: [],
      },
      this.clock.now(),
    )
  }

  private take(message: FromWorker): void {
    if (message.kind === 'past') this.asked.push({ before: message.before, had: this.venue.length })
    if (message.kind !== 'trades') return
    const window = this.windows.find(({ feed }) => feed === message.id)
    if (!window) return
    window.log = message.whole
      ? withSnapshot(window.log ?? EMPTY_LOG, message.trades, this.clock.now())
      : withPrints(window.log ?? EMPTY_LOG, message.trades)
  }
}

type Step = (desk: Desk) => void
const some = <T>(items: readonly T[], n: number): readonly T[] =>
  items.slice(n % (items.length || 1)).slice(0, 1)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 5 }), fc.option(fc.nat(4), { freq: 8 })).map(
      ([count, bad]): Step =>
        (desk) =>
          desk.trade(count, bad),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 500, max: 700 }).map(
      (count): Step =>
        (desk) =>
          desk.trade(count, null),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.boolean(), fc.nat(20)).map(
      ([isLive, repeats]): Step =>
        (desk) =>
          desk.setLive(isLive, repeats),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 8 }), fc.boolean(), fc.boolean()).map(
      ([size, fails, isOld]): Step =>
        (desk) =>
          desk.answerPage(size, fails && size < 3, isOld),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Step>((desk) => desk.clock.advance(2_500)) },
  { weight: 1, arbitrary: fc.constant<Step>((desk) => desk.openWindow()) },
  { weight: 1, arbitrary: fc.constant<Step>((desk) => desk.openChart()) },
  {
    weight: 2,
    arbitrary: fc.nat(3).map(
      (n): Step =>
        (desk) =>
          some(desk.windows, n).forEach((one) => desk.loseLink(one)),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.nat(3).map(
      (n): Step =>
        (desk) =>
          some(desk.windows, n).forEach((one) => desk.link(one)),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.nat(3).map(
      (n): Step =>
        (desk) =>
          some(desk.windows, n).forEach((one) => desk.paint(one)),
    ),
  },
)

describe('time and sales', () => {
  it('marks an unreadable trade as a gap, reads it back after a pause, and drops the gap once it is read', () => {
    const desk = new Desk(true, 1)
    desk.readStored([])
    desk.openWindow()
    desk.setLive(true, 0)
    desk.answerPage(EARLIER, false)
    const [window] = desk.windows
    const kinds = () => {
      desk.paint(window!)
      return window!
        .log!.items.slice(EARLIER)
        .map((item) => (item.kind === 'gap' ? item.cause : Number(item.trade.amount)))
    }
    expect(kinds()).toEqual([])
    desk.trade(3, 1)
    expect(kinds()).toEqual(['unread', 12, 'unread', 14])
    desk.trade(1, null)
    expect(kinds()).toEqual(['unread', 12, 'unread', 14, 'unread', 15])
    expect(desk.asked).toEqual([])
    desk.clock.advance(2_000)
    expect(desk.asked).toMatchObject([{ before: 't15' }])
    desk.mend()
    desk.answerPage(10, false)
    expect(kinds()).toEqual([12, 13, 14, 15])
  })

  it('says that an instrument has no print only once a page showed it', () => {
    const desk = new Desk(true, 1)
    desk.readStored([])
    desk.openWindow()
    const [window] = desk.windows
    expect(window!.log).toBeNull()
    desk.setLive(true, 0)
    desk.answerPage(0, true)
    expect(window!.log).toBeNull()
    desk.clock.advance(5_000)
    desk.answerPage(0, false)
    expect(isKnownEmpty(window!.log!)).toBe(true)
    // A list that opens after a cut does not hear the old answer.
    desk.setLive(false, 0)
    desk.openWindow()
    expect(desk.windows[1]!.log).toBeNull()
    desk.setLive(true, 0)
    desk.answerPage(0, false)
    expect(isKnownEmpty(desk.windows[1]!.log!)).toBe(true)
  })

  it('asks for past prints when a list opens of a stream that is live already', () => {
    const desk = new Desk(true, 1)
    desk.readStored([])
    desk.setLive(true, 0)
    expect(desk.asked).toEqual([])
    desk.openWindow()
    desk.answerPage(EARLIER, false)
    expect(desk.windows[0]!.log?.items).toHaveLength(EARLIER)
  })

  it('keeps the prints over a new start of the market thread, and marks what may be missing', () => {
    const before = new Desk(true, 1)
    before.readStored([])
    before.openWindow()
    before.setLive(true, 0)
    before.answerPage(EARLIER, false)
    const { log } = before.windows[0]!
    const desk = new Desk(true, 1)
    desk.readStored([])
    const window: Window = { log, feed: null }
    desk.windows.push(window)
    desk.link(window)
    desk.setLive(true, 0)
    desk.answerPage(EARLIER, true)
    expect(window.log).toBe(log)
    desk.trade(3, null)
    const held = Array.from({ length: EARLIER }, (_, n) => n)
    const kinds = window.log!.items.map((item) =>
      item.kind === 'gap' ? item.cause : Number(item.trade.amount),
    )
    expect(kinds.slice(0, EARLIER + 2)).toEqual([...held, 'unread', 12])
  })

  it('never has a missing print between two adjoining rows without a gap line', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 1, max: 3 }),
        fc.option(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 2 })), { freq: 2 }),
        fc.array(step, { maxLength: 60 }),
        (hasCodes, perInstant, stored, steps) => {
          const desk = new Desk(hasCodes, perInstant)
          desk.openWindow()
          desk.readStored(stored === null ? [] : [stored])
          for (const take of steps) {
            take(desk)
            expect(desk.untold()).toEqual([])
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
