/** A market port that keeps what it was asked for and says what the test says. */

import type { BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import type { BookWalk, WalkSize } from '../../../shared/domain/book/bookWalk.ts'
import type { CandlePage } from '../../../shared/domain/candles/candle.ts'
import type {
  FollowedInstruments,
  Market,
  MarketListener,
  MarketTraffic,
  PacedFeed,
} from '../../../electron/core/ports/market.ts'
import type { Side, Symbol } from '../../../shared/domain/scalars.ts'

export class FakeMarket implements Market {
  listener: MarketListener | null = null
  followed: FollowedInstruments = { needed: [], spare: [] }
  readonly books: { symbol: Symbol; frame: (frame: BookFrame) => void; ready: number; closed: boolean }[] = []
  closed = false
  /** What the book says of a market order; without a book null. */
  walkAnswer: (symbol: Symbol, side: Side, size: WalkSize) => BookWalk | null = () => null

  listen(listener: MarketListener) {
    this.listener = listener
  }
  follow(instruments: FollowedInstruments) {
    this.followed = instruments
  }
  book(key: { symbol: Symbol }, frame: (frame: BookFrame) => void): PacedFeed {
    const book = { symbol: key.symbol, frame, ready: 0, closed: false }
    this.books.push(book)
    return {
      ready: () => void book.ready++,
      close: () => {
        book.closed = true
      },
    }
  }
  marketTrades(): PacedFeed {
    return { ready: () => undefined, close: () => undefined }
  }
  candles(): PacedFeed {
    return { ready: () => undefined, close: () => undefined }
  }
  async readCandles(): Promise<CandlePage> {
    return { candles: [], gaps: [], more: false }
  }
  async walk(symbol: Symbol, side: Side, size: WalkSize): Promise<BookWalk | null> {
    return this.walkAnswer(symbol, side, size)
  }
  state(): 'live' {
    return 'live'
  }
  /** A story may replace it. */
  messages: MarketTraffic | null = { startedAt: 0, heard: 0, waiting: 0, oldestMs: null }
  traffic(): MarketTraffic | null {
    return this.messages
  }
  close() {
    this.closed = true
  }
}
