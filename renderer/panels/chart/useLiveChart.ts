/** Runs the chart on its canvas while the chart is shown. Renders only when a state of the chart changes, never on a tick. */

import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Clock } from '../../../shared/base/clock.ts'
import type { CandleGap, Interval } from '../../../shared/domain/candles/candle.ts'
import { changesOnly } from '../../live/changesOnly.ts'
import { theme } from '../../style/theme.ts'
import type { ChartedInstrument, ChartLine } from './chartModel.ts'
import type { ChartProps } from './chartProps.ts'
import { chartTurns, LiveChart } from './canvas/liveChart.ts'
import { writeLegend } from './writeLegend.ts'

/** Between legend and price axis, px. */
const LEGEND_GAP = 6

const scheduler = {
  request: (run: (timeMs: number) => void) => requestAnimationFrame(run),
  cancel: (id: number) => cancelAnimationFrame(id),
}

/** Gives each chart, and each part of a chart that follows candles of its own, its turns to draw. */
export const nextTurn = chartTurns(scheduler)

interface ShownChartOptions {
  readonly container: RefObject<HTMLDivElement | null>
  readonly legend: RefObject<HTMLParagraphElement | null>
  readonly client: ChartProps['client']
  readonly instrument: ChartedInstrument
  readonly interval: Interval
  readonly lines: readonly ChartLine[]
  /** Undefined: own orders cannot be moved. */
  readonly clock: Pick<Clock, 'monotonic'> | undefined
}

export interface ShownChart {
  readonly live: RefObject<LiveChart | null>
  /** The chart never had a candle: none was read so far, whether any trade is stored or not. */
  readonly isEmpty: boolean
  /** The link to the core is lost, so the candles are old. */
  readonly isOld: boolean
  /** The view is away from the newest candle. */
  readonly isAway: boolean
  /** Why more of the past could not be read; null while nothing failed. */
  readonly unread: string | null
  /** Older candles are on their way. */
  readonly isReading: boolean
  readonly gaps: readonly CandleGap[]
}

export function useLiveChart(options: ShownChartOptions): ShownChart {
  const { container, legend, client, instrument, interval, lines, clock } = options
  const live = useRef<LiveChart | null>(null)
  const [isEmpty, setEmpty] = useState(true)
  const [isOld, setOld] = useState(false)
  const [isAway, setAway] = useState(false)
  const [unread, setUnread] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const [gaps, setGaps] = useState<readonly CandleGap[]>([])
  const latestLines = useRef(lines)
  useEffect(() => {
    latestLines.current = lines
    live.current?.setLines(lines)
  }, [lines])

  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    const reportEmpty = changesOnly(setEmpty)
    const chart = new LiveChart(element, {
      client,
      instrument,
      interval,
      theme: theme(),
      clock,
      scheduler,
      turn: nextTurn(),
      onError: reportError,
      onOld: changesOnly(setOld),
      onAway: setAway,
      onGaps: setGaps,
      onUnread: setUnread,
      onReading: setReading,
      onBar: (candle, gap, axisWidth) => {
        // A pointed gap has no candle, though the chart has some.
        if (candle !== null || gap === null) reportEmpty(candle === null)
        if (!legend.current) return
        writeLegend(legend.current, candle, gap, instrument)
        legend.current.style.right = `${axisWidth + LEGEND_GAP}px`
      },
    })
    live.current = chart
    chart.setLines(latestLines.current)
    const sizes = new ResizeObserver(() => chart.resize(element.clientWidth, element.clientHeight))
    sizes.observe(element)
    return () => {
      live.current = null
      sizes.disconnect()
      chart.close()
      setAway(false)
      setUnread(null)
      setReading(false)
      setGaps([])
    }
  }, [client, instrument, interval, clock, container, legend])
  return { live, isEmpty, isOld, isAway, unread, isReading, gaps }
}
