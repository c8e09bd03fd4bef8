import { describe, expect, it } from 'vitest'
import { TradeHistory } from '../../../electron/market/trades/tradeHistory.ts'
import type { StoredCandles } from '../../../electron/core/ports/candleHistory.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { INTERVALS, MINUTE, openTimeOf, type Candle } from '../../../shared/domain/candles/candle.ts'
import type { KnownRange } from '../../../shared/domain/candles/candleCoverage.ts'
import { CandleSeries } from '../../../shared/domain/candles/candleSeries.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../../shared/domain/marketTrade.ts'

const START = Date.UTC(2026, 0, 5, 9)
const HOURS = 2
const PAGE = 150
/** What a stream may tell again when it is asked anew. */
const TOLD_AGAIN = 100

/** A venue's trades: two a second in the middle, some of one millisecond. */
function tradesOf(seed: number): readonly MarketTrade[] {
  const random = seededRandom(seed)
  const trades: MarketTrade[] = []
  for (
    let at = START;
    at < START + HOURS * 3_600_000;
    at += random.integer(4) === 0 ? 0 : random.integer(1_300)
  )
    trades.push({
      symbol: 'BTCUSDC_PERP' as Symbol,
      price: `${60_000 + random.integer(500)}.${random.integer(10)}1` as DecimalText,
      amount: `0.00${1 + random.integer(9)}` as DecimalText,
      side: 'buy',
      createdAt: at,
      code: `t${trades.length}`,
    })
  return trades
}

/** High, low and volume of each candle, which do not depend on the order of trades within one millisecond. */
const withoutOpenAndClose = (candles: readonly Candle[]) =>
  candles.map(({ openTime, high, low, volume }) => [openTime, high, low, volume].join(' '))

const straight = (interval: '1s' | '5s' | '1m', trades: Iterable<MarketTrade>): Candle[] => {
  const series = new CandleSeries(interval, 100_000)
  let order = 1
  for (const trade of trades) series.add(trade, order++)
  return series.candles()
}

/** A venue with all its trades, a history that receives them as a feed does, and an unbounded set of all reported trades. */
class LongDay {
  readonly all: readonly MarketTrade[]
  history = new TradeHistory()
  readonly reported = new Set<MarketTrade>()
  readonly kept = new Map<number, Candle>()
  known: readonly KnownRange[] = []
  most = 0
  private readonly random
  private at = 0
  private firstOfRun: string | null = null

  constructor(seed: number) {
    this.all = tradesOf(seed)
    this.random = seededRandom(seed + 1)
    this.history.resume()
  }

  get over(): boolean {
    return this.at >= this.all.length
  }

  /** The stream tells what happens next, now and then one late or twice. */
  stream(count: number): void {
    const { random } = this
    const next = this.all.slice(this.at, this.at + count)
    this.at += next.length
    for (let n = 0; n + 1 < next.length; n++)
      if (random.integer(20) === 0) next.splice(n, 2, next[n + 1]!, next[n]!)
    for (const trade of next) {
      this.live(trade)
      if (random.integer(50) === 0) this.live(trade)
    }
  }

  /** The stream is away for some trades; subscribed again, it begins with some trades that it sent before. */
  away(count: number): void {
    this.history.cut()
    this.at = Math.min(this.all.length, this.at + count)
    this.history.resume()
    this.firstOfRun = null
    for (const trade of this.all.slice(Math.max(0, this.at - this.random.integer(TOLD_AGAIN)), this.at))
      this.live(trade)
  }

  /** Pages back from where the present run begins, as a feed asks for them; the venue may show the cursor's own trade again. */
  readBack(most: number): void {
    let before = this.history.reach?.cursor ?? this.firstOfRun
    for (let pages = 0; pages < most && before !== null; pages++) {
      const end = this.all.findIndex((trade) => trade.code === before) + this.random.integer(2)
      const page = this.all.slice(Math.max(0, end - PAGE), end).toReversed()
      for (const trade of page) this.reported.add(trade)
      this.history.addPast({ items: page, next: end <= PAGE ? null : 'older', isWhole: true }, before)
      const { reach } = this.history
      if (end <= PAGE) return
      before = reach === null || reach.from > page.at(-1)!.createdAt ? page.at(-1)!.code : reach.cursor
    }
  }

  /** Another run takes up what the history was given to keep. */
  restart(): void {
    this.keep()
    const kept: StoredCandles = {
      minutes: [...this.kept.values()].toSorted((a, b) => a.openTime - b.openTime),
      known: this.known,
    }
    this.history = new TradeHistory()
    this.history.resume()
    this.firstOfRun = null
    this.reported.clear()
    this.history.restore(kept)
  }

  keep(): void {
    const news = this.history.takeUnsaved()
    if (!news) return
    this.known = news.known
    for (const { length, whole, candle } of news.candles)
      if (length === MINUTE && whole) this.kept.set(candle.openTime, candle)
  }

