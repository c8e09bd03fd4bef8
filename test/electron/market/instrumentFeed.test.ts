import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InstrumentFeed } from '../../../electron/market/instrumentFeed.ts'
import { SpacedTurns } from '../../../electron/market/pacing/spacedTurns.ts'
import type { FromWorker } from '../../../electron/market/protocol.ts'
import { parseStreamMessage } from '../../../shared/broker/stream/streamMessages.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import {
  bookDoubt,
  bookState,
  HEADER,
  isBookFrame,
  type BookFrame,
} from '../../../shared/domain/book/bookFrame.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const BTC = 'BTCUSDC_PERP' as Symbol
const variant = venueProfile.parse({
  name: 'Test',
  kind: 'paper',
  restUrl: 'http://127.0.0.1',
  streamUrl: 'ws://127.0.0.1',
}).stream

function open() {
  const clock = new FakeClock()
  const frames: BookFrame[] = []
  let heardAt = 0
  const distrusted: string[] = []
  const feed: InstrumentFeed = new InstrumentFeed({
    opened: { symbol: BTC, opening: 1 },
    clock,
    defer: (run) => run(),
    post(message: FromWorker) {
      if (message.kind === 'frame') frames.push(message.frame)
    },
    heardAt: () => heardAt,
    backfill: false,
    pastTurns: new SpacedTurns(clock, 2_000),
    distrust: (why) => distrusted.push(why),
    distrustTrades: (why) => distrusted.push(why),
    onTop: () => {},
  })
  feed.open(1, { topic: 'book', symbol: BTC, grouping: 1, rows: 50 }, true)
  const look = () => {
    feed.ready(1)
    return frames.at(-1)!
  }
  /** What the worker does with one text off the wire; it takes `readFor` ms to read. */
  const take = (text: string, readFor = 0) => {
    heardAt = clock.monotonic()
    clock.advance(readFor)
    const message = parseStreamMessage(text, variant)
    if (message.kind === 'snapshot') feed.snapshot(message.changes, clock.now())
    if (message.kind === 'update') feed.update(message.changes, clock.now())
    if (message.kind === 'trades') feed.trades(message.trades, clock.now())
    if (message.kind === 'unknown' && message.channel !== null) feed.bookUnreadable(message.sentence)
  }
  return { clock, feed, frames, distrusted, look, take }
}

const channel = `orderbook-stream:${BTC}`
const snapshot = JSON.stringify({
  channel,
  type: 'snapshot',
  data: {
    bids: [
      ['99.5', '1'],
      ['99', '2.5'],
    ],
    asks: [
      ['100', '3'],
      ['100.5', '4'],
    ],
  },
})
const update = JSON.stringify({
  channel,
  type: 'update',
  changes: [
    { action: 'change', type: 'bid', price: '99.5', amount: '7' },
    { action: 'delete', type: 'ask', price: '100', amount: '0' },
    { action: 'new', type: 'ask', price: '100.25', amount: '0.125' },
  ],
})
const print = JSON.stringify({
  channel: `market-trades:${BTC}`,
  type: 'update',
  data: {
    symbol: BTC,
    price: '99.75',
    amount: '1',
    side: 'sell',
    created_at: '2026-01-05T09:00:00.000Z',
    code: 't1',
  },
})

