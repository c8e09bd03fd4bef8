/** A candle chart: its head, its canvas with legend and marks, and its lines in words. Renders on props only; ticks reach the chart without React. */

import './chart.css'
import { lazy, Suspense, useContext, useMemo, useRef, useState, type ReactElement } from 'react'
import { chartLines, gapWords } from './chartModel.ts'
import type { ChartProps } from './chartProps.ts'
import { zoneName } from '../../format/times.ts'
import { LookContext } from '../../ui/look.ts'
import { CHART_INTERVALS, useChartKeys } from './useChartKeys.ts'
import { useLiveChart, type ShownChart } from './useLiveChart.ts'
import { useStudies } from './useStudies.ts'

const IndicatorSheet = lazy(() => import('./choices/IndicatorSheet.tsx'))

/** Candles of one instrument with a customer's orders and position as lines. */
export function PriceChart(props: ChartProps): ReactElement {
  // Colors, marks and times of a canvas are those of its opening.
  const { revision } = useContext(LookContext)
  return <DrawnChart key={revision} {...props} />
}

function DrawnChart(props: ChartProps): ReactElement {
  const { client, interval, orders, position, unrealised, onPicture, choices } = props
  const { symbol, tickSize, lotSize } = props.instrument
  const instrument = useMemo(() => ({ symbol, tickSize, lotSize }), [symbol, tickSize, lotSize])
  const container = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLParagraphElement>(null)
  const panel = useRef<HTMLElement>(null)
  const figures = useRef<HTMLParagraphElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const lines = useMemo(
    () => chartLines(instrument, orders, position, unrealised),
    [instrument, orders, position, unrealised],
  )
  const chart = useLiveChart({ container, legend, client, instrument, interval, lines })
  const { live, gaps } = chart
  useStudies({ live, legend: figures, instrument, interval, indicators: choices.indicators })
  useChartKeys({
    panel,
    container,
    live,
    onInterval: (chosen) => props.onInterval(chosen),
    acts: { KeyI: () => setChoosing(true) },
  })
  return (
    <section ref={panel} className="chart" aria-label={`Chart ${symbol}`}>
      <ChartHead {...props} />
      <div className="chart-frame">
        <div
          ref={container}
          className="chart-canvas"
          role="application"
          tabIndex={0}
          aria-label={`Candles ${symbol} ${interval}`}
        />
        {onPicture && (
          <button
            type="button"
            className="chart-picture"
            title="Save the chart as a picture"
            onClick={() => {
              if (live.current) onPicture(live.current.picture())
            }}
          >
            Picture
          </button>
        )}
        <OldMark isOld={chart.isOld} areTradesLost={props.tradesLost === true && !chart.isEmpty} />
        <p ref={legend} className="chart-legend" />
        <p ref={figures} className="chart-studies" aria-label="Indicators" role="note" />
        <span className="chart-zone">{zoneName()}</span>
        <ChartNotes chart={chart} />
      </div>
      <ul className="hidden-visually" aria-label="Lines">
        {lines.map(({ id, words }) => (
          <li key={id}>{words}</li>
        ))}
      </ul>
      <ul className="hidden-visually" aria-label="Times not known">
        {gaps.map((gap) => (
          <li key={gap.from}>{gapWords(gap)}</li>
        ))}
      </ul>
      {isChoosing && (
        <Suspense>
          <IndicatorSheet
            chart={`${symbol} ${interval}`}
            indicators={choices.indicators}
            newest={() => live.current?.newest ?? 0}
            onChange={(indicators) => props.onChoices({ indicators: [...indicators] })}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

const ChartHead = ({ instrument, interval, facts, ...props }: ChartProps) => (
  <header className="chart-head">
    <strong>{instrument.symbol}</strong>
    <div className="chart-intervals" role="group" aria-label="Interval">
      {CHART_INTERVALS.map((choice, place) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === interval}
          title={`Keys , ${place + 1}`}
          onClick={() => props.onInterval(choice)}
        >
          {choice}
        </button>
      ))}
    </div>
    {facts !== undefined && <span className="chart-facts">{facts}</span>}
  </header>
)

/** Why the candles on screen do not change. */
function OldMark({ isOld, areTradesLost }: { readonly isOld: boolean; readonly areTradesLost: boolean }) {
  const why = isOld ? 'no link to the core' : areTradesLost ? 'no stream of trades' : null
  return (
    why !== null && (
      <p className="chart-old stale" role="status">
        <b>OLD: {why}</b>
      </p>
    )
  )
}

const ChartNotes = ({ chart: { live, unread, isAway, isEmpty } }: { readonly chart: ShownChart }) => (
  <>
    {unread !== null && (
      <p className="chart-unread" role="status">
        More of the past could not be read: {unread} Scroll again to read it again.
      </p>
    )}
    {isAway && (
      <button type="button" className="chart-live" title="Key End" onClick={() => live.current?.move('live')}>
        Back to live
      </button>
    )}
    {isEmpty && (
      <p className="chart-empty" role="status">
        No trades yet
      </p>
    )}
  </>
)
