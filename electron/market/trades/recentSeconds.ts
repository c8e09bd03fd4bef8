/** Holds the newest candles of one second of one instrument, in memory only: they end with the run and never reach the history database. No I/O. */

import {
  INTERVALS,
  openTimeOf,
  type CandleNews,
  type CandlePage,
} from '../../../shared/domain/candles/candle.ts'
import { gapsOf, type TimeRange } from '../../../shared/domain/candles/candleCoverage.ts'
import type { TradeOrder } from '../../../shared/domain/candles/candleRows.ts'
import { CandleSeries } from '../../../shared/domain/candles/candleSeries.ts'
import type { MarketTrade } from '../../../shared/domain/marketTrade.ts'
import type { CandlePlace } from '../../core/ports/candleHistory.ts'

const SECOND = INTERVALS['1s']
/** Ms up to the newest second for which seconds are held. Two hours have 7,200 seconds, which is also the most candles that are held. */
const HELD_FOR = 2 * 3_600_000

/** The minutes of this run with every trade counted. Time outside of them is a gap, up to `to` or the newest second. */
export interface SecondsCoverage {
  readonly known: readonly TimeRange[]
  readonly to: number
  /** End of the newest minute; 0 before the first. */
  readonly newestEnd: number
}

export class RecentSeconds {
  private readonly series = new CandleSeries('1s', HELD_FOR / SECOND)

  /** Open time of the newest second; null before the first trade. */
  get newest(): number | null {
    return this.series.newest
  }

  /** Adds one trade; the same trade must not come twice. False for a trade that is older than the time held. */
  add(trade: MarketTrade, order: TradeOrder): boolean {
    const newest = Math.max(this.series.newest ?? 0, openTimeOf(trade.createdAt, SECOND))
    const from = newest + SECOND - HELD_FOR
    if (trade.createdAt < from) return false
    if ((this.series.oldest ?? from) < from) this.series.forget(-Infinity, from)
    return this.series.add(trade, order) !== null
  }

  /** Drops the seconds from `from` on, before `to`. */
  forget(from: number, to: number): void {
    this.series.forget(from, to)
  }

  /** The seconds with trades at or after a moment, oldest first, and every gap up to the newest. All time before the oldest known second is a gap. */
  since(at: number, coverage: SecondsCoverage): CandleNews {
    // After a restart the stored minutes are there, and no second.
    const end = this.series.newest === null ? coverage.newestEnd : this.series.newest + SECOND
    return { candles: this.series.since(openTimeOf(at, SECOND)), gaps: this.gaps(0, end, coverage) }
  }

  /** A page of the seconds held, oldest first, with the gaps up to the requested edge. Without `more`, no older or newer second can be had anywhere. */
  page({ before, after, count }: CandlePlace, coverage: SecondsCoverage): CandlePage {
    const forward = after !== null
    const edge = openTimeOf(forward ? after : before, SECOND) + (forward ? SECOND : 0)
    const all = forward
      ? this.series.since(edge)
      : this.series.since(-Infinity).filter(({ openTime }) => openTime < edge)
    const more = all.length > count
    const candles = forward ? all.slice(0, count) : all.slice(-count)
    const first = more && candles[0] ? candles[0].openTime : 0
    const end = (candles.at(-1)?.openTime ?? edge - SECOND) + SECOND
    return {
      candles,
      gaps: forward ? this.gaps(edge, end, coverage) : this.gaps(first, edge, coverage),
      more,
    }
  }

  /** Seconds that were dropped for their age are as unknown as those that were never read. */
  private gaps(from: number, to: number, { known, to: end }: SecondsCoverage): CandleNews['gaps'] {
    const oldest = this.series.newest === null ? Infinity : this.series.newest + SECOND - HELD_FOR
    const held = known.flatMap((range) => {
      const heldFrom = Math.max(range.from, oldest)
      return heldFrom < range.to ? [{ from: heldFrom, to: range.to }] : []
    })
    return gapsOf(held, from, Math.min(to, end))
  }
}
