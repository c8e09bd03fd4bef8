/**
 * Holds the two public channels of one instrument against each other: a trade is a fact about the book, and a book that moves is one about trades. The rules
 * are in docs/market-data.md#consistency. Asks for nothing itself; keeps no book.
 *
 * The channels are told apart from each other, so a trade and its change of the book may come in either order. So a book has two seconds either way
 * to account for a trade, three trades in a row must stay unaccounted for, and silence counts only while the other channel contradicts it.
 */

import type { BookTouch } from '../../shared/domain/book/book.ts'

/** Ms by which a trade and its change of the book may be told apart. */
const APART = 2_000
/** Trades in a row that the book must not account for: one may be off the book (a block, a correction). */
const IN_A_ROW = 3
/** A book is silent after this, ms, or so many times its usual pause. */
const BOOK_SILENT = 5_000
const BOOK_PAUSES = 5
/** Trades come in clusters, so theirs must be much longer, and the book must have left the last price by so many ticks. */
const TRADES_SILENT = 60_000
const TRADE_PAUSES = 30
const TICKS_AWAY = 10

const BUCKET = 250
const BUCKETS = APART / BUCKET + 1

export const CONTRADICTIONS = {
  outside: 'Trades print outside the spread of the book, and the book does not follow.',
  'book-silent': 'The book says nothing while trades print at new prices.',
  'trades-silent': 'No trades are told while the book moves away from the last one.',
} as const
export type Contradiction = keyof typeof CONTRADICTIONS

export class BookConsistency {
  /** Lowest bid and highest ask of the last two seconds, by quarter of a second. */
  private readonly lows = new Float64Array(BUCKETS)
  private readonly highs = new Float64Array(BUCKETS)
  private bucket = -1
  /** The touch of now; NaN while there is no book. */
  private bid = NaN
  private ask = NaN
  private scale = -1
  /** Trades that no book of their time accounts for, oldest first. */
  private readonly outside: { readonly price: number; readonly at: number }[] = []
  private readonly bookPauses = new Pauses()
  private readonly tradePauses = new Pauses()
  private readonly pricesSinceBook = new Set<number>()
  private tradesSinceBook = 0

  /** The book is another from now on, or none: what was seen of it proves nothing. Times are monotonic, ms. */
  bookBegan(at: number): void {
    this.forgetBook()
    this.bookPauses.restart(at)
  }

  tradesBegan(at: number): void {
    this.tradePauses.restart(at)
    this.forgetTrades()
  }

  /** A message changed the book. Called for every one. */
  book(touch: Readonly<BookTouch>, at: number): void {
    this.bookPauses.heard(at)
    this.forgetTrades()
    this.turnTo(at)
    if (touch.scale !== this.scale) this.forgetBook()
    const [bid, ask] = [bidOf(touch), askOf(touch)]
    this.bid = bid
    this.ask = ask
    this.scale = touch.scale
    if (this.bucket < 0) this.turnTo(at)
    const n = this.bucket % BUCKETS
    if (bid < (this.lows[n] as number)) this.lows[n] = bid
    if (ask > (this.highs[n] as number)) this.highs[n] = ask
    if (this.outside.length === 0) return
    const { tick } = touch
    if (this.outside.some((of) => at - of.at <= APART && bid - tick <= of.price && of.price <= ask + tick))
      this.outside.length = 0
  }

  /** A trade came; its price is the touch's `last`. */
  trade(touch: Readonly<BookTouch>, at: number): void {
    this.tradePauses.heard(at)
    this.tradesSinceBook++
    if (this.pricesSinceBook.size < IN_A_ROW) this.pricesSinceBook.add(touch.last)
    if (Number.isNaN(this.bid)) return
    if (touch.scale !== this.scale) this.book(touch, at)
    this.turnTo(at)
    const { last, tick } = touch
    if (Math.min(...this.lows) - tick <= last && last <= Math.max(...this.highs) + tick)
      this.outside.length = 0
    else if (this.outside.length < IN_A_ROW) this.outside.push({ price: last, at })
  }

  /** What the channels say against each other by now; null: nothing. Call after each trade and about once a second. */
  verdict(touch: Readonly<BookTouch>, at: number): Contradiction | null {
    const [first] = this.outside
    if (first && this.outside.length === IN_A_ROW && at - first.at > APART) return 'outside'
    if (
      this.tradesSinceBook >= IN_A_ROW &&
      this.pricesSinceBook.size > 1 &&
      this.bookPauses.isSilent(at, BOOK_SILENT, BOOK_PAUSES)
    )
      return 'book-silent'
    const away = TICKS_AWAY * touch.tick
    const left = touch.last >= 0 && (touch.last < bidOf(touch) - away || touch.last > askOf(touch) + away)
    if (
      left &&
      this.tradePauses.isSilent(at, TRADES_SILENT, TRADE_PAUSES) &&
      !this.bookPauses.isSilent(at, BOOK_SILENT, 0)
    )
      return 'trades-silent'
    return null
  }

  private forgetBook(): void {
    this.bucket = -1
    this.bid = NaN
    this.outside.length = 0
    this.forgetTrades()
  }

  private forgetTrades(): void {
    if (this.tradesSinceBook === 0) return
    this.tradesSinceBook = 0
    this.pricesSinceBook.clear()
  }

  /** Moves on to the present quarter of a second; a touch stands until the next message. */
  private turnTo(at: number): void {
    const now = Math.floor(at / BUCKET)
    if (now === this.bucket || Number.isNaN(this.bid)) return
    const from = this.bucket < 0 ? now - BUCKETS + 1 : Math.max(this.bucket + 1, now - BUCKETS + 1)
    for (let of = from; of <= now; of++) {
      this.lows[of % BUCKETS] = this.bid
      this.highs[of % BUCKETS] = this.ask
    }
    this.bucket = now
  }
}

const bidOf = ({ bid }: Readonly<BookTouch>): number => (bid < 0 ? -Infinity : bid)
const askOf = ({ ask }: Readonly<BookTouch>): number => (ask < 0 ? Infinity : ask)

/** How long a channel usually pauses. */
class Pauses {
  private readonly newest = new Float64Array(31)
  private count = 0
  private heardAt = NaN

  /** What is usual is not known any more. */
  restart(at: number): void {
    this.count = 0
    this.heardAt = at
  }

  heard(at: number): void {
    this.newest[this.count++ % this.newest.length] = at - this.heardAt
    this.heardAt = at
  }

  /** Whether it pauses longer than `least` ms and than `times` its usual pause. A channel that spoke little proves nothing. */
  isSilent(at: number, least: number, times: number): boolean {
    const pause = at - this.heardAt
    if (!(pause > least)) return false
    if (times === 0) return true
    if (this.count < this.newest.length) return false
    const median = this.newest.toSorted()[this.newest.length >> 1] as number
    return pause > times * median
  }
}
