/** Messages between the main thread and the market worker. Types only; both ends are this program, so nothing is checked at run time. */

import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { LinkState, StreamLink } from '../../shared/contract/status.ts'
import type { BookFrame } from '../../shared/domain/book/bookFrame.ts'
import type { BookWalk, WalkSize } from '../../shared/domain/book/bookWalk.ts'
import type { CandleNews, CandlePage, Interval } from '../../shared/domain/candles/candle.ts'
import type { Side, Symbol } from '../../shared/domain/scalars.ts'
import type { SalesTrade } from '../../shared/domain/marketTrade.ts'
import type { CandlePlace, CandlesToKeep, StoredCandles } from '../core/ports/candleHistory.ts'
import type { MarketTradesPage } from '../core/ports/brokerAnswers.ts'
import type { FollowedInstruments, Top } from '../core/ports/market.ts'
import type { RecorderSetup } from '../record/recorderSetup.ts'

/** The first message to the worker, which has loaded its program and waits for it. */
export interface WorkerStart {
  readonly kind: 'start'
  readonly profile: VenueProfile
  /** Seeds the jitter of the worker's back-offs. */
  readonly seed: number
  /** Whether the main thread can read past trades. */
  readonly backfill: boolean
  /** Where to record every frame; null records nothing. */
  readonly record: RecorderSetup | null
  /** Where the worker counts its messages (`traffic/workerTraffic.ts`). */
  readonly counts: SharedArrayBuffer
}

/** Names a feed for its whole life, across restarts of the worker. */
export type FeedId = number

/** One opening of an instrument. An answer for an earlier one is not for an instrument that was closed and opened again meanwhile. */
export interface Opening {
  readonly symbol: Symbol
  readonly opening: number
}

export type FeedKey =
  | { readonly topic: 'book'; readonly symbol: Symbol; readonly grouping: number; readonly rows: number }
  | { readonly topic: 'marketTrades'; readonly symbol: Symbol }
  | { readonly topic: 'candles'; readonly symbol: Symbol; readonly interval: Interval }

export type ToWorker =
  | WorkerStart
  | { readonly kind: 'follow'; readonly instruments: FollowedInstruments }
  /** `credit`: whether the worker may send the first value without a `ready`. */
  | { readonly kind: 'open'; readonly id: FeedId; readonly key: FeedKey; readonly credit: boolean }
  | { readonly kind: 'ready'; readonly id: FeedId }
  | { readonly kind: 'close'; readonly id: FeedId }
  /** Requests the levels that a market order would fill against now. */
  | {
      readonly kind: 'walk'
      readonly requestId: number
      readonly symbol: Symbol
      readonly side: Side
      readonly size: WalkSize
    }
  /** Requests a page of the seconds that only the worker holds. */
  | {
      readonly kind: 'readSeconds'
      readonly requestId: number
      readonly symbol: Symbol
      readonly place: CandlePlace
    }
  /** The answer to `readStored`. */
  | ({ readonly kind: 'stored'; readonly stored: StoredCandles } & Opening)
  /** The answer to `past`; null when it could not be read now. */
  | ({ readonly kind: 'page'; readonly page: MarketTradesPage | null } & Opening)
  /** The last message: finish the recording and end. */
  | { readonly kind: 'end' }

export type FromWorker =
  | { readonly kind: 'frame'; readonly id: FeedId; readonly frame: BookFrame }
  | {
      readonly kind: 'trades'
      readonly id: FeedId
      readonly whole: boolean
      readonly trades: readonly SalesTrade[]
    }
  | {
      readonly kind: 'candles'
      readonly id: FeedId
      readonly whole: boolean
      readonly news: CandleNews
    }
  | { readonly kind: 'tops'; readonly tops: readonly Top[] }
  | { readonly kind: 'links'; readonly state: LinkState; readonly links: readonly StreamLink[] }
  | {
      readonly kind: 'steps'
      readonly symbol: Symbol
      readonly tickSize: NonNullable<Top['bestBid']>
      readonly lotSize: NonNullable<Top['bestBid']>
    }
  /** The answer to `walk`; null without a live book. */
  | { readonly kind: 'walked'; readonly requestId: number; readonly walk: BookWalk | null }
  /** The answer to `readSeconds`; null where the worker does not stream the instrument. */
  | { readonly kind: 'seconds'; readonly requestId: number; readonly page: CandlePage | null }
  | { readonly kind: 'unreadable'; readonly sentence: string }
  /** Requests a page of past trades, newest first, older than the cursor. One at a time for an opening. */
  | ({ readonly kind: 'past'; readonly before: string | null } & Opening)
  /** Requests the candles that earlier runs stored. */
  | ({ readonly kind: 'readStored' } & Opening)
  /** Stores candles in the history. */
  | { readonly kind: 'store'; readonly symbol: Symbol; readonly news: CandlesToKeep }

/** Sends to the main thread; a frame's memory is transferred, not copied. */
export type Post = (message: FromWorker) => void
