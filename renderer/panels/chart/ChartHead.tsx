/** The head of a chart: instrument, intervals, and buttons for kind, scale and indicators with their keys. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { INTERVALS, type Interval } from '../../../shared/domain/candles/candle.ts'
import {
  CHART_KINDS,
  CHART_SCALES,
  type ChartKind,
  type ChartScale,
} from '../../state/stores/chartChoices.ts'
import type { ChartProps } from './chartProps.ts'

/** With a button each. The others are typed. */
const BUTTONS: readonly Interval[] = ['5s', '1m', '5m', '15m', '1h', '4h', '1d']

export const KIND_NAMES: Readonly<Record<ChartKind, string>> = {
  candles: 'Candles',
  bars: 'Bars',
  line: 'Line',
  area: 'Area',
  'heikin-ashi': 'Heikin-Ashi',
}
export const SCALE_NAMES: Readonly<Record<ChartScale, string>> = {
  linear: 'Linear',
  logarithmic: 'Log',
  percent: 'Percent',
}

/** The entry `by` places behind another, round and round. */
const turned = <T,>(all: readonly T[], from: T, by: number): T =>
  all[(all.indexOf(from) + by + all.length) % all.length] ?? from

export const nextKind = (kind: ChartKind, by: 1 | -1): ChartKind => turned(CHART_KINDS, kind, by)
export const nextScale = (scale: ChartScale): ChartScale => turned(CHART_SCALES, scale, 1)

export function ChartHead({
  instrument,
  interval,
  choices,
  facts,
  onIndicators,
  onTools,
  ...props
}: ChartProps & { readonly onIndicators: () => void; readonly onTools: () => void }) {
  const shown = BUTTONS.includes(interval) ? BUTTONS : [...BUTTONS, interval].toSorted(byLength)
  return (
    <header className="chart-head">
      <strong>{shownCode(instrument.symbol)}</strong>
      <div className="chart-intervals" role="group" aria-label="Interval">
        {shown.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === interval}
            data-interval={choice}
            title={`Keys , ${typedText(choice)} Enter`}
            onClick={() => props.onInterval(choice)}
          >
            {choice}
          </button>
        ))}
      </div>
      <div className="chart-intervals chart-looks" role="group" aria-label="Look">
        <button
          type="button"
          title="Next kind: key K"
          onClick={() => props.onChoices({ kind: nextKind(choices.kind, 1) })}
        >
          {KIND_NAMES[choices.kind]}
        </button>
        <button
          type="button"
          title="Next scale: key L"
          data-scale={choices.scale}
          onClick={() => props.onChoices({ scale: nextScale(choices.scale) })}
        >
          {SCALE_NAMES[choices.scale]}
        </button>
        <button type="button" title="Indicators: key I" onClick={onIndicators}>
          ƒ
        </button>
        <button type="button" data-tools title="Draw with the mouse: key T" onClick={onTools}>
          ✎
        </button>
      </div>
      {facts !== undefined && <span className="chart-facts">{facts}</span>}
    </header>
  )
}

const byLength = (a: Interval, b: Interval): number => INTERVALS[a] - INTERVALS[b]

/** What a dealer types for an interval: minutes without a unit. */
const typedText = (interval: Interval): string => (interval.endsWith('m') ? interval.slice(0, -1) : interval)
