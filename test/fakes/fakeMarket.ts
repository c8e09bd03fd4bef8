/** A market port that keeps what it was asked for and says what the test says. */

import type { BookFrame } from '../../shared/domain/bookFrame.ts'
import type { Market, MarketListener, PacedFeed } from '../../electron/core/ports.ts'
import type { Symbol } from '../../shared/domain/text.ts'

export class FakeMarket implements Market {
  listener: MarketListener | null = null
  followed: readonly Symbol[] = []
  readonly books: { symbol: Symbol; frame: (frame: BookFrame) => void; ready: number; closed: boolean }[] = []
  closed = false

  listen(listener: MarketListener) {
    this.listener = listener
  }
  follow(symbols: readonly Symbol[]) {
    this.followed = symbols
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
  state(): 'live' {
    return 'live'
  }
  close() {
    this.closed = true
  }
}
