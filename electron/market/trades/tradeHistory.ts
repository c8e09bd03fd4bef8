/** Counts the market trades of one instrument from stream, past pages and earlier runs, each once. Makes time and sales and candles, and knows which minutes are complete. No I/O. */

import type { TradeOrder } from '../../../shared/domain/candles/candleRows.ts'
import { CandleSeries } from '../../../shared/domain/candles/candleSeries.ts'
import {
  baseOf,
  foldCandles,
  INTERVALS,
  MINUTE,
  openTimeOf,
  isStoredInterval,
  type CandleNews,
  type CandlePage,
  type Interval,
  type StoredBase,
} from '../../../shared/domain/candles/candle.ts'
import {
  firstWholeMinute,
  gapsOf,
  isKnown,
  withRange,
  type KnownRange,
} from '../../../shared/domain/candles/candleCoverage.ts'
import type { MarketTrade, SalesTrade } from '../../../shared/domain/marketTrade.ts'
import type { CandlePlace, CandlesToKeep, StoredCandles } from '../../core/ports/candleHistory.ts'
import type { MarketTradesPage } from '../../core/ports/brokerAnswers.ts'
import { REPORTED_BY, CountedTrades } from './countedTrades.ts'
import { NewestTrades } from './newestTrades.ts'
import { RecentSeconds, type SecondsCoverage } from './recentSeconds.ts'

/** Candles of each base interval in memory, more than past pages reach back for (pastTrades.ts). The memory is allocated with the first candle. */
const CANDLES_HELD = 5_000
/** Candles that a chart starts with; it asks the history for older ones. */
const CHART_STARTS_WITH = 1_000
/**
 * Ms for which trades of a completely known minute are still remembered one by one. A stream may be late by so much, or repeat so much after a new
 * subscription. An older trade of such a minute is always counted already.
 */
const LATE_WITHIN = 180_000
/** Trades remembered one by one at most, those of incomplete minutes included. */
const COUNTED_AT_MOST = 60_000

const BASES: readonly StoredBase[] = ['5s', '1m']

/** The oldest moment (ms) from which candles changed. */
export type ChangedSince = number

/** A trade of the stream that time and sales did not show before. */
export interface NewTrade {
  readonly print: SalesTrade
  /** Null where the candles count it already, or hold none so old. */
  readonly since: ChangedSince | null
}

/** Trades without one missing between them: from the stream since it was last cut, and from pages and earlier runs before that. */
interface Run {
  /** The first completely known minute; Infinity before the first trade. */
  from: number
  /** Time of its newest trade. Other trades of the same moment may still come. */
  to: number
  /** Code of the first trade at or after `from`, null where it has none; undefined before that trade. */
  cursor: string | null | undefined
  /** The venue has nothing older. */
  ended: boolean
}

const emptyRun = (): Run => ({ from: Infinity, to: -Infinity, cursor: undefined, ended: false })

export class TradeHistory {
  private readonly series: Readonly<Record<StoredBase, CandleSeries>> = {
    '5s': new CandleSeries('5s', CANDLES_HELD),
    '1m': new CandleSeries('1m', CANDLES_HELD),
  }
  private readonly seconds = new RecentSeconds()
  private readonly newest = new NewestTrades()
  private readonly counted = new CountedTrades(COUNTED_AT_MOST)
  private readonly unsaved: Readonly<Record<StoredBase, Set<number>>> = { '5s': new Set(), '1m': new Set() }
  /** Ranges of earlier runs: the restored candles count every trade in them. */
  private storedRanges: readonly KnownRange[] = []
  private known: readonly KnownRange[] = []
  private run: Run | null = null
  /** Grows with pages below one that was not whole, so that no minute of that page counts as known; null before such a page. */
  private pastRun: Run | null = null
  private nextOrder: TradeOrder = 1
  private nextPastOrder: TradeOrder = -1

  /** Continues from the candles that earlier runs stored. */
  restore(stored: StoredCandles): void {
    this.storedRanges = stored.known
    this.known = stored.known.reduce(withRange, this.known)
    for (const minute of stored.minutes) this.series['1m'].put(minute)
  }

  /** Whether earlier runs stored anything. */
  get hasStored(): boolean {
    return this.storedRanges.length > 0
  }

  /** From now on no trade is missing between two that are added, until `cut`. */
  resume(): void {
    this.run ??= emptyRun()
  }

  /** Trades may be missing between the last one and the next. */
  cut(): void {
    this.run = null
    this.pastRun = null
    this.newest.cut()
  }

