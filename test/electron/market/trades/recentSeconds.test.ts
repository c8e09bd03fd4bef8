import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TradeHistory } from '../../../../electron/market/trades/tradeHistory.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { foldCandles, type Candle } from '../../../../shared/domain/candles/candle.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../../../shared/domain/marketTrade.ts'

const START = Date.UTC(2026, 0, 5, 9)
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HELD = 7_200
const FAR = Number.MAX_SAFE_INTEGER

/** A trade at a number of seconds after the start. */
const at = (seconds: number, price = 100 + (Math.abs(seconds) % 7)): MarketTrade => ({
  symbol: 'BTCUSDC_PERP' as Symbol,
  price: String(price) as DecimalText,
  amount: '1' as DecimalText,
  side: 'buy',
  createdAt: START + seconds * SECOND,
  code: `c${seconds}`,
})
const liveFrom = (...seconds: readonly number[]): TradeHistory => {
  const history = new TradeHistory()
  history.resume()
  for (const second of seconds) history.addLive(at(second))
  return history
}
const addPast = (history: TradeHistory, seconds: readonly number[], isWhole = true) =>
  history.addPast({ items: seconds.map((n) => at(n)).toReversed(), next: 'older', isWhole }, null)
const seconds = ({ candles }: { readonly candles: readonly Candle[] }): number[] =>
  candles.map(({ openTime }) => (openTime - START) / SECOND)
/** The gaps in seconds after the start; the first begins before all time. */
const gapsOf = (history: TradeHistory): (number | string)[][] =>
  history
    .candlesSince('1s', 0)
    .gaps.map(({ from, to }) => [from === 0 ? 'ever' : (from - START) / SECOND, (to - START) / SECOND])
const every = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => from + n * step)

