/** One side of a public book as sorted integers: lots of the market and of the customers per level. Matches nothing. */

import type { BookChange, Level } from './exchange.ts'

export type BookType = BookChange['type']

/**
 * Levels lie in typed arrays, the worst first, so that frequent changes near the touch move the least memory.
 * A rank counts from the best level (0). Each write remembers the lots before it; `drainChanges` turns them into changes.
 */
export class BookSide {
  readonly type: BookType
  /** Number of levels with lots. */
  count = 0
  /** +1 for bids, −1 for asks. Keys are ticks × sign, so that the best is always the greatest. */
  private readonly sign: 1 | -1
  private keys = new Float64Array(1024)
  private marketLots = new Float64Array(1024)
  private customerLots = new Float64Array(1024)
  private readonly shownBefore = new Map<number, number>()

  constructor(type: BookType) {
    this.type = type
    this.sign = type === 'bid' ? 1 : -1
  }

  /** Ticks of the level at `rank`; NaN beyond the last. */
  ticksAt(rank: number): number {
    return (this.keys[this.count - 1 - rank] ?? Number.NaN) * this.sign
  }

  /** Best price in ticks; NaN when the side is empty. */
  get best(): number {
    return this.count === 0 ? Number.NaN : this.ticksAt(0)
  }

  /** Whether price `a` matches before price `b`. */
  isBetter(a: number, b: number): boolean {
    return a * this.sign > b * this.sign
  }

  market(ticks: number): number {
    const at = this.find(ticks)
    return at < 0 ? 0 : (this.marketLots[at] ?? 0)
  }

  customers(ticks: number): number {
    const at = this.find(ticks)
    return at < 0 ? 0 : (this.customerLots[at] ?? 0)
  }

  setMarket(ticks: number, lots: number): void {
    this.write(ticks, lots, this.customers(ticks))
  }

  addCustomers(ticks: number, lots: number): void {
    this.write(ticks, this.market(ticks), this.customers(ticks) + lots)
  }

  /** Removes traded lots from a level. */
  reduce(ticks: number, marketLots: number, customerLots: number): void {
    this.write(ticks, this.market(ticks) - marketLots, this.customers(ticks) - customerLots)
  }

  /** Public lots at `limitTicks` and better (null: at any price). Stops counting at `enough`. */
  lotsWithin(limitTicks: number | null, enough: number): number {
    let lots = 0
    for (let at = this.count - 1; at >= 0 && lots < enough; at--) {
      const key = this.keys[at] ?? 0
      if (limitTicks !== null && key < limitTicks * this.sign) break
      lots += (this.marketLots[at] ?? 0) + (this.customerLots[at] ?? 0)
    }
    return lots
  }

  /** Best first. */
  levels(): Level[] {
    const levels: Level[] = []
    for (let at = this.count - 1; at >= 0; at--)
      levels.push([
        (this.keys[at] ?? 0) * this.sign,
        (this.marketLots[at] ?? 0) + (this.customerLots[at] ?? 0),
      ])
    return levels
  }

  /** Adds to `into` the levels that changed since the last call, with their current lots, and forgets the changes. */
  drainChanges(into: BookChange[]): void {
    if (this.shownBefore.size === 0) return
    for (const [ticks, before] of this.shownBefore) {
      const at = this.find(ticks)
      const lots = at < 0 ? 0 : (this.marketLots[at] ?? 0) + (this.customerLots[at] ?? 0)
      if (lots === before) continue
      const action = before === 0 ? 'new' : lots === 0 ? 'delete' : 'change'
      into.push({ action, type: this.type, ticks, lots })
    }
    this.shownBefore.clear()
  }

  private write(ticks: number, market: number, customers: number): void {
    const at = this.find(ticks)
    const oldMarket = at < 0 ? 0 : (this.marketLots[at] ?? 0)
    const oldCustomers = at < 0 ? 0 : (this.customerLots[at] ?? 0)
    if (oldMarket === market && oldCustomers === customers) return
    if (!this.shownBefore.has(ticks)) this.shownBefore.set(ticks, oldMarket + oldCustomers)
    if (market + customers === 0) this.removeAt(at)
    else {
      const index = at < 0 ? this.insertAt(~at, ticks * this.sign) : at
      this.marketLots[index] = market
      this.customerLots[index] = customers
    }
  }

  /** Index of the level, or the complement of its insertion point. */
  private find(ticks: number): number {
    const key = ticks * this.sign
    let low = 0
    let high = this.count - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.keys[middle] ?? 0
      if (found === key) return middle
      if (found < key) low = middle + 1
      else high = middle - 1
    }
    return ~low
  }

  private insertAt(index: number, key: number): number {
    if (this.count === this.keys.length) {
      this.keys = grown(this.keys)
      this.marketLots = grown(this.marketLots)
      this.customerLots = grown(this.customerLots)
    }
    this.keys.copyWithin(index + 1, index, this.count)
    this.marketLots.copyWithin(index + 1, index, this.count)
    this.customerLots.copyWithin(index + 1, index, this.count)
    this.keys[index] = key
    this.count++
    return index
  }

  private removeAt(index: number): void {
    this.keys.copyWithin(index, index + 1, this.count)
    this.marketLots.copyWithin(index, index + 1, this.count)
    this.customerLots.copyWithin(index, index + 1, this.count)
    this.count--
  }
}

function grown(from: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const to = new Float64Array(from.length * 2)
  to.set(from)
  return to
}
