/** Draws the chosen indicators on a running chart. Their code is loaded with the first indicator. */

import { useEffect, type RefObject } from 'react'
import type { Interval } from '../../../shared/domain/candles/candle.ts'
import type { IndicatorChoice } from '../../state/stores/chartChoices.ts'
import { placesOf } from '../../format/numbers.ts'
import { theme } from '../../style/theme.ts'
import type { LiveChart } from './canvas/liveChart.ts'
import type { ChartedInstrument } from './chartModel.ts'

interface StudiesOptions {
  readonly live: RefObject<LiveChart | null>
  readonly legend: RefObject<HTMLElement | null>
  readonly instrument: ChartedInstrument
  readonly interval: Interval
  readonly indicators: readonly IndicatorChoice[]
}

/** Call it behind the hook that opens the chart: a new chart gets its indicators in the same commit. */
export function useStudies({ live, legend, instrument, interval, indicators }: StudiesOptions): void {
  useEffect(() => {
    const [chart, element] = [live.current, legend.current]
    if (indicators.length === 0 || !chart || !element) return undefined
    let remove = () => {}
    let isOver = false
    const places = placesOf(instrument.tickSize, 2)
    const open = async () => {
      const { openStudies } = await import('./canvas/studies.ts')
      if (isOver) return
      remove = chart.add((surface) =>
        openStudies(surface, { theme: theme(), places, legend: element }, indicators),
      )
    }
    open().catch(reportError)
    return () => {
      isOver = true
      remove()
      element.replaceChildren()
    }
  }, [live, legend, instrument, interval, indicators])
}
