/** The candles of one instrument and interval, folded from market trades in any order. Pure; the caller removes duplicate trades. */

import { add, decimal, maximum, minimum, toText } from '../../base/decimal.ts'
import { INTERVALS, openTimeOf, type Candle, type Interval } from './candle.ts'
import { CandleRows, type CandleRow, type TradeOrder } from './candleRows.ts'
import type { MarketTrade } from '../marketTrade.ts'

const isBefore = (at: number, order: TradeOrder, otherAt: number, otherOrder: TradeOrder): boolean =>
  at < otherAt || (at === otherAt && order < otherOrder)

export class CandleSeries {
  private readonly length: number
  private readonly limit: number
  private readonly rows: CandleRows
  /** The candle that trades change now. Successive trades mostly belong to one candle, so its row is written when another candle changes. */
  private growing: CandleRow | null = null

  /** Holds the newest `limit` candles. */
  constructor(interval: Interval, limit: number) {
    this.length = INTERVALS[interval]
    this.limit = limit
    this.rows = new CandleRows(limit)
  }

  /** Open time of the newest candle; null while there is none. */
  get newest(): number | null {
    return this.rows.length === 0 ? null : this.rows.openTime(this.rows.length - 1)
  }

  /** Open time of the oldest candle; null while there is none. */
  get oldest(): number | null {
    return this.rows.length === 0 ? null : this.rows.openTime(0)
  }

  /** Whether older candles may have been dropped. */
  get isFull(): boolean {
    return this.rows.length >= this.limit
  }

  /** Sets a whole candle. The caller must add no more trades of this candle. */
  put(candle: Candle): void {
    const { openTime } = candle
    this.forget(openTime, openTime + 1)
    this.begin({
      openTime,
      open: decimal(candle.open),
      high: decimal(candle.high),
      low: decimal(candle.low),
      close: decimal(candle.close),
      volume: decimal(candle.volume),
      firstAt: openTime,
      firstOrder: 0,
      lastAt: openTime,
      lastOrder: 0,
    })
  }

  /** Adds one trade; the same trade must not come twice. Returns the open time of the changed candle, or null when the trade is older than every candle held. */
  add(trade: MarketTrade, order: TradeOrder): number | null {
    const openTime = openTimeOf(trade.createdAt, this.length)
    const price = decimal(trade.price)
    const at = trade.createdAt
    const there = this.grow(openTime)
    if (!there) {
      const prices = { open: price, high: price, low: price, close: price }
      const trades = { firstAt: at, firstOrder: order, lastAt: at, lastOrder: order }
      return this.begin({ openTime, ...prices, volume: decimal(trade.amount), ...trades }) ? openTime : null
    }
    there.high = maximum(there.high, price)
    there.low = minimum(there.low, price)
    there.volume = add(there.volume, decimal(trade.amount))
    if (isBefore(at, order, there.firstAt, there.firstOrder)) {
      there.open = price
      there.firstAt = at
      there.firstOrder = order
    }
    if (isBefore(there.lastAt, there.lastOrder, at, order)) {
      there.close = price
      there.lastAt = at
      there.lastOrder = order
    }
    return openTime
  }

  /** Drops the candles that open at `from` or later, before `to`. */
  forget(from: number, to: number): void {
    if (this.growing && this.growing.openTime >= from && this.growing.openTime < to) this.growing = null
    this.rows.remove(this.rows.indexOf(from), this.rows.indexOf(to))
  }

  /** The candle that opens at a time; null when there is none. */
  at(openTime: number): Candle | null {
    const index = this.rows.indexOf(openTime)
    return this.holds(index, openTime) ? this.candle(index) : null
  }

  /** Open times from `from` on, before `to`, oldest first. */
  openTimes(from: number, to: number): number[] {
    const first = this.rows.indexOf(from)
    return Array.from({ length: this.rows.indexOf(to) - first }, (_, n) => this.rows.openTime(first + n))
  }

  /** All candles, oldest first. */
  candles(): Candle[] {
    return this.since(-Infinity)
  }

  /** The candles that open at or after a time, oldest first. */
  since(openTime: number): Candle[] {
    const first = this.rows.indexOf(openTime)
    return Array.from({ length: this.rows.length - first }, (_, n) => this.candle(first + n))
  }

  private holds(index: number, openTime: number): boolean {
    return index < this.rows.length && this.rows.openTime(index) === openTime
  }

  /** The candle of a time, for changes; undefined when there is none. */
  private grow(openTime: number): CandleRow | undefined {
    if (this.growing?.openTime === openTime) return this.growing
    const index = this.rows.indexOf(openTime)
    if (!this.holds(index, openTime)) return undefined
    this.settle()
    this.growing = this.rows.read(index)
    return this.growing
  }

  /** False when the candle is older than every candle held. */
  private begin(row: CandleRow): boolean {
    this.settle()
    const index = this.rows.indexOf(row.openTime)
    if (this.isFull) {
      if (index === 0) return false
      this.rows.remove(0, 1)
    }
    this.rows.insert(this.rows.indexOf(row.openTime), row)
    this.growing = row
    return true
  }

  private settle(): void {
    if (this.growing) this.rows.write(this.rows.indexOf(this.growing.openTime), this.growing)
    this.growing = null
  }

  private candle(index: number): Candle {
    const row = this.growing?.openTime === this.rows.openTime(index) ? this.growing : this.rows.read(index)
    return {
      openTime: row.openTime,
      open: toText(row.open),
      high: toText(row.high),
      low: toText(row.low),
      close: toText(row.close),
      volume: toText(row.volume),
    }
  }
}
