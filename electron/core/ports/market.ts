/** Public market data, as the core needs it. Interfaces only: `electron/market` implements them. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { LinkState, StreamLink } from '../../../shared/contract/status.ts'
import type { BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import type { BookWalk, WalkSize } from '../../../shared/domain/book/bookWalk.ts'
import type { CandleNews, CandlePage, Interval } from '../../../shared/domain/candles/candle.ts'
import type { SalesTrade } from '../../../shared/domain/marketTrade.ts'
import type { Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { CandleQuery } from './candleHistory.ts'

/** A feed that produces the next value only on request (C4). */
export interface PacedFeed {
  ready(): void
  close(): void
}

/** Newest public prices of one instrument, from the streams. */
export interface Top {
  readonly symbol: Symbol
  readonly bestBid: DecimalText | null
  readonly bestAsk: DecimalText | null
  /** When the newest change of the book was received; 0 before the first. A trade does not move this time. */
  readonly bookAt: EpochMs
  readonly lastPrice: DecimalText | null
  /** The venue's time of the last trade; null before the first. */
  readonly lastAt: EpochMs | null
  /** When the last trade was received; null before the first. */
  readonly lastReceivedAt: EpochMs | null
  /** When the newest of these values was received. */
  readonly receivedAt: EpochMs
}

/** Instruments whose books and trades are streamed although no window shows them. */
export interface FollowedInstruments {
  /** Instruments with a live order or a position. */
  readonly needed: readonly Symbol[]
  /** Instruments that nothing needs, the most wanted first. They are given up where the venue refuses a needed one. */
  readonly spare: readonly Symbol[]
}

export interface MarketListener {
  /** At most ten times a second; only changed prices. */
  tops(changed: readonly Top[]): void
  /** All public channels, after a change of one. */
  links(all: readonly StreamLink[]): void
  /** The smallest price and amount steps seen so far, after one became known or finer (docs/api.md#gap.23). */
  steps(symbol: Symbol, tickSize: DecimalText, lotSize: DecimalText): void
  unreadable(sentence: string): void
}

/** Messages of the market worker in its present run. */
export interface MarketTraffic {
  /** Monotonic clock, ms: when this run began. Every run counts anew. */
  readonly startedAt: number
  /** Messages that came from the venue in this run. */
  readonly heard: number
  /** Messages of the core that the worker has not taken. */
  readonly waiting: number
  /** Age of the oldest of them, ms; null: none waits. */
  readonly oldestMs: number | null
}

/** Public market data on its own sockets and thread. */
export interface Market {
  listen(listener: MarketListener): void
  /** Subscribes to the trades (candles, last prices) and books (best quotes) of these instruments. */
  follow(instruments: FollowedInstruments): void
  /** The first frame comes by itself; each next frame after `ready()`, once there is news. */
  book(key: { symbol: Symbol; grouping: number; rows: number }, frame: (frame: BookFrame) => void): PacedFeed
  /** The first snapshot comes once a trade is known. An empty one says that the venue has none. */
  marketTrades(
    symbol: Symbol,
    on: { snapshot(newest: readonly SalesTrade[]): void; delta(more: readonly SalesTrade[]): void },
  ): PacedFeed
  candles(
    key: { symbol: Symbol; interval: Interval },
    on: { snapshot(newest: CandleNews): void; delta(changed: CandleNews): void },
  ): PacedFeed
  /** Reads candles beyond those of the feed: stored ones, or the seconds that the worker holds. Null while the worker is down or does not stream the instrument. */
  readCandles(symbol: Symbol, query: CandleQuery): Promise<CandlePage | null>
  /** The part of the book that a market order of this size would take now; null without a live book. */
  walk(symbol: Symbol, side: Side, size: WalkSize): Promise<BookWalk | null>
  state(): LinkState
  /** Null while the worker is down. */
  traffic(): MarketTraffic | null
  close(): void
}

/** `venueId`: the id under which the venue's candles are stored. */
export type OpenMarket = (profile: VenueProfile, venueId: string) => Market