  /** Adds a trade of the stream. Null when the trade is known already. */
  addLive(trade: MarketTrade): NewTrade | null {
    // Without a code two equal trades are two trades, unless a past page brought one of them.
    if (this.counted.has(trade, trade.code === null ? REPORTED_BY.past : undefined)) return null
    if (this.isStored(trade) || this.isLongCounted(trade)) {
      const stored = this.newest.addStored(trade)
      if (this.run === null) this.newest.cut()
      return stored && { print: stored, since: null }
    }
    this.counted.add(trade, REPORTED_BY.live)
    const print = this.newest.add(trade)
    const since = this.fold([trade], () => this.nextOrder++)
    const { run } = this
    if (run) {
      if (run.from === Infinity) run.from = firstWholeMinute(trade.createdAt + 1)
      if (run.cursor === undefined && trade.createdAt >= run.from) run.cursor = trade.code
      run.to = Math.max(run.to, trade.createdAt)
      this.extendKnown(run)
    } else this.newest.cut()
    this.shedCounted()
    return { print, since }
  }

  /**
   * Adds a page of past trades that reaches up to the run's trades, or to the page before it. `before`: its cursor.
   * Null when all were counted already, and when time and sales has no other gaps than before.
   */
  addPast(page: MarketTradesPage, before: string | null): ChangedSince | null {
    const { items: newestFirst } = page
    const isListChanged = this.newest.addPage(page, before)
    const fresh: MarketTrade[] = []
    for (const trade of newestFirst) {
      if (this.counted.has(trade, trade.code === null ? REPORTED_BY.live : undefined)) continue
      if (this.isStored(trade) || this.isLongCounted(trade)) continue
      this.counted.add(trade, REPORTED_BY.past)
      fresh.push(trade)
    }
    const changed = this.fold(fresh, () => this.nextPastOrder--)
    const run = this.pastRun ?? this.run
    if (run && !page.isWhole) this.pastRun = emptyRun()
    else if (run) {
      const [newest, oldest] = [newestFirst[0], newestFirst.at(-1)]
      const from = oldest ? firstWholeMinute(oldest.createdAt + 1) : Infinity
      if (from < run.from) {
        run.from = from
        const first = newestFirst.findLast((trade) => trade.createdAt >= from)
        if (first) run.cursor = first.code
      }
      if (newest) run.to = Math.max(run.to, newest.createdAt)
      run.ended ||= page.next === null
      this.extendKnown(run)
    }
    this.shedCounted()
    return isListChanged || fresh.length > 0 ? (changed ?? newestFirst[0]?.createdAt ?? null) : null
  }

  /** The known range that pages extend, with the cursor to read on below it; null before the first range. */
  get reach(): KnownRange | null {
    return this.reachOf(this.pastRun ?? this.run)
  }

  /** How many trades are remembered one by one. */
  get remembered(): number {
    return this.counted.size
  }

  /** Open time of the newest minute; null before the first trade. */
  get newestMinute(): number | null {
    return this.series['1m'].newest
  }

  /** Whether `newestTrades` says anything: without this, an empty list was not read. */
  get isListKnown(): boolean {
    return this.newest.isKnown
  }

  /** The newest trades, newest last. */
  newestTrades(): SalesTrade[] {
    return this.newest.list()
  }

  /** The candles that a chart starts with, oldest first, and the gaps among them. */
  candles(interval: Interval): CandleNews {
    const { newest } = isStoredInterval(interval) ? this.series[baseOf(interval)] : this.seconds
    return this.candlesSince(interval, (newest ?? 0) - (CHART_STARTS_WITH - 1) * INTERVALS[interval])
  }

  /** Candles with trades at or after a moment, oldest first, and every gap in memory. */
  candlesSince(interval: Interval, at: number): CandleNews {
    if (!isStoredInterval(interval)) return this.seconds.since(at, this.secondsCoverage())
    const length = INTERVALS[interval]
    const base = this.series[baseOf(interval)]
    // A candle whose first part has left memory comes from the stored history instead.
    const whole =
      base.isFull && base.oldest !== null ? openTimeOf(base.oldest + length - 1, length) : -Infinity
    const candles = foldCandles(base.since(Math.max(openTimeOf(at, length), whole)), interval)
    const minutes = this.series['1m']
    if (minutes.oldest === null || minutes.newest === null) return { candles, gaps: [] }
    // A gap ends with the newest candle: a chart has no place behind it.
    const end = Math.min(minutes.newest + MINUTE, openTimeOf(base.newest ?? minutes.newest, length) + length)
    const gaps = gapsOf(
      this.known,
      openTimeOf(minutes.oldest, length),
      this.isNewestWhole ? minutes.newest : Math.max(minutes.newest, end),
    )
    return { candles, gaps }
  }

