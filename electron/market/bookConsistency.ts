/**
 * Compares the two public channels of one instrument: trades must fit the book, and a moving book must bring trades. The rules are in
 * docs/market-data.md#consistency. Sends nothing; stores no book.
 *
 * The venue sends the channels independently, so a trade and its change of the book may come in either order. Therefore the book has two seconds
 * before and after a trade to show its price. Three trades in a row must stay unexplained. Silence counts only while the other channel contradicts it.
 */

import type { BookProblem, BookTouch } from '../../shared/domain/book/book.ts'
import type { BookDoubt } from '../../shared/domain/book/bookFrame.ts'

/** Ms that may lie between a trade and its change of the book. */
const APART = 2_000
/** Unexplained trades in a row before the book is wrong. A single one may be a block or a correction. */
const IN_A_ROW = 3
/** A book counts as silent after this many ms and this many times its usual pause. */
const BOOK_SILENT = 5_000
const BOOK_PAUSES = 5
/** Trades come in clusters, so their silence must be much longer. The book must also have moved so many ticks from the last price. */
const TRADES_SILENT = 60_000
const TRADE_PAUSES = 30
const TICKS_AWAY = 10

const BUCKET = 250
const BUCKETS = APART / BUCKET + 1

export const CONTRADICTIONS = {
  outside: 'Trades print outside the spread of the book, and the book does not follow.',
  'book-silent': 'The book does not change while trades print at new prices.',
  'trades-silent': 'No trades arrive while the book moves away from the last one.',
} as const
export type Contradiction = keyof typeof CONTRADICTIONS

/** The reason that the screen shows for each problem. */
export const DOUBT_OF: Readonly<Record<BookProblem, BookDoubt>> = {
  'missing-level': 'lost',
  'level-already-there': 'lost',
  crossed: 'crossed',
  'bad-amount': 'bad-amount',
  'bad-number': 'bad-number',
}

interface OutsideTrade {
  readonly price: number
  readonly at: number
}

export class BookConsistency {
  /** Lowest bid and highest ask of the last two seconds, in buckets of a quarter of a second. */
  private readonly lows = new Float64Array(BUCKETS)
  private readonly highs = new Float64Array(BUCKETS)
  private bucket = -1
  /** The present touch; NaN without a book. */
  private bid = NaN
  private ask = NaN
  private scale = -1
  /** Trades outside every spread of their time, oldest first. */
  private readonly outside: OutsideTrade[] = []
  private readonly bookPauses = new Pauses()
  private readonly tradePauses = new Pauses()
  private readonly pricesSinceBook = new Set<number>()
  private tradesSinceBook = 0

  /** A new book begins, or there is none: forgets the old one. Times are monotonic, ms. */
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
    const explains = (trade: OutsideTrade) =>
      at - trade.at <= APART && bid - tick <= trade.price && trade.price <= ask + tick
    if (this.outside.some(explains)) this.outside.length = 0
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

  /** The contradiction between the channels; null when there is none. Call after each trade and about once a second. */
  evaluate(touch: Readonly<BookTouch>, at: number): Contradiction | null {
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

  /** Moves to the present bucket. A touch holds until the next message, so it fills the buckets between. */
  private turnTo(at: number): void {
    const now = Math.floor(at / BUCKET)
    if (now === this.bucket || Number.isNaN(this.bid)) return
    const from = this.bucket < 0 ? now - BUCKETS + 1 : Math.max(this.bucket + 1, now - BUCKETS + 1)
    for (let bucket = from; bucket <= now; bucket++) {
      this.lows[bucket % BUCKETS] = this.bid
      this.highs[bucket % BUCKETS] = this.ask
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

  /** Forgets the earlier pauses. */
  restart(at: number): void {
    this.count = 0
    this.heardAt = at
  }

  heard(at: number): void {
    this.newest[this.count++ % this.newest.length] = at - this.heardAt
    this.heardAt = at
  }

  /** Whether the channel pauses longer than `least` ms and than `times` its usual pause. False while too few pauses are known. */
  isSilent(at: number, least: number, times: number): boolean {
    const pause = at - this.heardAt
    if (!(pause > least)) return false
    if (times === 0) return true
    if (this.count < this.newest.length) return false
    const median = this.newest.toSorted()[this.newest.length >> 1] as number
    return pause > times * median
  }
}
