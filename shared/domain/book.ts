/** The book of one instrument in whole numbers: applies messages, tells the best prices, fills frames. Never rounds, never guesses a level. */

import { fromInteger, toText, type DecimalText } from '../base/decimal.ts'
import { ASK, BookChanges, DELETE, NEW, type BookChange, type BookLevel } from './bookChanges.ts'
import { HEADER, HEADER_LENGTH } from './bookFrame.ts'
import { BookSide } from './bookSide.ts'
import { greatestCommonDivisor, POWERS, readScaled, type Scaled } from './scaledInteger.ts'
import type { Side } from './text.ts'

export type { BookChange, BookLevel }

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

/** Best prices and the last trade's beside each other, in units of 10^-scale; −1 where there is none. */
export interface BookTouch {
  bid: number
  ask: number
  last: number
  tick: number
  scale: number
}

/** Texts on their way into a book; no book keeps it. */
const scratch = new BookChanges()
const scaled: Scaled = { value: 0, places: 0 }

/**
 * Prices count in 10^-priceScale, amounts in 10^-amountScale; both grow when a finer number comes. Levels stand at whole ticks, the tick being the
 * greatest step that fits every price seen. The first problem is returned, none is thrown: the rest of the message is still applied, so that
 * a book shown as suspect is as near as it can be.
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
    // Nothing is known yet, so that nothing can contradict it.
    this.deepestBid = Infinity
    this.deepestAsk = -Infinity
    scratch.length = 0
    for (const { type, price, amount } of levels) scratch.add({ action: 'new', type, price, amount })
    const problem = this.changeAll(scratch)
    if (this.bids.size > 0) this.deepestBid = this.bids.deepest * this.tick
    if (this.asks.size > 0) this.deepestAsk = this.asks.deepest * this.tick
    return problem
  }

  /** As `applyCounted`, for changes still in text. */
  apply(changes: readonly BookChange[]): BookProblem | null {
    scratch.length = 0
    for (const change of changes) scratch.add(change)
    return this.applyCounted(scratch)
  }

  /** Applies all changes of one message together; it counts as one version whatever it changes. */
  applyCounted(changes: BookChanges): BookProblem | null {
    this.version++
    return this.changeAll(changes)
  }

  /** The newest public trade, shown beside the depth. False when its numbers cannot be counted exactly: it is left out. */
  noteTrade(price: string, amount: string, side: Side | null): boolean {
    readScaled(price, scaled)
    const at = this.countPrice(scaled.value, scaled.places)
    readScaled(amount, scaled)
    const size = at > 0 ? this.countAmount(scaled.value, scaled.places) : NaN
    if (!(size > 0)) return false
    this.last = { price: at, amount: size, side: side === null ? 0 : side === 'buy' ? 1 : -1 }
    return true
  }

  /** For holding prices against each other, message by message. */
  readTouch(into: BookTouch): void {
    into.bid = this.bestPrice(this.bids)
    into.ask = this.bestPrice(this.asks)
    into.last = this.last.price
    into.tick = this.tick
    into.scale = this.priceScale
  }

  get bestBid(): DecimalText | null {
    return this.priceText(this.bestPrice(this.bids))
  }

  get bestAsk(): DecimalText | null {
    return this.priceText(this.bestPrice(this.asks))
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
    const bids = this.bids.writeRows(grouping, tick, rows, into, HEADER_LENGTH)
    const start = HEADER_LENGTH + 2 * bids
    const asks = this.asks.writeRows(grouping, tick, rows, into, start)
    into[HEADER.generation] = this.generation
    into[HEADER.version] = this.version
    into[HEADER.priceScale] = this.priceScale
    into[HEADER.amountScale] = this.amountScale
    into[HEADER.tick] = tick
    into[HEADER.rowStep] = tick * grouping
    into[HEADER.bestBid] = this.bestPrice(this.bids)
    into[HEADER.bestAsk] = this.bestPrice(this.asks)
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

  private changeAll(changes: BookChanges): BookProblem | null {
    const { length, kinds, prices, pricePlaces, amounts, amountPlaces } = changes
    let problem: BookProblem | null = null
    for (let n = 0; n < length; n++) {
      const found = this.change(
        kinds[n] as number,
        prices[n] as number,
        pricePlaces[n] as number,
        amounts[n] as number,
        amountPlaces[n] as number,
      )
      problem ??= found
    }
    const crossed = this.bids.size > 0 && this.asks.size > 0 && this.bids.best >= this.asks.best
    return problem ?? (crossed ? 'crossed' : null)
  }

  private change(
    kind: number,
    priceValue: number,
    pricePlaces: number,
    amountValue: number,
    amountPlaces: number,
  ): BookProblem | null {
    const price = this.countPrice(priceValue, pricePlaces)
    if (!(price > 0)) return 'bad-number'
    const ask = kind >= ASK
    const action = ask ? kind - ASK : kind
    const side = ask ? this.asks : this.bids
    const tick = this.tickOf(price)
    const before = side.amountOf(tick)
    const known = ask ? price <= this.deepestAsk : price >= this.deepestBid
    const lost: BookProblem | null =
      !known || before > 0 === (action !== NEW) ? null : before > 0 ? 'level-already-there' : 'missing-level'
    if (action === DELETE) {
      if (before > 0) side.remove(tick)
      return lost
    }
    const scaleBefore = this.amountScale
    const amount = this.countAmount(amountValue, amountPlaces)
    if (Number.isNaN(amount)) return 'bad-number'
    if (amount <= 0) return 'bad-amount'
    // Where that made amounts finer, what stood there counts more by now.
    const stood = this.amountScale === scaleBefore ? before : side.amountOf(tick)
    if (side.total - stood + amount > Number.MAX_SAFE_INTEGER) return 'bad-number'
    side.set(Number.isNaN(tick) ? this.refineTick(price) : tick, amount)
    if (this.lot !== 1 && Math.round(amount / this.lot) * this.lot !== amount) {
      this.lot = greatestCommonDivisor(amount, this.lot)
      this.steps++
    }
    return lost
  }

  /** The tick at which a price stands, NaN when none does: then no level is there. */
  private tickOf(price: number): number {
    if (this.tick === 1) return price
    const tick = Math.round(price / this.tick)
    return tick * this.tick === price ? tick : NaN
  }

  /** Makes the tick fit `price` too, and returns the one at which it stands. */
  private refineTick(price: number): number {
    const tick = greatestCommonDivisor(price, this.tick)
    if (this.tick > 0) {
      this.bids.refine(this.tick / tick, 1)
      this.asks.refine(this.tick / tick, 1)
    }
    this.tick = tick
    this.steps++
    return price / tick
  }

  /** −1 when the side is empty. */
  private bestPrice(side: BookSide): number {
    return side.size === 0 ? -1 : side.best * this.tick
  }

  private priceText(price: number): DecimalText | null {
    return price < 0 ? null : toText(fromInteger(price, this.priceScale))
  }

  /** A price in the book's units, which it makes finer where they must be; NaN when it cannot be counted exactly. */
  private countPrice(value: number, places: number): number {
    if (places === this.priceScale) return value
    if (places < this.priceScale) return rescaled(value, places, this.priceScale)
    const needed = placesNeeded(value, places, this.priceScale)
    if (needed > this.priceScale) {
      const factor = POWERS[needed - this.priceScale] as number
      const highest = Math.max(
        this.bestPrice(this.bids),
        this.asks.size === 0 ? 0 : this.asks.deepest * this.tick,
        this.last.price,
      )
      if (highest * factor > Number.MAX_SAFE_INTEGER) return NaN
      this.priceScale = needed
      this.tick *= factor
      this.deepestBid *= factor
      this.deepestAsk *= factor
      if (this.last.price > 0) this.last = { ...this.last, price: this.last.price * factor }
    }
    return rescaled(value, places, this.priceScale)
  }

  /** As `countPrice`, for amounts. */
  private countAmount(value: number, places: number): number {
    if (places === this.amountScale) return value
    if (places < this.amountScale) return rescaled(value, places, this.amountScale)
    const needed = placesNeeded(value, places, this.amountScale)
    if (needed > this.amountScale) {
      const factor = POWERS[needed - this.amountScale] as number
      const largest = Math.max(this.bids.total, this.asks.total, this.last.amount)
      if (largest * factor > Number.MAX_SAFE_INTEGER) return NaN
      this.amountScale = needed
      this.lot *= factor
      if (this.last.amount > 0) this.last = { ...this.last, amount: this.last.amount * factor }
      this.bids.refine(1, factor)
      this.asks.refine(1, factor)
    }
    return rescaled(value, places, this.amountScale)
  }
}

/** Places that a number needs, zeros behind its last digit left out as far as `enough` places. */
function placesNeeded(value: number, places: number, enough: number): number {
  for (; places > enough && value % 10 === 0; places--) value /= 10
  return places
}

/** NaN beyond safe integers. */
function rescaled(value: number, places: number, scale: number): number {
  const counted =
    places > scale ? value / (POWERS[places - scale] as number) : value * (POWERS[scale - places] as number)
  return Math.abs(counted) <= Number.MAX_SAFE_INTEGER ? counted : NaN
}