  /** A page of the seconds in memory. Nobody holds others. */
  readSeconds(place: CandlePlace): CandlePage {
    return this.seconds.page(place, this.secondsCoverage())
  }

  /** Returns the candles and known ranges to store, and counts them as stored. The newest candle waits until the next begins. Null when there is nothing. */
  takeUnsaved(): CandlesToKeep | null {
    const candles = BASES.flatMap((base) => this.readyOf(base))
    return candles.length === 0 ? null : { candles, known: this.known }
  }

  /** Earlier runs stored minutes and no seconds, so their ranges are unknown here. */
  private secondsCoverage(): SecondsCoverage {
    const known = this.known.flatMap(({ from, to }) => gapsOf(this.storedRanges, from, to))
    const { newestMinute: minute } = this
    const to = minute !== null && this.isNewestWhole ? minute : Infinity
    return { known, to, newestEnd: minute === null ? 0 : minute + MINUTE }
  }

  /** Whether no trade of the newest minute is missing so far, as the run began before it. */
  private get isNewestWhole(): boolean {
    const { newestMinute: minute, run } = this
    return minute !== null && run !== null && run.from <= minute
  }

  private readyOf(base: StoredBase): CandlesToKeep['candles'][number][] {
    const series = this.series[base]
    const length = INTERVALS[base]
    const waiting = this.unsaved[base]
    const growing = series.newest
    const ready = [...waiting].filter((openTime) => openTime !== growing).toSorted((a, b) => a - b)
    for (const openTime of ready) waiting.delete(openTime)
    return ready.flatMap((openTime) => {
      const candle = series.at(openTime)
      return candle ? [{ length, whole: isKnown(this.known, openTime, openTime + length), candle }] : []
    })
  }

  private reachOf(run: Run | null): KnownRange | null {
    if (run === null) return null
    return this.known.find((range) => range.from <= run.from && run.from < range.to) ?? null
  }

  private isStored(trade: MarketTrade): boolean {
    return this.storedRanges.some((range) => range.from <= trade.createdAt && trade.createdAt < range.to)
  }

  /** Every trade of its minute was counted so long ago that the single trades are forgotten. */
  private isLongCounted(trade: MarketTrade): boolean {
    const at = trade.createdAt
    return isKnown(this.known, at, at + 1) && !this.counted.hasMinuteOf(trade)
  }

  /** Forgets incomplete minutes whose single trades are no longer remembered. Such a minute is a gap until its trades are read again. */
  private shedCounted(): void {
    for (let minute = this.counted.shed(); minute !== null; minute = this.counted.shed()) {
      if (isKnown(this.known, minute, minute + MINUTE)) continue
      this.seconds.forget(minute, minute + MINUTE)
      for (const base of BASES) this.series[base].forget(minute, minute + MINUTE)
    }
  }

  private fold(trades: readonly MarketTrade[], order: () => TradeOrder): ChangedSince | null {
    let since: ChangedSince | null = null
    for (const trade of trades) {
      const place = order()
      let isChanged = this.seconds.add(trade, place)
      for (const base of BASES) {
        const openTime = this.series[base].add(trade, place)
        if (openTime === null) continue
        this.unsaved[base].add(openTime)
        isChanged = true
      }
      if (isChanged) since = Math.min(since ?? trade.createdAt, trade.createdAt)
    }
    return since
  }

  /** Counts the whole minutes of the run as known. */
  private extendKnown(run: Run): void {
    const to = openTimeOf(run.to, MINUTE)
    if (to <= run.from) return
    const before = this.reachOf(run)
    if (before !== null && to <= before.to && run.ended === before.ended) return
    // Candles that were stored as incomplete are complete now.
    for (const gap of gapsOf(this.known, run.from, to))
      for (const base of BASES)
        for (const openTime of this.series[base].openTimes(gap.from, gap.to)) this.unsaved[base].add(openTime)
    const cursor = run.cursor ?? null
    this.known = withRange(this.known, { from: run.from, to, cursor, ended: run.ended })
    const reach = this.reachOf(run)
    if (reach) {
      run.from = reach.from
      run.cursor = reach.cursor
      run.ended = reach.ended
    }
    const late = (this.newestMinute ?? 0) - LATE_WITHIN
    this.counted.forget((minute) => minute < late && isKnown(this.known, minute, minute + MINUTE))
  }
}