describe('candles of a second', () => {
  it('fold live trades, of which each changes its own second only', () => {
    const history = liveFrom()
    history.addLive(at(3, 100))
    history.addLive(at(3.2, 104))
    history.addLive(at(3.9, 99))
    expect(history.addLive(at(5.5, 101))?.since).toBe(START + 5.5 * SECOND)
    expect(history.candlesSince('1s', START + 5.5 * SECOND).candles).toHaveLength(1)
    const { candles } = history.candles('1s')
    expect(seconds({ candles })).toEqual([3, 5])
    expect(candles[0]).toMatchObject({ open: '100', high: '104', low: '99', close: '99', volume: '3' })
  })

  it('fold into the candles of five seconds that the trades make, whatever comes by stream or page', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(600)), fc.nat(600), (picks, from) => {
        const all = picks.toSorted((a, b) => a - b)
        const history = liveFrom(...all.filter((n) => n >= from))
        addPast(
          history,
          all.filter((n) => n < from + 20),
        )
        expect(foldCandles(history.candlesSince('1s', 0).candles, '5s')).toEqual(
          history.candlesSince('5s', 0).candles,
        )
      }),
    )
  })

  it('are unknown before the first whole minute of the stream', () => {
    const history = liveFrom(30, 31)
    // The run began within this minute, so none of its seconds is known to be whole.
    expect(gapsOf(history)).toEqual([['ever', 32]])
    history.addLive(at(70))
    expect(gapsOf(history)).toEqual([['ever', 60]])
    history.addLive(at(130))
    expect(gapsOf(history)).toEqual([['ever', 60]])
  })

  it('are known as far back as whole pages of past trades reach', () => {
    const history = liveFrom(130, 200)
    expect(gapsOf(history)).toEqual([['ever', 180]])
    addPast(history, [10, 70, 100])
    expect(seconds(history.candles('1s'))).toEqual([10, 70, 100, 130, 200])
    expect(gapsOf(history)).toEqual([['ever', 60]])
    addPast(history, [-130, -20], false)
    expect(seconds(history.candles('1s'))).toEqual([-130, -20, 10, 70, 100, 130, 200])
    // A row of that page could not be read.
    expect(gapsOf(history)).toEqual([['ever', 60]])
  })

  it('have a gap where the stream was cut', () => {
    const history = liveFrom(0, 60, 125)
    history.cut()
    history.resume()
    for (const n of [250, 310]) history.addLive(at(n))
    expect(gapsOf(history)).toEqual([
      ['ever', 60],
      [120, 300],
    ])
    history.cut()
    // Trades of the newest minute may be missing now.
    expect(gapsOf(history).at(-1)).toEqual([120, 311])
  })

  it('are held for two hours, and what is older is unknown again', () => {
    const history = liveFrom(...every(0, HELD + 600, 20), HELD + 600)
    expect(seconds(history.candlesSince('1s', 0))[0]).toBe(620)
    expect(gapsOf(history)).toEqual([['ever', 601]])
    // A page of trades that were dropped, or are older still, brings no second back.
    addPast(history, every(-300, 300, 20))
    expect(seconds(history.candlesSince('1s', 0))[0]).toBe(620)
    expect(gapsOf(history)).toEqual([['ever', 601]])
    expect(history.candlesSince('1m', 0).candles[0]?.openTime).toBe(START - 5 * MINUTE)
  })

  it('are 7,200 at most, in the busiest market', () => {
    const history = liveFrom(...every(0, HELD + 100))
    expect(history.candlesSince('1s', 0).candles).toHaveLength(HELD)
    expect(history.candles('1s').candles).toHaveLength(1_000)
  })

  it('are never handed out to be stored', () => {
    const history = liveFrom(...every(0, 200))
    const lengths = history.takeUnsaved()?.candles.map(({ length }) => length)
    expect([...new Set(lengths)]).toEqual([5 * SECOND, MINUTE])
  })

  it('are unknown for the time of earlier runs, also where pages join it', () => {
    const first = liveFrom(...every(0, 620, 20))
    const saved = first.takeUnsaved()!
    const minutes = saved.candles.filter(({ length, whole }) => length === MINUTE && whole)
    const second = liveFrom()
    second.restore({ minutes: minutes.map(({ candle }) => candle), known: saved.known })
    expect(second.candles('1s').candles).toEqual([])
    expect(gapsOf(second)).toEqual([['ever', 600]])
    for (const n of every(720, 800, 20)) second.addLive(at(n))
    addPast(second, every(300, 720, 20))
    second.addLive(at(840))
    expect(second.candles('1m').gaps).toEqual([])
    expect(gapsOf(second)).toEqual([['ever', 600]])
    expect(seconds(second.candles('1s'))[0]).toBe(600)
  })
})

describe('a page of seconds', () => {
  const history = () => liveFrom(...every(0, 301, 10))
  const back = (before: number, count: number) =>
    history().readSeconds({ before: START + before * SECOND, after: null, count })

  it('has more while older seconds are held, and none once the oldest is there', () => {
    const newest = back(400, 3)
    expect(seconds(newest)).toEqual([280, 290, 300])
    expect(newest).toMatchObject({ more: true, gaps: [] })
    const oldest = back(70, 9)
    expect(seconds(oldest)).toEqual([0, 10, 20, 30, 40, 50, 60])
    expect(oldest).toMatchObject({ more: false, gaps: [{ from: 0, to: START + MINUTE }] })
    expect(back(0, 9)).toEqual({ candles: [], gaps: [{ from: 0, to: START }], more: false })
  })

  it('goes forward from a second, and says when it reaches the newest', () => {
    const forward = (after: number, count: number) =>
      history().readSeconds({ before: FAR, after: START + after * SECOND, count })
    expect(seconds(forward(20, 2))).toEqual([30, 40])
    expect(forward(20, 2)).toMatchObject({
      more: true,
      gaps: [{ from: START + 21 * SECOND, to: START + 41 * SECOND }],
    })
    expect(seconds(forward(280, 9))).toEqual([290, 300])
    expect(forward(280, 9)).toMatchObject({ more: false, gaps: [] })
  })

  it('of an instrument without a trade is empty, and all of its time is unknown', () => {
    expect(new TradeHistory().readSeconds({ before: START, after: null, count: 9 })).toEqual({
      candles: [],
      gaps: [{ from: 0, to: START }],
      more: false,
    })
  })
})
