/** The keys of a chart: `,` then a digit chooses the interval; arrows and similar keys move the view (docs/keyboard.md). */

import { useEffect, useRef, type RefObject } from 'react'
import { INTERVALS, type Interval } from '../../../shared/domain/candles/candle.ts'
import { takesText } from '../../keys/registry.ts'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import type { ChartMove, LiveChart } from './canvas/liveChart.ts'

/** The moves by keys while the candles have the focus. */
const MOVES: Readonly<Record<string, ChartMove>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'page-left',
  PageDown: 'page-right',
  Home: 'first',
  End: 'live',
  '+': 'closer',
  '-': 'wider',
}

/** In the order of the digits that choose them. */
export const CHART_INTERVALS = Object.keys(INTERVALS) as readonly Interval[]

interface ChartKeysOptions {
  /** Receives the interval keys. */
  readonly panel: RefObject<HTMLElement | null>
  /** Receives the moves as well. */
  readonly container: RefObject<HTMLElement | null>
  readonly live: RefObject<LiveChart | null>
  readonly onInterval: (interval: Interval) => void
  /** By the chord that a binding of the chart comes with. */
  readonly acts: Readonly<Record<string, () => void>>
}

export function useChartKeys({ panel, container, live, onInterval, acts }: ChartKeysOptions): void {
  const keyOfPress = usePanelKeys('chart')
  const meaningOf = useRef(keyOfPress)
  const chooseInterval = useRef(onInterval)
  const actsOf = useRef(acts)
  useEffect(() => {
    chooseInterval.current = onInterval
    actsOf.current = acts
  })
  useEffect(() => {
    meaningOf.current = keyOfPress
  })
  useEffect(() => {
    const element = panel.current
    let choosing = false
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]
      const chosen = choosing && digit !== undefined ? CHART_INTERVALS[Number(digit) - 1] : undefined
      const meaning = meaningOf.current(event)
      choosing = meaning === 'Comma'
      if (chosen) chooseInterval.current(chosen)
      const move = event.target === container.current ? MOVES[event.key] : undefined
      if (move) live.current?.move(move)
      const act = meaning === null || event.repeat ? undefined : actsOf.current[meaning]
      if (act) act()
      if (chosen || choosing || move || act) event.preventDefault()
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [panel, container, live])
}
