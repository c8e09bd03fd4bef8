/** Candles stored across runs. Interfaces only: `electron/storage` implements them. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { Candle, CandlePage, Interval, StoredInterval } from '../../../shared/domain/candles/candle.ts'
import type { KnownRange } from '../../../shared/domain/candles/candleCoverage.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'

/** Names the candles of one instrument at one venue. */
export interface SeriesName {
  /** A venue's id: the same in every run. */
  readonly venue: string
  readonly symbol: Symbol
}

/** Candles next to a time: the newest `count` that open before `before`, or, where `after` is given, the oldest `count` that open after it. */
export interface CandlePlace {
  readonly before: EpochMs
  readonly after: EpochMs | null
  readonly count: number
}

/** A page of any interval. */
export interface CandleQuery extends CandlePlace {
  readonly interval: Interval
}

/** A page of an interval that the history database can give. */
export interface StoredCandleQuery extends CandlePlace {
  readonly interval: StoredInterval
}

export interface CandlesToKeep {
  /** Oldest first. `length` in ms: a minute or shorter. `whole`: the candle has every trade of its time. */
  readonly candles: readonly { readonly length: number; readonly whole: boolean; readonly candle: Candle }[]
  readonly known: readonly KnownRange[]
}

/** The stored candles from which a start continues: whole minutes, oldest first, and the ranges of time that are known. */
export interface StoredCandles {
  readonly minutes: readonly Candle[]
  readonly known: readonly KnownRange[]
}

/** Stores candles across runs. Never rejects: a history that failed stores nothing and returns empty answers. */
export interface CandleHistory {
  keep(series: SeriesName, news: CandlesToKeep): void
  newest(series: SeriesName): Promise<StoredCandles>
  read(series: SeriesName, query: StoredCandleQuery): Promise<CandlePage>
}
