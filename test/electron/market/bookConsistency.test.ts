import { describe, expect, it } from 'vitest'
import { CONTRADICTIONS } from '../../../electron/market/bookConsistency.ts'
import { InstrumentFeed } from '../../../electron/market/instrumentFeed.ts'
import { SpacedTurns } from '../../../electron/market/pacing/spacedTurns.ts'
import {
  openRecording,
  type RecordedMessage,
} from '../../../electron/paper/exchange/recorded/marketRecording.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { BookChangeText } from '../../../shared/broker/stream/streamMessages.ts'
import { canonical, type DecimalText } from '../../../shared/base/decimal.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { ownRecording, realRecording } from '../../fixtures/recording.ts'
import { NO_RECORDING, passOver } from '../../support/skipReason.ts'

const BTC = 'BTCUSDC_PERP' as Symbol
const text = (word: string): DecimalText => {
  const read = canonical(word)
  return read.ok ? read.value : ('0' as DecimalText)
}

/** A feed in a clock of its own, with what it distrusted and when (ms since its start). */
function open() {
  const clock = new FakeClock()
  const began = clock.now()
  const found: { readonly why: string; readonly at: number }[] = []
  const note = (why: string) => found.push({ why, at: clock.now() - began })
  const feed = new InstrumentFeed({
    opened: { symbol: BTC, opening: 1 },
    clock,
    defer: () => {},
    post: () => {},
    heardAt: () => clock.monotonic(),
    backfill: false,
    pastTurns: new SpacedTurns(clock, 2_000),
    distrust: note,
    distrustTrades: note,
    onTop: () => {},
  })
  let second = 0
  /** Lets time pass as far as `at`, telling the feed each second that its connection lives. */
  const until = (at: number) => {
    for (; (second + 1) * 1_000 <= at; second++) {
      clock.advance((second + 1) * 1_000 - (clock.now() - began))
      feed.alive(clock.now())
    }
    clock.advance(at - (clock.now() - began))
  }
  const levels = new Map<string, string>()
  let code = 0
  /** Hands on one message of a recording; `passes` leaves out changes of the book. */
  const take = (
    message: RecordedMessage,
    passes: (type: 'bid' | 'ask', price: string) => boolean = () => true,
  ) => {
    until(message.at)
    if (message.kind === 'trade') {
      const { price, amount, buyerWasMaker } = message
      feed.trades(
        [
          {
            symbol: BTC,
            price: text(price),
            amount: text(amount),
            side: buyerWasMaker ? 'sell' : 'buy',
            createdAt: clock.now(),
            code: `t${code++}`,
          },
        ],
        clock.now(),
      )
      return
    }
    const changes: BookChangeText[] = []
    for (const type of ['bid', 'ask'] as const)
      for (const [price, amount] of message[type === 'bid' ? 'bids' : 'asks']) {
        const key = `${type} ${text(price)}`
        const there = levels.has(key)
        const gone = !/[1-9]/.test(amount)
        if ((gone && !there) || !passes(type, price)) continue
        if (gone) levels.delete(key)
        else levels.set(key, amount)
        const action = gone ? 'delete' : there ? 'change' : 'new'
        changes.push({ action, type, price: text(price), amount: text(amount) })
      }
    if (message.kind === 'snapshot') feed.snapshot(changes, clock.now())
    else if (changes.length > 0) feed.update(changes, clock.now())
  }
  return { clock, feed, found, until, take }
}

const read = new Map<string, Promise<RecordedMessage[]>>()
const messagesOf = (file: string): Promise<RecordedMessage[]> => {
  const known = read.get(file) ?? readMessages(file)
  read.set(file, known)
  return known
}

async function readMessages(file: string): Promise<RecordedMessage[]> {
  const recording = await openRecording(file)
  const all: RecordedMessage[] = []
  for (let next = recording.next(); next; next = recording.next()) all.push(next)
  const at = all.findIndex(({ kind }) => kind === 'snapshot')
  const snapshot = all[at]
  // Updates that came before the snapshot and are not in it stand before it in the recording.
  const late = all
    .slice(0, at)
    .filter(
      (message) =>
        message.kind === 'update' && snapshot?.kind === 'snapshot' && message.lastId > snapshot.lastUpdateId,
    )
  return snapshot
    ? [snapshot, ...late.map((message) => ({ ...message, at: snapshot.at })), ...all.slice(at + 1)]
    : []
}

