/** The cost of the quote board: what is read per update and per row, and that nothing old stays. */

import { expect, it } from 'vitest'
import { createQuoteFeed, QUOTE_PACE } from '../../../../renderer/panels/quoteboard/quoteFeed.ts'
import type { Ticker } from '../../../../shared/domain/instrument.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { instrumentOf, NOW, tickerOf } from '../../../fakes/window/scriptedCore.ts'

const symbols = Array.from({ length: 200 }, (_, n) => `I${n}USDC_PERP`)

function board(seen = { is: true }) {
  const clock = new FakeClock(NOW)
  const tickers = new Map<string, Ticker>(symbols.map((symbol) => [symbol, tickerOf(symbol, '100', '101')]))
  const reads = { count: 0 }
  const btc = instrumentOf('BTC', '0.5', '0.001')
  const feed = createQuoteFeed({
    clock,
    columns: ['bid', 'ask', 'age'],
    isSeen: () => seen.is,
    instrumentOf: () => btc,
    tickerOf(symbol) {
      reads.count++
      return tickers.get(symbol)
    },
  })
  return { clock, tickers, reads, feed }
}

it('reads only the rows that are followed, once per pace, however many updates came', () => {
  const { clock, tickers, reads, feed } = board()
  let changes = 0
  for (const symbol of symbols.slice(0, 10)) feed.follow(symbol, () => changes++)
  reads.count = 0
  for (let update = 1; update <= 50; update++)
    for (const symbol of symbols) tickers.set(symbol, tickerOf(symbol, `${100 + update}`, '200'))
  expect(reads.count).toBe(0)
  clock.advance(QUOTE_PACE)
  expect(reads.count).toBe(10)
  expect(changes).toBe(10)
  expect(feed.row('I3USDC_PERP').figures.bid?.text).toBe('150.0')
})

it('keeps the same row while no figure changes, and calls nobody', () => {
  const { clock, tickers, feed } = board()
  let changes = 0
  feed.follow('I1USDC_PERP', () => changes++)
  const before = feed.row('I1USDC_PERP')
  tickers.set('I1USDC_PERP', { ...tickerOf('I1USDC_PERP', '100', '101'), volume24h: null })
  clock.advance(QUOTE_PACE)
  expect(feed.row('I1USDC_PERP')).toBe(before)
  expect(changes).toBe(0)
})

it('a row that was drawn before it was followed is read again when it is followed', () => {
  const { clock, tickers, feed } = board()
  feed.row('I1USDC_PERP')
  tickers.set('I1USDC_PERP', tickerOf('I1USDC_PERP', '105', '106'))
  clock.advance(300)
  feed.follow('I1USDC_PERP', () => {})
  expect(feed.row('I1USDC_PERP').figures.bid?.text).toBe('105.0')
})

it('a silent venue makes figures old without any update', () => {
  const { clock, feed } = board()
  feed.follow('I1USDC_PERP', () => {})
  expect(feed.row('I1USDC_PERP').figures.bid?.freshness).toBe('fresh')
  clock.advance(5_250)
  expect(feed.row('I1USDC_PERP').figures.bid?.freshness).toBe('old')
  expect(feed.row('I1USDC_PERP').figures.age?.text).toBe('5 s')
})

it('reads nothing in a tab behind another, and plans nothing once nobody follows', () => {
  const seen = { is: false }
  const { clock, reads, feed } = board(seen)
  const stop = feed.follow('I1USDC_PERP', () => {})
  reads.count = 0
  clock.advance(10 * QUOTE_PACE)
  expect(reads.count).toBe(0)
  expect(clock.planned).toBe(1)
  stop()
  expect(clock.planned).toBe(0)
})
