/** Remembers which trades of one instrument are counted, while stream or pages may report them again. Makes no candle. */

import { openTimeOf, MINUTE } from '../../../shared/domain/candles/candle.ts'
import type { MarketTrade } from '../../../shared/domain/marketTrade.ts'

/** Which source reported a trade; both may, so these are bits. */
export const REPORTED_BY = { live: 1, past: 2 } as const
type ReportedBy = (typeof REPORTED_BY)[keyof typeof REPORTED_BY]

/** Identity of a trade: its code, or all its fields where the venue gives no code. */
export const identityOf = (trade: MarketTrade): string =>
  trade.code ?? `${trade.createdAt} ${trade.price} ${trade.amount} ${trade.side}`

export class CountedTrades {
  /** By open time of the minute: the sources of each trade, by identity. */
  private readonly byMinute = new Map<number, Map<string, number>>()
  private readonly most: number
  private count = 0

  /** Remembers up to `most` trades; more only while all of them are of one minute. */
  constructor(most: number) {
    this.most = most
  }

  get size(): number {
    return this.count
  }

  /** Whether trades of this trade's minute are remembered. */
  hasMinuteOf(trade: MarketTrade): boolean {
    return this.byMinute.has(openTimeOf(trade.createdAt, MINUTE))
  }

  /** Whether the source reported the trade; without a source, whether any did. */
  has(trade: MarketTrade, source?: ReportedBy): boolean {
    const sources = this.byMinute.get(openTimeOf(trade.createdAt, MINUTE))?.get(identityOf(trade)) ?? 0
    return source === undefined ? sources !== 0 : (sources & source) !== 0
  }

  add(trade: MarketTrade, source: ReportedBy): void {
    const minute = openTimeOf(trade.createdAt, MINUTE)
    const trades = this.byMinute.get(minute) ?? new Map<string, number>()
    this.byMinute.set(minute, trades)
    const identity = identityOf(trade)
    const sources = trades.get(identity)
    if (sources === undefined) this.count++
    trades.set(identity, (sources ?? 0) | source)
  }

  /** Forgets the minutes that `chosen` selects. */
  forget(chosen: (minute: number) => boolean): void {
    for (const minute of this.byMinute.keys()) if (chosen(minute)) this.drop(minute)
  }

  /** Forgets the oldest minute when too many trades are remembered. Returns that minute, else null. */
  shed(): number | null {
    if (this.count <= this.most || this.byMinute.size < 2) return null
    let oldest = Infinity
    for (const minute of this.byMinute.keys()) oldest = Math.min(oldest, minute)
    this.drop(oldest)
    return oldest
  }

  private drop(minute: number): void {
    this.count -= this.byMinute.get(minute)?.size ?? 0
    this.byMinute.delete(minute)
  }
}
