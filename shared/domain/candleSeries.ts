/** The candles of one instrument and interval, folded from market trades in any order. Pure; a gap stays a gap, and it does not know duplicates. */

import { decimal, maximum, minimum, toText, ZERO, add, type Decimal } from '../base/decimal.ts'
import { INTERVALS, type Candle, type Interval } from './candle.ts'
import type { MarketTrade } from './trade.ts'

/** Where a trade stands among those of the same millisecond: higher is later. */
export type TradeOrder = number

interface Growing {
  readonly openTime: number
  open: Decimal
  high: Decimal
  low: Decimal
  close: Decimal
  volume: Decimal
  firstAt: number
  firstOrder: TradeOrder
  lastAt: number
  lastOrder: TradeOrder
  /** Code of its first trade; null where it has none, and of one that was put in whole. */
  firstCode: string | null
}

const isBefore = (at: number, order: TradeOrder, otherAt: number, otherOrder: TradeOrder): boolean =>
  at < otherAt || (at === otherAt && order < otherOrder)

export class CandleSeries {
  private readonly length: number
  private readonly limit: number
  /** By open time, ascending. */
  private readonly all: Growing[] = []

  /** Keeps the newest `limit` candles. */
  constructor(interval: Interval, limit: number) {
    this.length = INTERVALS[interval]
    this.limit = limit
  }

  /** Open time of the newest candle; null while there is none. */
  get newest(): number | null {
    return this.all.at(-1)?.openTime ?? null
  }

  /** Open time of the oldest candle; null while there is none. */
  get oldest(): number | null {
    return this.all[0]?.openTime ?? null
  }

  /** Whether older candles may have been let go. */
  get isFull(): boolean {
    return this.all.length >= this.limit
  }

  /** Puts a whole candle in place. No trade of it must be added any more. */
  put(candle: Candle): void {
    const index = this.indexOf(candle.openTime)
    const { openTime } = candle
    this.all.splice(index, this.all[index]?.openTime === openTime ? 1 : 0, {
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
      firstCode: null,
    })
    if (this.all.length > this.limit) this.all.shift()
  }

  /** Adds one trade; the same trade must not come twice. Returns the open time of the candle it changed, null when that is no longer kept. */
  add(trade: MarketTrade, order: TradeOrder): number | null {
    const openTime = Math.floor(trade.createdAt / this.length) * this.length
    const index = this.indexOf(openTime)
    const there = this.all[index]
    const price = decimal(trade.price)
    const at = trade.createdAt
    if (there?.openTime !== openTime) {
      if (index === 0 && this.all.length >= this.limit) return null
      const begun = { openTime, open: price, high: price, low: price, close: price, volume: ZERO }
      this.all.splice(index, 0, {
        ...begun,
        volume: decimal(trade.amount),
        firstAt: at,
        firstOrder: order,
        lastAt: at,
        lastOrder: order,
        firstCode: trade.code,
      })
      if (this.all.length > this.limit) this.all.shift()
      return openTime
    }
    there.high = maximum(there.high, price)
    there.low = minimum(there.low, price)
    there.volume = add(there.volume, decimal(trade.amount))
    if (isBefore(at, order, there.firstAt, there.firstOrder)) {
      there.open = price
      there.firstAt = at
      there.firstOrder = order
      there.firstCode = trade.code
    }
    if (isBefore(there.lastAt, there.lastOrder, at, order)) {
      there.close = price
      there.lastAt = at
      there.lastOrder = order
    }
    return openTime
  }

  /** The candle that opens at a time; null when there is none. */
  at(openTime: number): Candle | null {
    const there = this.all[this.indexOf(openTime)]
    return there?.openTime === openTime ? asCandle(there) : null
  }

  /** Open times from `from` on, before `to`, oldest first. */
  openTimes(from: number, to: number): number[] {
    return this.all.slice(this.indexOf(from), this.indexOf(to)).map((of) => of.openTime)
  }

  /** Code of the first trade at or after a time that a candle opens at; null when it has none. */
  firstCodeSince(openTime: number): string | null {
    return this.all[this.indexOf(openTime)]?.firstCode ?? null
  }

  /** All candles, oldest first. */
  candles(): Candle[] {
    return this.all.map(asCandle)
  }

  /** The candles that open at or after a time, oldest first. */
  since(openTime: number): Candle[] {
    return this.all.slice(this.indexOf(openTime)).map(asCandle)
  }

  /** First index whose candle opens at or after `openTime`. */
  private indexOf(openTime: number): number {
    let low = 0
    let high = this.all.length
    // New trades mostly belong to the newest candle or after it.
    if (high > 0 && (this.all[high - 1] as Growing).openTime < openTime) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.all[middle] as Growing).openTime < openTime) low = middle + 1
      else high = middle
    }
    return low
  }
}

const asCandle = (of: Growing): Candle => ({
  openTime: of.openTime,
  open: toText(of.open),
  high: toText(of.high),
  low: toText(of.low),
  close: toText(of.close),
  volume: toText(of.volume),
})
