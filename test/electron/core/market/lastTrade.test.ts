import { expect, it } from 'vitest'
import { createInstrumentStore } from '../../../../electron/core/market/instrumentAndTickerStore.ts'
import type { Top } from '../../../../electron/core/ports/market.ts'
import { blankTicker, type Ticker } from '../../../../shared/domain/instrument.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { BTC, text } from '../deskHarness.ts'

/** A list's last trade and a stream's, each with the venue's time of it. */
function stage() {
  const clock = new FakeClock()
  const store = createInstrumentStore(clock)
  let newest: Ticker | undefined
  const caller = { windowId: 'test', allows: () => true }
  const take = (tickers: readonly Ticker[]) => {
    newest = tickers.at(-1) ?? newest
  }
  store.tickers.source(null, { snapshot: take, delta: take, end() {} }, caller)
  return {
    clock,
    list: (last: string, lastAt: number | null = null) =>
      store.takeTickers([{ ...blankTicker(BTC, clock.now()), lastPrice: text(last), lastAt }]),
    stream: (last: string, trade: Pick<Top, 'lastAt' | 'lastReceivedAt'>) =>
      store.takeTops([
        {
          symbol: BTC,
          bestBid: text('1'),
          bestAsk: text('2'),
          bookAt: clock.now(),
          lastPrice: text(last),
          ...trade,
          receivedAt: clock.now(),
        },
      ]),
    last: () => ({ price: newest?.lastPrice, at: newest?.lastAt, receivedAt: newest?.receivedAt }),
  }
}

it('a live book leaves the last trade its own time', () => {
  const { clock, stream, last } = stage()
  const at = clock.now()
  stream('100', { lastAt: at, lastReceivedAt: at })
  clock.advance(60_000)
  stream('100', { lastAt: at, lastReceivedAt: at })
  expect(last()).toEqual({ price: '100', at, receivedAt: clock.now() })
})

it('the newer of two timed trades is the last one, whichever source came last', () => {
  const { clock, list, stream, last } = stage()
  const at = clock.now()
  list('101', at + 1)
  stream('100', { lastAt: at, lastReceivedAt: at })
  expect(last()).toMatchObject({ price: '101', at: at + 1 })
  stream('102', { lastAt: at + 2, lastReceivedAt: at })
  expect(last()).toMatchObject({ price: '102', at: at + 2 })
})

it('a list without times gives the price, at an unknown age, once much newer than the trade', () => {
  const { clock, list, stream, last } = stage()
  const at = clock.now()
  const trade = { lastAt: at, lastReceivedAt: at }
  stream('100', trade)
  list('101')
  expect(last()).toMatchObject({ price: '100', at })
  clock.advance(6_000)
  stream('100', trade)
  list('100')
  expect(last()).toMatchObject({ price: '100', at })
  list('101')
  expect(last()).toMatchObject({ price: '101', at: null })
})