  /** The candles before the newest minute that are called known, and what the venue dealt in them. */
  knownCandles(interval: '1s' | '1m'): { readonly held: string[]; readonly dealt: string[] } {
    const length = INTERVALS[interval]
    const { candles, gaps } = this.history.candlesSince(interval, 0)
    const newest = this.history.newestMinute ?? 0
    // The gaps of minutes begin at the oldest minute held, those of seconds before all time.
    const from = interval === '1s' ? 0 : (candles[0]?.openTime ?? 0)
    const isHeld = (at: number) =>
      at >= from && at < newest && gaps.every((gap) => at < gap.from || at >= gap.to)
    const held = candles.filter((candle) => isHeld(candle.openTime))
    const dealt = this.all.filter((trade) => isHeld(openTimeOf(trade.createdAt, length)))
    return { held: withoutOpenAndClose(held), dealt: withoutOpenAndClose(straight(interval, dealt)) }
  }

  private live(trade: MarketTrade): void {
    this.reported.add(trade)
    if (this.history.addLive(trade) !== null) this.firstOfRun ??= trade.code
    this.most = Math.max(this.most, this.history.remembered)
  }
}

describe('a long day of one instrument', () => {
  it.each([1, 2, 3])(
    'equals an unbounded fold through cuts, repeats and pages, with bounded names (seed %i)',
    (seed) => {
      const day = new LongDay(seed)
      const random = seededRandom(seed + 2)
      for (let round = 1; !day.over; round++) {
        day.stream(100 + random.integer(1_500))
        day.keep()
        if (random.integer(3) > 0) day.away(random.integer(random.integer(4) === 0 ? 3_000 : 60))
        if (random.integer(4) > 0) day.readBack(1 + random.integer(30))
        if (round % 4 > 0) continue
        for (const interval of ['1s', '1m'] as const) {
          const { held, dealt } = day.knownCandles(interval)
          expect(held).toEqual(dealt)
        }
      }
      day.readBack(1_000)
      for (const interval of ['1s', '5s', '1m'] as const)
        expect(withoutOpenAndClose(day.history.candlesSince(interval, 0).candles)).toEqual(
          withoutOpenAndClose(
            straight(
              interval,
              [...day.reported].toSorted((a, b) => a.createdAt - b.createdAt),
            ),
          ),
        )
      expect(day.all.length).toBeGreaterThan(12_000)
      expect(day.most).toBeLessThan(2_000)
    },
  )

  it('goes on over restarts, in which each kept minute counts once', () => {
    const day = new LongDay(5)
    const random = seededRandom(6)
    while (!day.over) {
      day.stream(2_000 + random.integer(1_500))
      day.away(random.integer(400))
      day.readBack(random.integer(12))
      day.restart()
      day.stream(200)
      day.readBack(40)
      for (const interval of ['1s', '1m'] as const) {
        const { held, dealt } = day.knownCandles(interval)
        expect(held).toEqual(dealt)
      }
    }
    const { candles, gaps } = day.history.candlesSince('1m', 0)
    expect(gaps).toEqual([])
    // The first and the last minute are never known whole.
    expect(candles.length).toBeGreaterThanOrEqual(HOURS * 60 - 2)
  })

  it('drops a partial minute when too many names wait, so that pages bring it whole', () => {
    const history = new TradeHistory()
    const [any] = tradesOf(1)
    const one = (minute: number, n: number): MarketTrade => ({
      ...any!,
      createdAt: START + minute * MINUTE + n,
      code: `m${minute} ${n}`,
    })
    const minutes = () => history.candlesSince('1m', 0).candles
    // Each stretch is cut before it holds a whole minute.
    for (let minute = 0; minute < 70; minute++) {
      history.resume()
      for (let n = 0; n < 1_000; n++) history.addLive(one(minute, n))
      history.cut()
    }
    expect(history.remembered).toBe(60_000)
    expect(minutes().map((minute) => minute.openTime)).toEqual(
      Array.from({ length: 60 }, (_, n) => START + (10 + n) * MINUTE),
    )
    history.resume()
    history.addLive(one(70, 0))
    for (let minute = 69; minute > 5; minute--) {
      const newestFirst = Array.from({ length: 1_000 }, (_, n) => one(minute, 999 - n))
      history.addPast({ items: newestFirst, next: 'older', isWhole: true }, null)
    }
    expect(
      minutes()
        .slice(0, -1)
        .map((minute) => [minute.openTime, minute.volume]),
    ).toEqual(
      Array.from({ length: 64 }, (_, n) => [START + (6 + n) * MINUTE, String(1_000 * Number(any!.amount))]),
    )
    expect(history.remembered).toBeLessThan(6_000)
  })
})
