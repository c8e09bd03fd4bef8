/** Which trades of one instrument are counted already, by name and minute, as long as one of them may be told again. Knows no candle. */

import { openTimeOf, MINUTE } from '../../shared/domain/candles/candle.ts'
import type { MarketTrade } from '../../shared/domain/trade.ts'

/** By which way a trade was told; both may be. */
export const TOLD = { live: 1, past: 2 } as const
type Told = (typeof TOLD)[keyof typeof TOLD]

/** What tells one trade from another: its code, else all that is known of it. */
export const nameOf = (trade: MarketTrade): string =>
  trade.code ?? `${trade.createdAt} ${trade.price} ${trade.amount} ${trade.side}`

export class TradeNames {
  private readonly byMinute = new Map<number, Map<string, number>>()
  private readonly most: number
  private count = 0

  /** Holds `most` names, and more only while they are all of one minute. */
  constructor(most: number) {
    this.most = most
  }

  /** How many names are held. */
  get size(): number {
    return this.count
  }

  /** Whether names of a trade's minute are held. */
  holdsMinuteOf(trade: MarketTrade): boolean {
    return this.byMinute.has(openTimeOf(trade.createdAt, MINUTE))
  }

  /** Whether a trade was told by a way; without a way, by any. */
  has(trade: MarketTrade, way?: Told): boolean {
    const told = this.byMinute.get(openTimeOf(trade.createdAt, MINUTE))?.get(nameOf(trade)) ?? 0
    return way === undefined ? told !== 0 : (told & way) !== 0
  }

  add(trade: MarketTrade, way: Told): void {
    const minute = openTimeOf(trade.createdAt, MINUTE)
    const names = this.byMinute.get(minute) ?? new Map<string, number>()
    this.byMinute.set(minute, names)
    const name = nameOf(trade)
    const told = names.get(name)
    if (told === undefined) this.count++
    names.set(name, (told ?? 0) | way)
  }

  /** Lets go of the minutes that are chosen. */
  forget(chosen: (minute: number) => boolean): void {
    for (const minute of this.byMinute.keys()) if (chosen(minute)) this.drop(minute)
  }

  /** Lets go of the oldest minute where there are too many names. The minute, null where there are not. */
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
