/** The book of one instrument in whole numbers: applies messages, tells the best prices, fills frames. Never rounds, never guesses a level. */

import { canonical, fromInteger, toText, type DecimalText } from '../base/decimal.ts'
import { BookSide } from './bookSide.ts'
import { HEADER, HEADER_LENGTH } from './bookFrame.ts'
import { greatestCommonDivisor, placesOf, scaledInteger } from './scaledInteger.ts'
import type { Side } from './text.ts'

/** A level of a snapshot; decimal text as it came. */
export interface BookLevel {
  readonly type: 'bid' | 'ask'
  readonly price: string
  readonly amount: string
}

/** One change of an update message (API document part 6, orderbook-stream). */
export interface BookChange extends BookLevel {
  readonly action: 'new' | 'change' | 'delete'
}

/**
 * Why the book can no longer be trusted (reference/reliability.md §3.6): a level came or went that contradicts what was there,
 * the best bid reached the best ask, or a number made no sense. The way out is a new snapshot.
 */
export const BOOK_PROBLEMS = {
  'missing-level': 'A change names a level that is not there: a message was lost.',
  'level-already-there': 'A new level is there already: a message was lost.',
  crossed: 'The best bid reached the best ask.',
  'bad-amount': 'A level came with an amount that is not above zero.',
  'bad-number': 'A price or amount could not be read as a number above zero that can be counted exactly.',
} as const
export type BookProblem = keyof typeof BOOK_PROBLEMS

/** What a frame says of the newest public trade. */
interface LastTrade {
  readonly price: number
  readonly amount: number
  /** +1 the taker bought, −1 sold, 0 unknown. */
  readonly side: 1 | -1 | 0
}

/**
 * Prices count in 10^-priceScale, amounts in 10^-amountScale; both grow when a finer number comes. The first problem is returned, none is
 * thrown: the rest of the message is still applied, so that a book shown as suspect is as near as it can be.
 */
export class Book {
  private readonly bids = new BookSide(1)
  private readonly asks = new BookSide(-1)
  private priceScale = 0
  private amountScale = 0
  private tick = 0
  private lot = 0
  private steps = 0
  private generation = 0
  private version = 0
  /** Deepest price of the last snapshot on each side: nearer levels are all known, farther ones may come and go unseen. */
  private deepestBid = Infinity
  private deepestAsk = -Infinity
  private last: LastTrade = { price: -1, amount: -1, side: 0 }

  /** Starts over from a snapshot: a new generation at version 0. */
  replace(levels: readonly BookLevel[]): BookProblem | null {
    this.bids.clear()
    this.asks.clear()
    this.generation++
    this.version = 0
    let problem: BookProblem | null = null
    for (const level of levels) {
      const found = this.put(level)
      problem ??= found
    }
    this.deepestBid = this.bids.size === 0 ? Infinity : this.bids.priceAt(this.bids.size - 1)
    this.deepestAsk = this.asks.size === 0 ? -Infinity : this.asks.priceAt(this.asks.size - 1)
    return problem ?? this.crossing()
  }

  /** Applies all changes of one message together; it counts as one version whatever it changes. */
  apply(changes: readonly BookChange[]): BookProblem | null {
    this.version++
    let problem: BookProblem | null = null
    for (const change of changes) {
      const found = this.change(change)
      problem ??= found
    }
    return problem ?? this.crossing()
  }

  /** The newest public trade, shown beside the depth. False when its numbers cannot be counted exactly: it is left out. */
  noteTrade(price: string, amount: string, side: Side | null): boolean {
    const ticks = this.readPrice(price)
    const lots = ticks > 0 ? this.readAmount(amount) : NaN
    if (!(lots > 0)) return false
    this.last = { price: ticks, amount: lots, side: side === null ? 0 : side === 'buy' ? 1 : -1 }
    return true
  }

  get bestBid(): DecimalText | null {
    return this.priceText(this.bids.best)
  }

  get bestAsk(): DecimalText | null {
    return this.priceText(this.asks.best)
  }

  get lastPrice(): DecimalText | null {
    return this.priceText(this.last.price)
  }

  /** Grows when tick or lot became known or finer. */
  get stepChanges(): number {
    return this.steps
  }

  /** Smallest price step seen in the depth (gaps 23); null before the first level. */
  get tickSize(): DecimalText | null {
    return this.tick === 0 ? null : toText(fromInteger(this.tick, this.priceScale))
  }

  /** Smallest amount step seen in the depth (gaps 23); null before the first level. */
  get lotSize(): DecimalText | null {
    return this.lot === 0 ? null : toText(fromInteger(this.lot, this.amountScale))
  }

