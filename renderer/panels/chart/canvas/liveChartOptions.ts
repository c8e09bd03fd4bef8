/** What a running chart needs from its host. Types only. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { ContractClient } from '../../../../shared/contract/ports.ts'
import type { Candle, CandleGap, Interval } from '../../../../shared/domain/candles/candle.ts'
import type { FrameScheduler } from '../../../live/frameLoop.ts'
import type { Theme } from '../../../style/theme.ts'
import type { ChartedInstrument } from '../chartModel.ts'

export interface LiveChartOptions {
  readonly client: ContractClient
  readonly instrument: ChartedInstrument
  readonly interval: Interval
  readonly theme: Theme
  /** Left out: own orders cannot be moved. */
  readonly clock?: Pick<Clock, 'monotonic'> | undefined
  readonly scheduler: FrameScheduler
  /** Schedules grants, because each new delta redraws the whole chart. Acts of the dealer are drawn at once. */
  readonly turn: FrameScheduler
  readonly onError: (error: unknown) => void
  /** Whether the link to the core is lost, so that the candles are old. */
  readonly onOld: (old: boolean) => void
  /**
   * The bar for the legend: the bar under the crosshair, else the last; null while there is none. With the gap that the bar is in, and the width of
   * the price axis in CSS px.
   */
  readonly onBar: (candle: Candle | null, gap: CandleGap | null, axisWidth: number) => void
  /** Whether the newest bar is out of view. */
  readonly onAway: (away: boolean) => void
  /** Why the last page of the past could not be read, one sentence; null once a page was read or is no longer needed. */
  readonly onUnread: (why: string | null) => void
  /** Whether a page of the past is on its way: until then the bars before the oldest one are not known. */
  readonly onReading: (reading: boolean) => void
  /** The gaps among the bars, when they changed. */
  readonly onGaps: (gaps: readonly CandleGap[]) => void
}
