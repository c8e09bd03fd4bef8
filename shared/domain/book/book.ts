/** The order book of one instrument in integers: applies messages, gives the best prices, fills frames. Never rounds, never guesses a level. */

import { fromInteger, toText, type DecimalText } from '../../base/decimal.ts'
import {
  ASK,
  CHANGES_ROOM,
  fingerprint,
  isSaidAgain,
  isSaidBefore,
  noteChange,
  noted,
  STANDS,
  STOOD,
  type BookChange,
  type BookLevel,
} from './bookChanges.ts'
import { HEADER, HEADER_LENGTH } from './bookFrame.ts'
import { BookSides, type BookSide, type BookUnits } from './bookSide.ts'
import { greatestCommonDivisor, POWERS, readScaled, type Scaled } from './scaledInteger.ts'
import type { Side } from '../scalars.ts'

export type { BookChange, BookLevel }

/**
 * Why the book is suspect (docs/market-data.md#book-integrity): a change contradicts the levels, the best bid reached the best ask, or a number
 * is invalid. Only a new snapshot ends the problem.
 */
export const BOOK_PROBLEMS = {
  'missing-level': 'A change names a missing level, so a message was lost.',
  'level-already-there': 'A new level exists already, so a message was lost.',
  crossed: 'The best bid reached the best ask.',
  'bad-amount': 'A level came with an amount that is not above zero.',
  'bad-number': 'A price or amount could not be read as a number above zero that can be counted exactly.',
} as const
export type BookProblem = keyof typeof BOOK_PROBLEMS
/** The problems that a change causes when its message repeats it. */
const CONTRADICTIONS: ReadonlySet<BookProblem> = new Set(['missing-level', 'level-already-there'])

/** The newest public trade in a frame. */
interface LastTrade {
  readonly price: number
  readonly amount: number
  /** +1 the taker bought, −1 sold, 0 unknown. */
  readonly side: 1 | -1 | 0
}

/** Best prices and the last trade's price, in units of 10^-scale; −1 where there is none. */
export interface BookTouch {
  bid: number
  ask: number
  last: number
  tick: number
  scale: number
}

const scaled: Scaled = { value: 0, places: 0 }

/** The number of newest messages whose repetition is recognized (docs/market-data.md). */
const REMEMBERED = 16

/**
 * Prices count in 10^-priceScale, amounts in 10^-amountScale. Both scales grow when a finer number comes. Levels are at whole ticks; the tick is
 * the greatest step that fits every price seen. Returns the first problem and throws none. The rest of the message is still applied, so that a
 * suspect book is as close to the venue's as possible.
 */
export class Book {
  private readonly sides = new BookSides()
  private readonly bids = this.sides.bids
  private readonly asks = this.sides.asks
  private readonly units: BookUnits = { priceScale: 0, amountScale: 0, tick: 0, lot: 0 }
  private steps = 0
  private generation = 0
  private version = 0
  /** Deepest price of the last snapshot on each side. All nearer levels are known; farther levels may change unseen. */
  private deepestBid = Infinity
  private deepestAsk = -Infinity
  private last: LastTrade = { price: -1, amount: -1, side: 0 }
  /** Fingerprints of the newest messages since the snapshot, each at its version modulo the length. */
  private readonly newest = new Float64Array(REMEMBERED).fill(NaN)

  /** Replaces the book by a snapshot: a new generation at version 0. */
  replace(levels: readonly BookLevel[]): BookProblem | null {
    this.bids.clear()
    this.asks.clear()
    this.generation++
    this.version = 0
    this.newest.fill(NaN)
    // No level is known yet, so no change can contradict the book.
    this.deepestBid = Infinity
    this.deepestAsk = -Infinity
    const problem = this.changeTexts(levels, (level) => noteChange('new', level), false)
    if (!this.bids.isEmpty) this.deepestBid = this.bids.deepest * this.units.tick
    if (!this.asks.isEmpty) this.deepestAsk = this.asks.deepest * this.units.tick
    return problem
  }

  /** Like `applyNoted`, for changes that are still text. */
  apply(changes: readonly BookChange[]): BookProblem | null {
    this.version++
    return this.changeTexts(changes, (change) => noteChange(change.action, change), true)
  }

  /**
   * Applies the noted changes (`bookChanges.ts`) of one message together, as one version. Skips a message that repeats a recent message and changes
   * nothing; such a message proves nothing.
   */
  applyNoted(): BookProblem | null {
    this.version++
    return (this.isRepeat() ? null : this.changeNoted()) ?? this.crossed()
  }

