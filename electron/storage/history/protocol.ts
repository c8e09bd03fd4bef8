/** Messages between the main thread and the history thread. Types only; both ends are this program, so nothing is checked at run time. */

import type { CandlePage } from '../../../shared/domain/candles/candle.ts'
import type {
  StoredCandleQuery,
  StoredCandles,
  SeriesName,
  CandlesToKeep,
} from '../../core/ports/candleHistory.ts'

/** The data with which the history thread starts; a null `directory` stores nothing beyond this run. */
export interface HistoryStart {
  readonly directory: string | null
}

/** The rows of the notice table: JSON texts of stored notices. The notices that changed last are at the end. */
export interface NoticeRows {
  readonly notices: readonly { readonly id: number; readonly body: string }[]
  readonly seenThrough: readonly (readonly [account: string, at: number])[]
}
export interface NoticeRowsChange {
  readonly put: readonly { readonly id: number; readonly body: string }[]
  readonly drop: readonly number[]
  readonly seenThrough: NoticeRows['seenThrough']
}

export type ToHistory =
  | { readonly kind: 'keep'; readonly series: SeriesName; readonly news: CandlesToKeep }
  | { readonly kind: 'newest'; readonly requestId: number; readonly series: SeriesName }
  | {
      readonly kind: 'read'
      readonly requestId: number
      readonly series: SeriesName
      readonly query: StoredCandleQuery
    }
  | { readonly kind: 'notices' }
  | { readonly kind: 'save-notices'; readonly change: NoticeRowsChange }
  | { readonly kind: 'close' }

export type FromHistory =
  | { readonly kind: 'newest'; readonly requestId: number; readonly stored: StoredCandles }
  | { readonly kind: 'page'; readonly requestId: number; readonly page: CandlePage }
  | { readonly kind: 'notices'; readonly rows: NoticeRows }
  /** The fault that stopped the history, as a sentence for the dealer. */
  | { readonly kind: 'problem'; readonly sentence: string }
  | { readonly kind: 'closed' }
