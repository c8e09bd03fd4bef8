/** How old the touch of a ticker is: a book that fell silent on a healthy connection, against the list of tickers. */

import { expect, it } from 'vitest'
import { createInstrumentStore } from '../../../../electron/core/market/instrumentAndTickerStore.ts'
import { toText } from '../../../../shared/base/decimal.ts'
import { blankTicker, type Ticker } from '../../../../shared/domain/instrument.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { BTC, text } from '../deskHarness.ts'

function stage() {
  const clock = new FakeClock()
  const store = createInstrumentStore(clock)
  let newest: Ticker | undefined
  const take = (tickers: readonly Ticker[]) => {
    newest = tickers.at(-1) ?? newest
  }
  const caller = { windowId: 'test', allows: () => true }
  store.tickers.source(null, { snapshot: take, delta: take, end() {} }, caller)
  return {
    clock,
    list: (bid: string, ask: string) =>
      store.takeTickers([{ ...blankTicker(BTC, clock.now()), bestBid: text(bid), bestAsk: text(ask) }]),
    listWithoutTouch: () => store.takeTickers([blankTicker(BTC, clock.now())]),
    /** The best prices of a book that last changed at `bookAt`, and a trade of now. Null prices: the book is not live. */
    stream: (bid: string | null, ask: string | null, bookAt: number) =>
      store.takeTops([
        {
          symbol: BTC,
          bestBid: bid === null ? null : text(bid),
          bestAsk: ask === null ? null : text(ask),
          bookAt,
          lastPrice: text('1.5'),
          lastAt: clock.now(),
          lastReceivedAt: clock.now(),
          receivedAt: clock.now(),
        },
      ]),
    touch: () => [newest?.bestBid, newest?.bestAsk, newest?.touchAt],
    limits: () => {
      const { bid, ask, touchAt } = store.prices(BTC)
      return [bid && toText(bid), ask && toText(ask), touchAt]
    },
  }
}

it('a frozen touch has the time of its book, and gives way to another list after 5 s', () => {
  const { clock, list, stream, touch, limits } = stage()
  const bookAt = clock.now()
  stream('1', '2', bookAt)
  clock.advance(4_000)
  list('5', '6')
  expect([touch(), limits()]).toEqual([
    ['1', '2', bookAt],
    ['1', '2', bookAt],
  ])
  clock.advance(1_000)
  list('5', '6')
  const fromList = ['5', '6', clock.now()]
  expect([touch(), limits()]).toEqual([fromList, fromList])
})

it('no trade makes a frozen touch younger', () => {
  const { clock, list, stream, touch, limits } = stage()
  const bookAt = clock.now()
  stream('1', '2', bookAt)
  list('5', '6')
  clock.advance(4_000)
  stream('1', '2', bookAt)
  expect(touch()).toEqual(['1', '2', bookAt])
  clock.advance(5_000)
  list('5', '6')
  stream('1', '2', bookAt)
  const fromList = ['5', '6', clock.now()]
  expect([touch(), limits()]).toEqual([fromList, fromList])
})

it('the list keeps the touch of a quiet book young', () => {
  const { clock, list, stream, touch, limits } = stage()
  stream('1', '2', clock.now())
  for (let second = 0; second < 12; second++) {
    clock.advance(1_000)
    list('1.0', '2.0')
    expect(touch().at(-1)).toBe(clock.now())
    expect(limits()).toEqual(['1', '2', clock.now()])
  }
})

it('without a live book the touch and its time are those of the list', () => {
  const { clock, list, stream, touch } = stage()
  const listedAt = clock.now()
  list('5', '6')
  clock.advance(1_000)
  stream('1', '2', clock.now())
  expect(touch()).toEqual(['1', '2', clock.now()])
  stream(null, null, clock.now())
  expect(touch()).toEqual(['5', '6', listedAt])
})

it('a silent book and no newer touch of a list leave the newest touch its time', () => {
  const { clock, list, listWithoutTouch, stream, touch } = stage()
  list('5', '6')
  clock.advance(1_000)
  const bookAt = clock.now()
  stream('1', '2', bookAt)
  clock.advance(20_000)
  stream('1', '2', bookAt)
  expect(touch()).toEqual(['1', '2', bookAt])
  listWithoutTouch()
  expect(touch()).toEqual(['1', '2', bookAt])
})