  /** Sets the newest public trade, shown beside the depth. Ignores a trade with numbers that cannot be counted exactly, and returns false. */
  noteTrade(price: string, amount: string, side: Side | null): boolean {
    readScaled(price, scaled)
    const at = this.countPrice(scaled.value, scaled.places)
    readScaled(amount, scaled)
    const size = at > 0 ? this.countAmount(scaled.value, scaled.places) : NaN
    if (!(size > 0)) return false
    this.last = { price: at, amount: size, side: side === null ? 0 : side === 'buy' ? 1 : -1 }
    return true
  }

  /** Copies the touch, so that a caller can compare prices message by message. */
  readTouch(into: BookTouch): void {
    into.bid = this.bestPrice(this.bids)
    into.ask = this.bestPrice(this.asks)
    into.last = this.last.price
    into.tick = this.units.tick
    into.scale = this.units.priceScale
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

  /** Grows when tick or lot become known or finer. */
  get stepChanges(): number {
    return this.steps
  }

  /** Smallest price step seen in the depth (docs/api.md#gap.23); null before the first level. */
  get tickSize(): DecimalText | null {
    return this.units.tick === 0 ? null : toText(fromInteger(this.units.tick, this.units.priceScale))
  }

  /** Smallest amount step seen in the depth (docs/api.md#gap.23); null before the first level. */
  get lotSize(): DecimalText | null {
    return this.units.lot === 0 ? null : toText(fromInteger(this.units.lot, this.units.amountScale))
  }

  /**
   * Writes the frame of the nearest `rows` occupied rows of each side, `grouping` ticks to a row, and returns its length.
   * `into` must hold HEADER_LENGTH + 4 × rows numbers. The feed fills `receivedAt`, `aliveAt`, `changedAt`, `foldedIn`, `waitedFor`, `sentAt`,
   * `state`, `doubt` and the volumes.
   */
  writeFrame(grouping: number, rows: number, into: Float64Array): number {
    const tick = Math.max(this.units.tick, 1)
    const bids = this.bids.writeRows(grouping, tick, rows, into, HEADER_LENGTH)
    const start = HEADER_LENGTH + 2 * bids
    const asks = this.asks.writeRows(grouping, tick, rows, into, start)
    into[HEADER.generation] = this.generation
    into[HEADER.version] = this.version
    into[HEADER.priceScale] = this.units.priceScale
    into[HEADER.amountScale] = this.units.amountScale
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
    into[HEADER.lot] = Math.max(this.units.lot, 1)
    into[HEADER.aliveAt] = 0
    into[HEADER.doubt] = 0
    into.fill(0, HEADER.volumeSince, HEADER_LENGTH)
    return start + 2 * asks
  }

  /** Notes and applies changes in batches of `CHANGES_ROOM`. */
  private changeTexts<T>(
    changes: readonly T[],
    note: (change: T) => void,
    mayRepeat: boolean,
  ): BookProblem | null {
    let problem: BookProblem | null = null
    for (let from = 0; from < changes.length; from += CHANGES_ROOM) {
      noted.count = 0
      for (const change of changes.slice(from, from + CHANGES_ROOM)) note(change)
      if (mayRepeat && changes.length <= CHANGES_ROOM && this.isRepeat()) break
      const found = this.changeNoted()
      problem ??= found
    }
    return problem ?? this.crossed()
  }

  private changeNoted(): BookProblem | null {
    const { count, forms, numbers } = noted
    let problem: BookProblem | null = null
    let n = 0
    while ((n = this.sides.exchange(n, this.units)) < count) {
      const form = forms[n] as number
      const found = this.change(
        form & 7,
        numbers[2 * n] as number,
        (form >> 4) & 15,
        numbers[2 * n + 1] as number,
        form >> 8,
      )
      if (found !== null && !(CONTRADICTIONS.has(found) && isSaidBefore(n))) problem ??= found
      n++
    }
    return problem
  }

  /** Whether the noted changes repeat one of the newest messages and change nothing. Stores their fingerprint in any case. */
  private isRepeat(): boolean {
    const print = fingerprint()
    const { newest } = this
    let known = false
    for (let n = 0; n < REMEMBERED; n++) known ||= newest[n] === print
    newest[this.version % REMEMBERED] = print
    return known && this.saysNothingNew()
  }

  private saysNothingNew(): boolean {
    const { count, forms, numbers } = noted
    for (let n = 0; n < count; n++) {
      const form = forms[n] as number
      const price = this.asCounted(numbers[2 * n] as number, (form >> 4) & 15, this.units.priceScale)
      const amount = this.asCounted(numbers[2 * n + 1] as number, form >> 8, this.units.amountScale)
      const stands = (form & ASK ? this.asks : this.bids).amountOf(this.tickOf(price))
      const isSo = form & STANDS ? amount > 0 && stands === amount : stands === 0
      if (!isSo && !isSaidAgain(n)) return false
    }
    return true
  }

  /** A number in the book's units; NaN when the number is finer than the units. */
  private asCounted(value: number, places: number, scale: number): number {
    return placesNeeded(value, places, scale) > scale ? NaN : rescaled(value, places, scale)
  }

  private crossed(): BookProblem | null {
    return this.bids.best >= this.asks.best ? 'crossed' : null
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
    const stood = (kind & STOOD) !== 0
    const side = ask ? this.asks : this.bids
    const tick = this.tickOf(price)
    const before = side.amountOf(tick)
    const known = ask ? price <= this.deepestAsk : price >= this.deepestBid
    const lost: BookProblem | null =
      !known || before > 0 === stood ? null : before > 0 ? 'level-already-there' : 'missing-level'
    if ((kind & STANDS) === 0) {
      if (before > 0) side.remove(tick)
      return lost
    }
    const scaleBefore = this.units.amountScale
    const amount = this.countAmount(amountValue, amountPlaces)
    if (Number.isNaN(amount)) return 'bad-number'
    if (amount <= 0) return 'bad-amount'
    // A finer amount scale also changed the count of the present amount.
    const replaced = this.units.amountScale === scaleBefore ? before : side.amountOf(tick)
    if (side.total - replaced + amount > Number.MAX_SAFE_INTEGER) return 'bad-number'
    side.set(Number.isNaN(tick) ? this.refineTick(price) : tick, amount)
    if (!this.fitsLot(amount)) {
      this.units.lot = greatestCommonDivisor(amount, this.units.lot)
      this.steps++
    }
    return lost
  }

  private fitsLot(amount: number): boolean {
    return this.units.lot === 1 || Math.round(amount / this.units.lot) * this.units.lot === amount
  }

  /** The tick of a price; NaN when the price is at no whole tick, so that no level can be there. */
  private tickOf(price: number): number {
    if (this.units.tick === 1) return price
    const tick = Math.round(price / this.units.tick)
    return tick * this.units.tick === price ? tick : NaN
  }

  /** Refines the tick so that it fits `price`, and returns the tick of `price`. */
  private refineTick(price: number): number {
    const tick = greatestCommonDivisor(price, this.units.tick)
    if (this.units.tick > 0) {
      this.bids.refine(this.units.tick / tick, 1)
      this.asks.refine(this.units.tick / tick, 1)
    }
    this.units.tick = tick
    this.steps++
    return price / tick
  }

  /** −1 when the side is empty. */
  private bestPrice(side: BookSide): number {
    return side.isEmpty ? -1 : side.best * this.units.tick
  }

  private priceText(price: number): DecimalText | null {
    return price < 0 ? null : toText(fromInteger(price, this.units.priceScale))
  }

  /** A price in the book's units. Refines the units where needed. NaN when the price cannot be counted exactly. */
  private countPrice(value: number, places: number): number {
    if (places === this.units.priceScale) return value
    if (places < this.units.priceScale) return rescaled(value, places, this.units.priceScale)
    const needed = placesNeeded(value, places, this.units.priceScale)
    if (needed > this.units.priceScale) {
      const factor = POWERS[needed - this.units.priceScale] as number
      const highest = Math.max(
        this.bestPrice(this.bids),
        this.asks.isEmpty ? 0 : this.asks.deepest * this.units.tick,
        this.last.price,
      )
      if (highest * factor > Number.MAX_SAFE_INTEGER) return NaN
      this.units.priceScale = needed
      this.units.tick *= factor
      this.deepestBid *= factor
      this.deepestAsk *= factor
      if (this.last.price > 0) this.last = { ...this.last, price: this.last.price * factor }
    }
    return rescaled(value, places, this.units.priceScale)
  }

  /** Like `countPrice`, for amounts. */
  private countAmount(value: number, places: number): number {
    if (places === this.units.amountScale) return value
    if (places < this.units.amountScale) return rescaled(value, places, this.units.amountScale)
    const needed = placesNeeded(value, places, this.units.amountScale)
    if (needed > this.units.amountScale) {
      const factor = POWERS[needed - this.units.amountScale] as number
      const largest = Math.max(this.bids.total, this.asks.total, this.last.amount)
      if (largest * factor > Number.MAX_SAFE_INTEGER) return NaN
      this.units.amountScale = needed
      this.units.lot *= factor
      if (this.last.amount > 0) this.last = { ...this.last, amount: this.last.amount * factor }
      this.bids.refine(1, factor)
      this.asks.refine(1, factor)
    }
    return rescaled(value, places, this.units.amountScale)
  }
}

/** Decimal places that a number needs. Ignores trailing zeros beyond `enough` places. */
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
