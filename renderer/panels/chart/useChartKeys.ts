/** The keys of a chart: letters act, arrows and similar keys move the view (docs/keyboard.md). */

import { useEffect, useRef, type RefObject } from 'react'
import { takesText } from '../../keys/registry.ts'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import type { ChartMove } from './canvas/chartMoves.ts'
import type { LiveChart } from './canvas/liveChart.ts'

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

interface ChartKeysOptions {
  /** Receives the acts. */
  readonly panel: RefObject<HTMLElement | null>
  /** Receives the moves as well. */
  readonly container: RefObject<HTMLElement | null>
  readonly live: RefObject<LiveChart | null>
  /** By the chord that a binding of the chart comes with. */
  readonly acts: Readonly<Record<string, () => void>>
}

export function useChartKeys({ panel, container, live, acts }: ChartKeysOptions): void {
  const keyOfPress = usePanelKeys('chart')
  const meaningOf = useRef(keyOfPress)
  const actsOf = useRef(acts)
  useEffect(() => {
    actsOf.current = acts
  })
  useEffect(() => {
    meaningOf.current = keyOfPress
  })
  useEffect(() => {
    const element = panel.current
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return
      const meaning = meaningOf.current(event)
      const move = event.target === container.current ? MOVES[event.key] : undefined
      if (move) live.current?.move(move)
      const act = meaning === null || event.repeat ? undefined : actsOf.current[meaning]
      if (act) act()
      if (move || act) event.preventDefault()
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [panel, container, live])
}
