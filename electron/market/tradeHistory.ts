/** Market trades of one instrument from stream and past pages, each counted once: the newest for the tape, candles of every interval. No I/O. */

import { CandleSeries, type TradeOrder } from '../../shared/domain/candleSeries.ts'
import { INTERVALS, type Candle, type Interval } from '../../shared/domain/candle.ts'
import type { MarketTrade } from '../../shared/domain/trade.ts'

/** Trades a tape starts with, and the most that wait for a slow window. */
export const TAPE_LENGTH = 500
/** Candles kept of each interval: as many as a chart holds well (reference/performance.md §5). */
const CANDLES_KEPT = 5_000
/** Trades remembered by name, more than the past pages can bring again. */
const NAMES_KEPT = 60_000

const INTERVAL_NAMES = Object.keys(INTERVALS) as Interval[]

/** Open times of the candles that changed, per interval. */
export type ChangedCandles = ReadonlyMap<Interval, ReadonlySet<number>>

export class TradeHistory {
  private readonly series = new Map<Interval, CandleSeries>(
    INTERVAL_NAMES.map((name) => [name, new CandleSeries(name, CANDLES_KEPT)]),
  )
  private readonly tape: MarketTrade[] = []
  private readonly live = new RecentNames(NAMES_KEPT)
  private readonly past = new RecentNames(NAMES_KEPT)
  private nextOrder: TradeOrder = 1
  private nextPastOrder: TradeOrder = -1

  /** A trade off the stream. Null when it is known already. */
  addLive(trade: MarketTrade): ChangedCandles | null {
    const name = nameOf(trade)
    // Without a code two equal trades are two trades, unless a past page brought one of them.
    if (this.past.has(name) || (trade.code !== null && this.live.has(name))) return null
    this.live.add(name)
    this.tape.push(trade)
    if (this.tape.length > 2 * TAPE_LENGTH) this.tape.splice(0, this.tape.length - TAPE_LENGTH)
    return this.fold([trade], () => this.nextOrder++)
  }

  /** A page of past trades, newest first. Null when all were known. */
  addPast(newestFirst: readonly MarketTrade[]): ChangedCandles | null {
    const fresh: MarketTrade[] = []
    for (const trade of newestFirst) {
      const name = nameOf(trade)
      if (this.live.has(name) || (trade.code !== null && this.past.has(name))) continue
      this.past.add(name)
      fresh.push(trade)
    }
    if (fresh.length === 0) return null
    // Both runs are in order of time; equal times keep the past one first.
    const merged = [...fresh.toReversed(), ...this.tape].toSorted((a, b) => a.createdAt - b.createdAt)
    this.tape.splice(0, this.tape.length, ...merged.slice(-TAPE_LENGTH))
    return this.fold(fresh, () => this.nextPastOrder--)
  }

  /** The newest trades, newest last. */
  newestTrades(): MarketTrade[] {
    return this.tape.slice(-TAPE_LENGTH)
  }

  candles(interval: Interval): Candle[] {
    return this.seriesOf(interval).candles()
  }

  /** Candles that open at or after a time, oldest first. */
  candlesSince(interval: Interval, openTime: number): Candle[] {
    return this.seriesOf(interval).since(openTime)
  }

  private seriesOf(interval: Interval): CandleSeries {
    return this.series.get(interval) as CandleSeries
  }

  private fold(trades: readonly MarketTrade[], order: () => TradeOrder): ChangedCandles {
    const changed = new Map<Interval, Set<number>>(INTERVAL_NAMES.map((name) => [name, new Set<number>()]))
    for (const trade of trades) {
      const place = order()
      for (const [name, series] of this.series) {
        const openTime = series.add(trade, place)
        if (openTime !== null) changed.get(name)?.add(openTime)
      }
    }
    return changed
  }
}

/** What tells one trade from another: its code, else all that is known of it. */
const nameOf = (trade: MarketTrade): string =>
  trade.code ?? `${trade.createdAt} ${trade.price} ${trade.amount} ${trade.side}`

/** The newest names, at most `limit`; a Set keeps the order of arrival. */
class RecentNames {
  private readonly names = new Set<string>()
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  has(name: string): boolean {
    return this.names.has(name)
  }

  add(name: string): void {
    this.names.add(name)
    if (this.names.size <= this.limit) return
    for (const oldest of this.names) {
      this.names.delete(oldest)
      return
    }
  }
}