  /**
   * Writes the frame of the nearest `rows` occupied rows of each side, `grouping` ticks to a row, and returns its length.
   * `into` must hold HEADER_LENGTH + 4 × rows numbers. `receivedAt`, `aliveAt` and `state` are the feed's to fill.
   */
  writeFrame(grouping: number, rows: number, into: Float64Array): number {
    const tick = Math.max(this.tick, 1)
    const rowStep = tick * grouping
    const bids = writeRows(
      this.bids,
      (price) => Math.floor(price / rowStep) * rowStep,
      rows,
      into,
      HEADER_LENGTH,
    )
    const start = HEADER_LENGTH + 2 * bids
    const asks = writeRows(this.asks, (price) => Math.ceil(price / rowStep) * rowStep, rows, into, start)
    into[HEADER.generation] = this.generation
    into[HEADER.version] = this.version
    into[HEADER.priceScale] = this.priceScale
    into[HEADER.amountScale] = this.amountScale
    into[HEADER.tick] = tick
    into[HEADER.rowStep] = rowStep
    into[HEADER.bestBid] = this.bids.best
    into[HEADER.bestAsk] = this.asks.best
    into[HEADER.lastPrice] = this.last.price
    into[HEADER.lastAmount] = this.last.amount
    into[HEADER.lastSide] = this.last.side
    into[HEADER.receivedAt] = 0
    into[HEADER.state] = 0
    into[HEADER.bidCount] = bids
    into[HEADER.askCount] = asks
    into[HEADER.lot] = Math.max(this.lot, 1)
    into[HEADER.aliveAt] = 0
    return start + 2 * asks
  }

  private change(change: BookChange): BookProblem | null {
    const side = change.type === 'bid' ? this.bids : this.asks
    const price = this.readPrice(change.price)
    if (!(price > 0)) return 'bad-number'
    const there = side.amountOf(price) > 0
    const known = change.type === 'bid' ? price >= this.deepestBid : price <= this.deepestAsk
    const lost: BookProblem | null =
      !known || there === (change.action !== 'new') ? null : there ? 'level-already-there' : 'missing-level'
    if (change.action === 'delete') {
      side.remove(price)
      return lost
    }
    return this.put(change) ?? lost
  }

  private put(level: BookLevel): BookProblem | null {
    const side = level.type === 'bid' ? this.bids : this.asks
    const amount = this.readAmount(level.amount)
    // Read last: reading an amount leaves the price scale alone, but reading a price may change it.
    const price = this.readPrice(level.price)
    if (!(price > 0) || Number.isNaN(amount)) return 'bad-number'
    if (amount <= 0) return 'bad-amount'
    if (side.total - side.amountOf(price) + amount > Number.MAX_SAFE_INTEGER) return 'bad-number'
    side.set(price, amount)
    if (price % this.tick !== 0) {
      this.tick = greatestCommonDivisor(price, this.tick)
      this.steps++
    }
    if (amount % this.lot !== 0) {
      this.lot = greatestCommonDivisor(amount, this.lot)
      this.steps++
    }
    return null
  }

  private crossing(): BookProblem | null {
    return this.bids.size > 0 && this.asks.size > 0 && this.bids.best >= this.asks.best ? 'crossed' : null
  }

  private priceText(price: number): DecimalText | null {
    return price < 0 ? null : toText(fromInteger(price, this.priceScale))
  }

  private readPrice(text: string): number {
    const price = scaledInteger(text, this.priceScale)
    if (!Number.isNaN(price)) return price
    const places = placesOf(text)
    if (places === null) return NaN
    if (places > this.priceScale) {
      const factor = 10 ** (places - this.priceScale)
      const highest = Math.max(
        this.bids.best,
        this.asks.size === 0 ? 0 : this.asks.priceAt(this.asks.size - 1),
        this.last.price,
      )
      if (highest * factor > Number.MAX_SAFE_INTEGER || Number.isNaN(exactInteger(text, places))) return NaN
      this.priceScale = places
      this.tick *= factor
      this.deepestBid *= factor
      this.deepestAsk *= factor
      if (this.last.price > 0) this.last = { ...this.last, price: this.last.price * factor }
      this.bids.refine(factor, 1)
      this.asks.refine(factor, 1)
    }
    return exactInteger(text, this.priceScale)
  }

  private readAmount(text: string): number {
    const amount = scaledInteger(text, this.amountScale)
    if (!Number.isNaN(amount)) return amount
    const places = placesOf(text)
    if (places === null) return NaN
    if (places > this.amountScale) {
      const factor = 10 ** (places - this.amountScale)
      const largest = Math.max(this.bids.total, this.asks.total, this.last.amount)
      if (largest * factor > Number.MAX_SAFE_INTEGER || Number.isNaN(exactInteger(text, places))) return NaN
      this.amountScale = places
      this.lot *= factor
      if (this.last.amount > 0) this.last = { ...this.last, amount: this.last.amount * factor }
      this.bids.refine(1, factor)
      this.asks.refine(1, factor)
    }
    return exactInteger(text, this.amountScale)
  }
}

/** As `scaledInteger`, for texts with an exponent too. */
function exactInteger(text: string, scale: number): number {
  const plain = canonical(text)
  return plain.ok ? scaledInteger(plain.value, scale) : NaN
}

/** Writes pairs of row and summed amount from the best level outward; returns how many rows. */
function writeRows(
  side: BookSide,
  rowOf: (price: number) => number,
  rows: number,
  into: Float64Array,
  start: number,
): number {
  let count = 0
  let current = -1
  for (let n = 0; n < side.size; n++) {
    const row = rowOf(side.priceAt(n))
    const at = start + 2 * count
    if (row === current) {
      into[at - 1] = (into[at - 1] as number) + side.amountAt(n)
      continue
    }
    if (count === rows) break
    into[at] = row
    into[at + 1] = side.amountAt(n)
    current = row
    count++
  }
  return count
}
