/** Marks the own trades at their candles: B below for what was bought, S above for what was sold. */

import {
  createSeriesMarkers,
  type ISeriesMarkersPluginApi,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { openTimeOf } from '../../../../shared/domain/candles/candle.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import type { Theme } from '../../../style/theme.ts'
import { slotAt, type Slot } from '../candleWindow.ts'
import type { AdditionSurface, ChartAddition } from './chartAddition.ts'

/** How many own trades of a side are at a slot. */
export interface FillMark {
  readonly openTime: number
  readonly side: 'buy' | 'sell'
  readonly count: number
}

/** The marks of trades at the slots that hold their times, oldest first. A trade without side or time, or outside the slots, has none. */
export function marksOf(fills: readonly Trade[], slots: readonly Slot[], length: number): FillMark[] {
  const marks = new Map<string, FillMark>()
  for (const { createdAt, side } of fills) {
    if (createdAt === null || side === null) continue
    const openTime = openTimeOf(createdAt, length)
    const slot = slots[slotAt(slots, openTime)]
    if (slot?.openTime !== openTime || slot.candle === null) continue
    const key = `${openTime} ${side}`
    marks.set(key, { openTime, side, count: (marks.get(key)?.count ?? 0) + 1 })
  }
  return [...marks.values()].toSorted((a, b) => a.openTime - b.openTime)
}

class FillMarks implements ChartAddition {
  private readonly theme: Theme
  private readonly fills: readonly Trade[]
  private readonly length: number
  private readonly markers: ISeriesMarkersPluginApi<Time>
  private shown = ''

  constructor({ bars }: AdditionSurface, theme: Theme, fills: readonly Trade[], length: number) {
    this.theme = theme
    this.fills = fills
    this.length = length
    this.markers = createSeriesMarkers(bars, [])
  }

  all(slots: readonly Slot[], shownFrom: number): void {
    this.mark(slots.slice(shownFrom))
  }

  tail(shown: readonly Slot[]): void {
    this.mark(shown)
  }

  private mark(slots: readonly Slot[]): void {
    const marks = marksOf(this.fills, slots, this.length)
    const state = JSON.stringify(marks)
    if (state === this.shown) return
    this.shown = state
    this.markers.setMarkers(marks.map((mark) => this.marker(mark)))
  }

  private marker({ openTime, side, count }: FillMark): SeriesMarker<Time> {
    const isBuy = side === 'buy'
    return {
      time: (openTime / 1000) as UTCTimestamp,
      position: isBuy ? 'belowBar' : 'aboveBar',
      shape: isBuy ? 'arrowUp' : 'arrowDown',
      color: this.theme.own,
      text: `${isBuy ? 'B' : 'S'}${count > 1 ? ` ×${count}` : ''}`,
    }
  }

  close(): void {
    this.markers.detach()
  }
}

/** `length`: of a candle, ms. */
export const openFillMarks = (
  surface: AdditionSurface,
  theme: Theme,
  fills: readonly Trade[],
  length: number,
): ChartAddition => new FillMarks(surface, theme, fills, length)