describe.each([
  ['the project’s own recording', ownRecording],
  ['the recorded real market', realRecording],
])('book and trades of %s', { timeout: 120_000 }, (_, file) => {
  it('agree from beginning to end', passOver(file === null, NO_RECORDING), async () => {
    const { found, take, feed } = open()
    feed.tradesChannel(true)
    for (const message of await messagesOf(file ?? '')) take(message)
    expect(found).toEqual([])
  })

  it(
    'a book that falls silent is found, wherever it does',
    passOver(file === null, NO_RECORDING),
    async () => {
      const all = await messagesOf(file ?? '')
      const end = all.at(-1)?.at ?? 0
      for (const share of [0.3, 0.7]) {
        const { found, take } = open()
        for (const message of all) if (message.kind === 'trade' || message.at < end * share) take(message)
        expect(found.length).toBeGreaterThan(0)
      }
    },
  )

  it(
    'a book with frozen near levels is found while other levels change',
    passOver(file === null, NO_RECORDING),
    async () => {
      const all = await messagesOf(file ?? '')
      const end = all.at(-1)?.at ?? 0
      const { found, take } = open()
      let near: number | null = null
      for (const message of all) {
        if (message.at < end * 0.2) take(message)
        else {
          if (message.kind === 'trade') near ??= Number(message.price)
          const from = near
          take(message, (__, price) => from === null || Math.abs(Number(price) - from) > from * 0.02)
        }
      }
      expect(found[0]?.why).toBe(CONTRADICTIONS.outside)
    },
  )
})

describe('a made market', () => {
  /** Whole prices around 1,000: a message of the book every 100 ms, a trade every 700 ms, moving a tick a second. */
  function run(
    seconds: number,
    fault: { readonly noTradesFrom?: number; readonly lateTrades?: number; readonly odd?: number },
  ) {
    const { found, feed, clock, until } = open()
    const random = seededRandom(5)
    feed.tradesChannel(true)
    const level = (action: BookChangeText['action'], type: 'bid' | 'ask', price: number): BookChangeText => ({
      action,
      type,
      price: text(String(price)),
      amount: (action === 'delete' ? '0' : String(1 + random.integer(9))) as DecimalText,
    })
    let middle = 1_000
    feed.snapshot(
      [1, 2, 3].flatMap((n) => [level('new', 'bid', middle - n), level('new', 'ask', middle + n)]),
      clock.now(),
    )
    const rise = () => {
      feed.update(
        [
          level('delete', 'bid', middle - 3),
          level('new', 'bid', middle),
          level('delete', 'ask', middle + 1),
          level('new', 'ask', middle + 4),
        ],
        clock.now(),
      )
      middle += 1
    }
    const due: { at: number; price: number }[] = []
    for (let at = 100; at < seconds * 1_000; at += 100) {
      until(at)
      if (at % 1_000 === 0) rise()
      else feed.update([level('change', 'bid', middle - 1)], clock.now())
      if (at % 700 === 0 && at < (fault.noTradesFrom ?? Infinity))
        due.push({ at: at + (fault.lateTrades ?? 0), price: middle + (random.next() < 0.5 ? 1 : -1) })
      if (fault.odd !== undefined && at % (7 * fault.odd) === 0) due.push({ at, price: middle + 50 })
      for (const { price } of due.filter((change) => change.at === at))
        feed.trades(
          [
            {
              symbol: BTC,
              price: text(String(price)),
              amount: '1' as DecimalText,
              side: null,
              createdAt: clock.now(),
              code: null,
            },
          ],
          clock.now(),
        )
    }
    return found
  }

  it('trades that stop while the book moves away are found, after a minute at the earliest', () => {
    const [first] = run(200, { noTradesFrom: 60_000 })
    expect(first?.why).toBe(CONTRADICTIONS['trades-silent'])
    expect(first!.at).toBeGreaterThanOrEqual(120_000)
    expect(run(200, {})).toEqual([])
  })

  it('trades that arrive two seconds late, and a rare single one off the book, raise no doubt', () => {
    expect(run(120, { lateTrades: 1_800 })).toEqual([])
    expect(run(120, { odd: 500 })).toEqual([])
    expect(run(120, { lateTrades: 6_000 })[0]?.why).toBe(CONTRADICTIONS.outside)
  })
})
