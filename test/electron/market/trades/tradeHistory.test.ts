import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TradeHistory } from '../../../../electron/market/trades/tradeHistory.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../../../shared/domain/marketTrade.ts'

const trade = (n: number, code: string | null): MarketTrade => ({
  symbol: 'BTCUSDC_PERP' as Symbol,
  price: String(100 + ((n * 37) % 50)) as DecimalText,
  amount: String(1 + n) as DecimalText,
  side: n % 2 ? 'buy' : 'sell',
  // Several trades share a millisecond.
  createdAt: 1_700_000_000_000 + Math.floor(n / 3) * 700,
  code,
})

/** A whole page, as the newest of the venue. `last`: the venue has nothing older. */
const addPast = (history: TradeHistory, items: readonly MarketTrade[], last: boolean) =>
  history.addPast({ items, next: last ? null : 'older', isWhole: true }, null)

describe('TradeHistory', () => {
  it('equals one straight fold, however stream and pages overlap and whenever the pages come', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 80 }),
        fc.nat(80),
        fc.nat(80),
        fc.integer({ min: 1, max: 15 }),
        fc.boolean(),
        fc.nat(80),
        (count, from, overlap, size, coded, when) => {
          const all = Array.from({ length: count }, (_, n) => trade(n, coded ? `c${n}` : null))
          const streamFrom = Math.min(from, count)
          const pagesUpTo = Math.min(streamFrom + overlap, count)
          const history = new TradeHistory()
          const read = () => {
            const newestFirst = all.slice(0, pagesUpTo).toReversed()
            for (let at = 0; at < newestFirst.length; at += size)
              addPast(history, newestFirst.slice(at, at + size), at + size >= newestFirst.length)
          }
          const streamed = all.slice(streamFrom)
          const before = Math.min(when, streamed.length)
          for (const one of streamed.slice(0, before)) history.addLive(one)
          read()
          for (const one of streamed.slice(before)) history.addLive(one)

          const straight = new TradeHistory()
          for (const one of all) straight.addLive(one)
          for (const interval of ['5s', '1m'] as const) {
            const withoutOpenAndClose = (from_: TradeHistory) =>
              from_
                .candles(interval)
                .candles.map(({ openTime, high, low, volume }) => ({ openTime, high, low, volume }))
            expect(withoutOpenAndClose(history)).toEqual(withoutOpenAndClose(straight))
          }
          expect(
            history
              .newestTrades()
              .map((one) => one.amount)
              .toSorted(),
          ).toEqual(all.map((one) => one.amount).toSorted())
          // When the pages end where the stream began, opening and closing prices agree too, also among trades of one millisecond.
          const meet = pagesUpTo === streamFrom
          expect(meet ? history.candles('5s') : []).toEqual(meet ? straight.candles('5s') : [])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('counts equal trades without a code as two when the stream brings them', () => {
    const history = new TradeHistory()
    expect(history.addLive(trade(1, null))).not.toBeNull()
    expect(history.addLive(trade(1, null))).not.toBeNull()
    expect(history.addLive(trade(1, 'x'))).not.toBeNull()
    expect(history.addLive(trade(1, 'x'))).toBeNull()
    expect(history.newestTrades()).toHaveLength(3)
  })

  it('holds the newest 500 for the time and sales', () => {
    const history = new TradeHistory()
    for (let n = 0; n < 2_000; n++) history.addLive(trade(n, `c${n}`))
    expect(history.newestTrades().map((one) => one.code)).toEqual(
      Array.from({ length: 500 }, (_, n) => `c${1500 + n}`),
    )
    addPast(history, [trade(-5, 'old')], true)
    expect(history.newestTrades()).toHaveLength(500)
    expect(history.newestTrades().at(-1)?.code).toBe('c1999')
  })
})

describe('the gaps of time and sales', () => {
  const list = (history: TradeHistory) =>
    history.newestTrades().map(({ amount, afterGap }) => (afterGap ? `| ${amount}` : amount))
  const live = (history: TradeHistory, from: number, to: number) => {
    for (let n = from; n < to; n++) history.addLive(trade(n, `c${n}`))
  }
  /** Holds trades 0 and 1, and is live again after a cut. */
  const cutAfterTwo = () => {
    const history = new TradeHistory()
    history.resume()
    live(history, 0, 2)
    history.cut()
    history.resume()
    return history
  }
  const back = (from: number, to: number, isWhole = true) => ({
    items: Array.from({ length: to - from }, (_, n) => trade(from + n, `c${from + n}`)).toReversed(),
    next: 'older',
    isWhole,
  })

  it('a cut leaves one, until a page shows what is missing', () => {
    const history = cutAfterTwo()
    live(history, 4, 6)
    expect(list(history)).toEqual(['| 1', '2', '| 5', '6'])
    expect(history.addPast(back(3, 4), 'c4')).not.toBeNull()
    expect(list(history)).toEqual(['| 1', '2', '| 4', '5', '6'])
    history.addPast(back(1, 3), 'c3')
    expect(list(history)).toEqual(['| 1', '2', '3', '4', '5', '6'])
  })

  it('a page with an unreadable row closes none', () => {
    const history = cutAfterTwo()
    live(history, 4, 6)
    history.addPast(back(1, 4, false), 'c4')
    expect(list(history)).toEqual(['| 1', '2', '| 3', '| 4', '| 5', '6'])
    expect(history.reach).toBeNull()
  })

  it('a page without news closes one where nothing is missing, and says that something changed', () => {
    const history = new TradeHistory()
    history.resume()
    live(history, 0, 2)
    history.cut()
    history.resume()
    expect(history.addPast(back(0, 2), null)).not.toBeNull()
    live(history, 2, 4)
    expect(list(history)).toEqual(['| 1', '2', '3', '4'])
    expect(history.addPast(back(0, 2), 'c2')).toBeNull()
  })
})

