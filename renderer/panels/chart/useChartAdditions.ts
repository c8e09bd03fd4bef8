/** Draws what the dealer chose beside or instead of the candles of a running chart. The code of each part is loaded with its first use. */

import { useEffect, useRef, type RefObject } from 'react'
import type { ContractClient } from '../../../shared/contract/ports.ts'
import { INTERVALS, type Interval } from '../../../shared/domain/candles/candle.ts'
import type { SampledTickers } from '../../live/tickerSamples.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { drawingsOn, type ChartChoices } from '../../state/stores/chartChoices.ts'
import { placesOf } from '../../format/numbers.ts'
import { theme } from '../../style/theme.ts'
import type { AdditionSurface, ChartAddition } from './additions/chartAddition.ts'
import type { LiveChart } from './canvas/liveChart.ts'
import type { ChartedInstrument } from './chartModel.ts'
import { loadedShapes, loadShapes } from './byHand/loadShapes.ts'
import type { DrawnChartHand } from './byHand/useDrawings.ts'
import { nextTurn } from './useLiveChart.ts'

interface AdditionsOptions {
  readonly live: RefObject<LiveChart | null>
  /** For the figures of the indicators. */
  readonly legend: RefObject<HTMLElement | null>
  readonly client: ContractClient
  readonly instrument: ChartedInstrument
  readonly interval: Interval
  readonly choices: ChartChoices
  /** The second instrument; null for none. */
  readonly compared: Symbol | null
  /** For the change of the second instrument. */
  readonly comparedLegend: RefObject<HTMLElement | null>
  readonly fills: readonly Trade[]
  /** Of the instrument's ticker. */
  readonly samples: SampledTickers
  readonly hand: Pick<DrawnChartHand, 'tool' | 'state'>
  /** Receives how many drawings are not drawn, because they begin before the oldest candle held. Stays the same function. */
  readonly onHiddenDrawings: (count: number) => void
}

type Make = (surface: AdditionSurface) => ChartAddition

/** `load`: null draws nothing; what is loaded already is drawn at once. A new chart and each other `made` get the addition anew. */
function useAddition(
  live: RefObject<LiveChart | null>,
  load: (() => Promise<Make> | Make) | null,
  made: readonly unknown[],
): void {
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    const chart = live.current
    const loading = latest.current?.()
    if (!chart || !loading) return undefined
    if (typeof loading === 'function') return chart.add(loading)
    let remove = () => {}
    let isOver = false
    const add = async () => {
      const make = await loading
      if (!isOver) remove = chart.add(make)
    }
    add().catch(reportError)
    return () => {
      isOver = true
      remove()
    }
    // The caller says what the addition is made of.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [live, ...made])
}

/** Call it behind the hook that opens the chart: a new chart gets its additions in the same commit. */
export function useChartAdditions(options: AdditionsOptions): void {
  const { live, legend, client, instrument, interval, choices, fills, samples, hand } = options
  const { onHiddenDrawings: onHidden, compared, comparedLegend } = options
  const { kind, scale, indicators, profile } = choices
  const drawings = drawingsOn(choices, instrument.symbol)
  const chart = [client, instrument, interval] as const
  useEffect(() => live.current?.setScale(scale), [live, scale, client, instrument, interval])
  useAddition(
    live,
    kind === 'candles'
      ? null
      : async () => {
          const { openKind } = await import('./additions/kinds.ts')
          return (surface) => openKind(surface, theme(), kind)
        },
    [...chart, kind],
  )
  useAddition(
    live,
    indicators.length === 0
      ? null
      : async () => {
          const { openStudies } = await import('./additions/studies.ts')
          const places = placesOf(instrument.tickSize, 2)
          const element = legend.current ?? document.createElement('p')
          const look = { theme: theme(), places, length: INTERVALS[interval], legend: element, samples }
          return (surface) => openStudies(surface, look, indicators)
        },
    [...chart, indicators, samples],
  )
  useAddition(
    live,
    fills.length === 0
      ? null
      : async () => {
          const { openFillMarks } = await import('./additions/fillMarks.ts')
          return (surface) => openFillMarks(surface, theme(), fills, INTERVALS[interval])
        },
    [...chart, fills],
  )
  useAddition(
    live,
    profile
      ? async () => {
          const { openProfile } = await import('./additions/profileBars.ts')
          return (surface) => openProfile(surface, theme())
        }
      : null,
    [...chart, profile],
  )
  useAddition(
    live,
    compared === null
      ? null
      : async () => {
          const { openCompareLine } = await import('./compare/compareLine.ts')
          const element = comparedLegend.current ?? document.createElement('p')
          const look = { theme: theme(), legend: element }
          return (surface) =>
            openCompareLine(surface, { ...look, client, symbol: compared, interval, turn: nextTurn() })
        },
    [...chart, compared],
  )
  const { state } = hand
  const isDrawn = drawings.length > 0 || hand.tool !== null
  useEffect(() => state.take(drawings), [state, drawings])
  useAddition(
    live,
    isDrawn
      ? () => {
          const look = {
            theme: theme(),
            places: placesOf(instrument.tickSize, 2),
            length: INTERVALS[interval],
          }
          const makeBy =
            ({ openDrawings }: Awaited<ReturnType<typeof loadShapes>>): Make =>
            (surface) => {
              const shapes = openDrawings(surface, { ...look, instrument, hand: state, onHidden })
              state.enter(shapes)
              return shapes
            }
          const loaded = loadedShapes()
          if (loaded !== null) return makeBy(loaded)
          const load = async () => makeBy(await loadShapes())
          return load()
        }
      : null,
    [...chart, isDrawn],
  )
  // The drawings of a chart that is gone are at no place.
  useEffect(() => () => state.leave(), [state, client, instrument, interval])
  useEffect(() => {
    const element = legend.current
    return () => element?.replaceChildren()
  }, [legend, client, instrument, interval, indicators])
}
