/** A candle chart: its head, its canvas with legend and marks, and its lines in words. Renders on props only; ticks reach the chart without React. */

import './chart.css'
import { lazy, Suspense, useContext, useMemo, useRef, useState, type ReactElement } from 'react'
import { chartLines, gapWords } from './chartModel.ts'
import type { ChartProps } from './chartProps.ts'
import { zoneName } from '../../format/times.ts'
import { LookContext } from '../../ui/look.ts'
import { ChartHead, nextKind, nextScale } from './ChartHead.tsx'
import { IntervalField } from './choices/IntervalField.tsx'
import { useChartKeys } from './useChartKeys.ts'
import { useLiveChart, type ShownChart } from './useLiveChart.ts'
import { useChartAdditions } from './useChartAdditions.ts'

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
  const [open, setOpen] = useState<'indicators' | 'interval' | null>(null)
  const lines = useMemo(
    () => chartLines(instrument, orders, position, unrealised),
    [instrument, orders, position, unrealised],
  )
  const chart = useLiveChart({ container, legend, client, instrument, interval, lines })
  const { live, gaps } = chart
  useChartAdditions({ live, legend: figures, client, instrument, interval, choices })
  useChartKeys({
    panel,
    container,
    live,
    acts: {
      Comma: () => setOpen('interval'),
      KeyI: () => setOpen('indicators'),
      KeyK: () => props.onChoices({ kind: nextKind(choices.kind, 1) }),
      'Shift+KeyK': () => props.onChoices({ kind: nextKind(choices.kind, -1) }),
      KeyL: () => props.onChoices({ scale: nextScale(choices.scale) }),
    },
  })
  return (
    <section ref={panel} className="chart" aria-label={`Chart ${symbol}`}>
      <ChartHead {...props} onIndicators={() => setOpen('indicators')} />
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
        {open === 'interval' && (
          <IntervalField
            onInterval={(chosen) => props.onInterval(chosen)}
            onLeave={() => {
              setOpen(null)
              container.current?.focus()
            }}
          />
        )}
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
      {open === 'indicators' && (
        <Suspense>
          <IndicatorSheet
            chart={`${symbol} ${interval}`}
            indicators={choices.indicators}
            newest={() => live.current?.newest ?? 0}
            onChange={(indicators) => props.onChoices({ indicators: [...indicators] })}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

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