describe('what is known of the past', () => {
  const START = Date.UTC(2026, 0, 5, 9)
  const MINUTE = 60_000
  /** A trade every 20 s: three a minute. */
  const at = (n: number): MarketTrade => ({ ...trade(n, `c${n}`), createdAt: START + n * 20_000 })
  const range = (from: number, to: number) => [START + from * MINUTE, START + to * MINUTE]
  const gapsOf = (history: TradeHistory) => history.candles('1m').gaps.map(({ from, to }) => [from, to])
  const back = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => at(from + n)).toReversed()

  it('a cut stream leaves a gap of whole minutes, until pages reach over it', () => {
    const history = new TradeHistory()
    history.resume()
    for (let n = 1; n < 12; n++) history.addLive(at(n))
    history.cut()
    history.resume()
    for (let n = 20; n < 27; n++) history.addLive(at(n))
    // Of the first minute a trade may be missing, and of the fourth to the seventh some are.
    expect(gapsOf(history)).toEqual([range(0, 1), range(3, 7)])
    addPast(history, back(15, 20), false)
    expect(gapsOf(history)).toEqual([range(0, 1), range(3, 6)])
    addPast(history, back(8, 15), false)
    expect(gapsOf(history)).toEqual([range(0, 1)])
    expect(history.reach).toMatchObject({ from: START + MINUTE, cursor: 'c3', ended: false })
    addPast(history, [at(0)], false)
    expect(history.candles('1m').candles.map(({ volume }) => Number(volume))).toEqual(
      Array.from({ length: 9 }, (_, m) => [0, 1, 2].reduce((sum, k) => sum + 3 * m + k + 1, 0)),
    )
  })

  it('the newest minute is a gap until every trade of it is known', () => {
    const history = new TradeHistory()
    history.resume()
    // The stream began within this minute.
    history.addLive(at(1))
    expect(gapsOf(history)).toEqual([range(0, 1)])
    for (let n = 2; n < 5; n++) history.addLive(at(n))
    expect(gapsOf(history)).toEqual([range(0, 1)])
    // Within the second minute the stream is cut, and again within the third.
    history.cut()
    expect(gapsOf(history)).toEqual([range(0, 2)])
    history.resume()
    history.addLive(at(7))
    expect(gapsOf(history)).toEqual([range(0, 3)])
    addPast(history, back(2, 7), false)
    expect(gapsOf(history)).toEqual([range(0, 1)])
  })

  it('the gap of the newest minute ends with the newest candle of a shorter interval', () => {
    const history = new TradeHistory()
    history.resume()
    history.addLive(at(1))
    const opened = START + 20_000
    expect(history.candles('5s').gaps).toEqual([{ from: START, to: opened + 5_000 }])
    expect(history.candles('1h').gaps).toEqual([{ from: START, to: START + MINUTE }])
    history.addLive(at(2))
    expect(history.candles('5s').gaps).toEqual([{ from: START, to: opened + 25_000 }])
  })

  it('goes on from an earlier run: its minutes count once, and only the time between is missing', () => {
    const first = new TradeHistory()
    first.resume()
    for (let n = 0; n < 31; n++) first.addLive(at(n))
    const saved = first.takeUnsaved()!
    expect(first.takeUnsaved()).toBeNull()
    expect(saved.known).toEqual([
      { from: START + MINUTE, to: START + 10 * MINUTE, cursor: 'c3', ended: false },
    ])
    const minutes = saved.candles.filter(({ length, whole }) => length === MINUTE && whole)
    expect(minutes).toHaveLength(9)

    const second = new TradeHistory()
    second.resume()
    second.addLive(at(60))
    second.restore({ minutes: minutes.map(({ candle }) => candle), known: saved.known })
    for (let n = 61; n < 70; n++) second.addLive(at(n))
    expect(gapsOf(second)).toEqual([range(10, 21)])
    addPast(second, back(40, 60), false)
    expect(gapsOf(second)).toEqual([range(10, 14)])
    // A page that reaches into what was kept brings nothing twice.
    addPast(second, back(20, 40), false)
    expect(gapsOf(second)).toEqual([])
    expect(second.reach).toEqual({
      from: START + MINUTE,
      to: START + 23 * MINUTE,
      cursor: 'c3',
      ended: false,
    })
    const straight = new TradeHistory()
    for (let n = 3; n < 70; n++) straight.addLive(at(n))
    for (const interval of ['1m', '5m', '1h'] as const)
      expect(second.candles(interval).candles).toEqual(straight.candles(interval).candles)
  })

  it('hands out each candle to be kept when the next began, as whole once it is', () => {
    const history = new TradeHistory()
    history.resume()
    history.addLive(at(1))
    expect(history.takeUnsaved()?.candles ?? []).toEqual([])
    history.addLive(at(3))
    const part = history.takeUnsaved()!.candles
    expect(part.map(({ length, whole }) => [length, whole])).toEqual([
      [5_000, false],
      [MINUTE, false],
    ])
    addPast(history, [at(0)], true)
    const whole = history.takeUnsaved()!
    expect(whole.candles.find(({ length }) => length === MINUTE)).toMatchObject({ whole: false })
    expect(history.reach).toBeNull()
  })
})
