/** Stores the public prints of one symbol in columns, the newest at the end, and numbers them. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { MarketPrint } from './exchange.ts'

/** Above this number the oldest prints are dropped. */
const CAPACITY = 1 << 17

/** Codes are ms × this + a running number: they increase with time and stay unique over restarts. */
export const CODES_PER_MS = 1000

/** Prints older than the log, newest first: before code number `before`, at most `limit`. */
export type OlderPrints = (before: number, limit: number) => MarketPrint[]

export class PrintLog {
  private readonly symbol: Symbol
  private readonly older: OlderPrints | null
  private codes = new Float64Array(1024)
  private ticks = new Float64Array(1024)
  /** Negative where the taker sold. */
  private lots = new Float64Array(1024)
  private times = new Float64Array(1024)
  /** Number of prints ever added; the newest is at `(added - 1) % length`. */
  private added = 0
  private lastCode = 0

  constructor(symbol: Symbol, older: OlderPrints | null) {
    this.symbol = symbol
    this.older = older
  }

  add(ticks: number, lots: number, side: Side, at: EpochMs): MarketPrint {
    if (this.added === this.codes.length && this.added < CAPACITY) this.grow()
    const code = Math.max(this.lastCode + 1, Math.floor(at) * CODES_PER_MS)
    this.lastCode = code
    const index = this.added++ % this.codes.length
    this.codes[index] = code
    this.ticks[index] = ticks
    this.lots[index] = side === 'sell' ? -lots : lots
    this.times[index] = at
    return { code: String(code), symbol: this.symbol, ticks, lots, side, at }
  }

  /** Newest first. An unknown `beforeCode` counts by its number; text that is not a number gives no prints. */
  page(limit: number, beforeCode: string | null): MarketPrint[] {
    const before = beforeCode === null ? Number.POSITIVE_INFINITY : Number(beforeCode)
    const page: MarketPrint[] = []
    if (Number.isNaN(before)) return page
    const length = this.codes.length
    const oldest = Math.max(0, this.added - length)
    for (let n = this.lastBelow(before, oldest); n >= oldest && page.length < limit; n--)
      page.push(this.printAt(n % length))
    const first = this.added === 0 ? before : Math.min(before, this.codes[0] ?? before)
    if (page.length < limit && oldest === 0 && this.older)
      return page.concat(this.older(first, limit - page.length))
    return page
  }

  /** Number of the newest print with a code below `before`. */
  private lastBelow(before: number, oldest: number): number {
    let low = oldest
    let high = this.added - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      if ((this.codes[middle % this.codes.length] ?? 0) < before) low = middle + 1
      else high = middle - 1
    }
    return high
  }

  private printAt(index: number): MarketPrint {
    const lots = this.lots[index] ?? 0
    return {
      code: String(this.codes[index]),
      symbol: this.symbol,
      ticks: this.ticks[index] ?? 0,
      lots: Math.abs(lots),
      side: lots < 0 ? 'sell' : 'buy',
      at: this.times[index] ?? 0,
    }
  }

  private grow(): void {
    const wider = (from: Float64Array<ArrayBuffer>) => {
      const to = new Float64Array(from.length * 2)
      to.set(from)
      return to
    }
    this.codes = wider(this.codes)
    this.ticks = wider(this.ticks)
    this.lots = wider(this.lots)
    this.times = wider(this.times)
  }
}
