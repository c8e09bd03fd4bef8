/** What crosses between the main thread and the history thread. Types only; both ends are ours, so nothing is checked twice. */

import type { CandlePage } from '../../../shared/domain/candles/candle.ts'
import type { CandleQuery, StoredCandles, SeriesName, CandlesToKeep } from '../../core/ports.ts'

/** What the history thread is started with; null keeps nothing beyond this run. */
export interface HistoryStart {
  readonly directory: string | null
}

/** What the notice table holds: JSON texts of stored notices, those that changed last at the end. */
export interface NoticeRows {
  readonly bodies: readonly string[]
  readonly seenThrough: readonly (readonly [account: string, at: number])[]
}
export interface NoticeRowsChange {
  readonly put: readonly { readonly id: number; readonly body: string }[]
  readonly drop: readonly number[]
  readonly seenThrough: NoticeRows['seenThrough']
}

export type ToHistory =
  | { readonly kind: 'keep'; readonly of: SeriesName; readonly news: CandlesToKeep }
  | { readonly kind: 'newest'; readonly ask: number; readonly of: SeriesName }
  | { readonly kind: 'read'; readonly ask: number; readonly of: SeriesName; readonly query: CandleQuery }
  | { readonly kind: 'notices' }
  | { readonly kind: 'save-notices'; readonly change: NoticeRowsChange }
  | { readonly kind: 'close' }

export type FromHistory =
  | { readonly kind: 'newest'; readonly ask: number; readonly kept: StoredCandles }
  | { readonly kind: 'page'; readonly ask: number; readonly page: CandlePage }
  | { readonly kind: 'notices'; readonly rows: NoticeRows }
  /** What the history can no longer do, as a sentence for the dealer. */
  | { readonly kind: 'problem'; readonly sentence: string }
  | { readonly kind: 'closed' }