describe('InstrumentFeed', () => {
  it('reports to a quiet book each time that the venue was heard, and changes nothing else', () => {
    const { clock, feed, frames, look, take } = open()
    take(snapshot)
    const before = look()
    feed.ready(1)
    clock.advance(60_000)
    feed.alive(clock.now())
    feed.alive(clock.now())
    const after = frames.at(-1)!
    expect(after[HEADER.aliveAt]).toBe(clock.now())
    const [was, is] = [before.slice(), after.slice()]
    was[HEADER.aliveAt] = is[HEADER.aliveAt] = 0
    for (const times of [was, is])
      for (const field of ['changedAt', 'foldedIn', 'waitedFor', 'sentAt'] as const) times[HEADER[field]] = 0
    expect(is).toEqual(was)
    const sent = frames.length
    feed.ready(1)
    expect(frames).toHaveLength(sent)
  })

  it('names in each frame the oldest change that the window has not seen, and none where there is none', () => {
    const { clock, feed, frames, take } = open()
    const changedAt = () => frames.at(-1)![HEADER.changedAt]
    const credit = () => feed.ready(1)
    take(snapshot)
    // The first frame went out as the window opened; what came since waits for credit.
    const first = clock.now()
    expect([frames.length, changedAt()]).toEqual([1, 0])
    clock.advance(7)
    take(update)
    clock.advance(9)
    take(print)
    credit()
    expect([frames.length, changedAt()]).toEqual([2, first])
    // Credit lies ready, so the next change goes out at once and alone.
    credit()
    clock.advance(5)
    take(print.replace('t1', 't2'))
    expect([frames.length, changedAt()]).toEqual([3, clock.now()])
    credit()
    clock.advance(1_000)
    feed.alive(clock.now())
    expect([frames.length, changedAt()]).toEqual([4, 0])
    credit()
    feed.socketSilent(true)
    expect([frames.length, changedAt()]).toEqual([5, 0])
  })

  it('times a change until the book has it, then until its frame leaves', () => {
    const { clock, feed, frames, take } = open()
    const times = () => {
      const frame = frames.at(-1)!
      return [frame[HEADER.foldedIn], frame[HEADER.waitedFor], frame[HEADER.sentAt]]
    }
    // The first frame went out as the window opened, before any change.
    expect(times()).toEqual([0, 0, clock.now()])
    take(snapshot, 3)
    clock.advance(9)
    // A newer change does not make the oldest younger.
    take(print, 2)
    clock.advance(4)
    feed.ready(1)
    expect(times()).toEqual([3_000, 15_000, clock.now()])
    // Credit lies ready: nothing waits, and less than 1 µs is not claimed.
    feed.ready(1)
    take(print.replace('t1', 't2'), 2)
    expect(times()).toEqual([2_000, 1, clock.now()])
    feed.ready(1)
    feed.socketSilent(true)
    expect(times()).toEqual([0, 0, clock.now()])
  })

  it('reads any mangled message without throwing, and never shows a broken book as live', () => {
    const mangled = fc
      .tuple(
        fc.constantFrom(snapshot, update, print),
        fc.array(fc.tuple(fc.nat(400), fc.nat(6), fc.string({ maxLength: 4 })), { maxLength: 3 }),
      )
      .map(([text, cuts]) =>
        cuts.reduce((all, [at, length, put]) => all.slice(0, at) + put + all.slice(at + length), text),
      )
    fc.assert(
      fc.property(fc.array(mangled, { maxLength: 30 }), (messages) => {
        const { look, take } = open()
        for (const message of messages) {
          take(message)
          const frame = look()
          expect(isBookFrame(frame)).toBe(true)
          const [bid = -1, ask = -1] = [frame[HEADER.bestBid], frame[HEADER.bestAsk]]
          const crossed = bid >= 0 && ask >= 0 && bid >= ask
          expect(crossed && bookState(frame) === 'live').toBe(false)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('ignores updates before the snapshot and after a failed check, until the next snapshot', () => {
    const { look, take, distrusted } = open()
    expect(bookState(look())).toBe('down')
    take(update)
    expect(look()[HEADER.version]).toBe(0)
    take(snapshot)
    expect(bookState(look())).toBe('live')
    take(update)
    expect([look()[HEADER.version], look()[HEADER.bestAsk]]).toEqual([1, 10_025])
    // The same again says nothing new: the level that it deletes is gone by its own doing.
    take(update)
    expect([bookState(look()), bookDoubt(look()), look()[HEADER.version]]).toEqual(['live', 'none', 2])
    take(update.replace('"ask"', '"bid"'))
    expect([bookState(look()), bookDoubt(look())]).toEqual(['suspect', 'lost'])
    expect(distrusted).toEqual(['A change names a missing level, so a message was lost.'])
    take(update)
    expect(look()[HEADER.version]).toBe(3)
    take(snapshot)
    expect([bookState(look()), look()[HEADER.generation], look()[HEADER.version]]).toEqual(['live', 2, 0])
    expect(bookDoubt(look())).toBe('none')
    expect(distrusted).toHaveLength(1)
  })

  it('marks a crossed book at once, and allows it a quarter of a second to recover', () => {
    const cross = JSON.stringify({
      channel,
      type: 'update',
      changes: [{ action: 'new', type: 'bid', price: '100', amount: '1' }],
    })
    const mend = JSON.stringify({
      channel,
      type: 'update',
      changes: [{ action: 'delete', type: 'ask', price: '100' }],
    })
    const { look, take, distrusted, clock } = open()
    take(snapshot)
    take(cross)
    expect([bookState(look()), bookDoubt(look())]).toEqual(['suspect', 'crossed'])
    clock.advance(249)
    take(mend)
    expect(bookState(look())).toBe('live')
    clock.advance(1_000)
    expect(distrusted).toEqual([])
    take(snapshot)
    take(cross)
    clock.advance(250)
    expect(distrusted).toEqual(['The best bid reached the best ask.'])
    expect(bookState(look())).toBe('suspect')
  })

  it('gives the reason of the doubt with the book, from the first cause until it is live again', () => {
    const { feed, look, take } = open()
    const doubt = () => [bookState(look()), bookDoubt(look())]
    take(snapshot)
    feed.socketSilent(true)
    expect(doubt()).toEqual(['suspect', 'stream-silent'])
    feed.socketSilent(false)
    expect(doubt()).toEqual(['live', 'none'])
    feed.bookChannel('suspect')
    expect(doubt()).toEqual(['suspect', 'closed'])
    feed.bookChannel('waiting')
    expect(doubt()).toEqual(['suspect', 'closed'])
    take(snapshot)
    feed.bookUnreadable('A change cannot be read.')
    expect(doubt()).toEqual(['suspect', 'unreadable'])
    // What the channel does about it is no new cause.
    feed.bookChannel('waiting')
    feed.bookChannel('suspect')
    expect(doubt()).toEqual(['suspect', 'unreadable'])
    take(snapshot)
    expect(doubt()).toEqual(['live', 'none'])
  })

  it('holds the time of the last trade while the book moves, and lets no older trade replace it', () => {
    const { clock, feed, take } = open()
    take(snapshot)
    take(print)
    const { lastAt, lastReceivedAt } = feed.top()
    expect(lastAt).toBe(Date.parse('2026-01-05T09:00:00.000Z'))
    clock.advance(60_000)
    take(update)
    expect(feed.top()).toMatchObject({ lastAt, lastReceivedAt, receivedAt: clock.now() })
    const { data, ...frame } = JSON.parse(print) as { data: object }
    const older = { ...data, code: 'older', price: '99.5', created_at: '2026-01-05T08:59:59.999Z' }
    take(JSON.stringify({ ...frame, data: older }))
    expect(feed.top()).toMatchObject({ lastPrice: '99.75', lastAt })
  })

  it('gives the best prices the time of the book: a trade makes them no younger', () => {
    const { clock, feed, take } = open()
    take(snapshot)
    const bookAt = clock.now()
    clock.advance(9_000)
    take(print)
    expect(feed.top()).toMatchObject({ bestBid: '99.5', bookAt, receivedAt: clock.now() })
    take(update)
    expect(feed.top()).toMatchObject({ bookAt: clock.now() })
  })

  it('gives no best price unless the book is live', () => {
    const { feed, take } = open()
    take(snapshot)
    take(print)
    expect(feed.top()).toMatchObject({ bestBid: '99.5', bestAsk: '100', lastPrice: '99.75' })
    feed.socketSilent(true)
    expect(feed.top()).toMatchObject({ bestBid: null, bestAsk: null, lastPrice: '99.75' })
    feed.socketSilent(false)
    expect(feed.top().bestBid).toBe('99.5')
    feed.bookChannel('down')
    expect(feed.top().bestBid).toBeNull()
  })
})
