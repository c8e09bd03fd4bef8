/** Hosts a candle chart: its head, legend and list of lines. Renders on props only; ticks go to the chart by themselves. */

import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import {
  INTERVALS,
  type Candle,
  type CandleGap,
  type Interval,
} from '../../../shared/domain/candles/candle.ts'
import { changesOnly } from '../../live/changesOnly.ts'
import { theme } from '../../style/theme.ts'
import './chart.css'
import { chartLines, gapWords, isUp, legendOf, type ChartedInstrument } from './chartModel.ts'
import type { ChartProps } from './chartProps.ts'
import { chartTurns, LiveChart, type ChartMove } from './liveChart.ts'

/** Between legend and price axis, px. */
const LEGEND_GAP = 6

/** What keys do while the candles have the focus. */
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

const intervals = Object.keys(INTERVALS) as readonly Interval[]

/** Candles of one instrument with a customer's orders and position as lines: `,` then a digit chooses the interval. */
export function PriceChart(props: ChartProps): ReactElement {
  const { client, interval, orders, position, unrealised } = props
  const { symbol, tickSize, lotSize } = props.instrument
  const instrument = useMemo(() => ({ symbol, tickSize, lotSize }), [symbol, tickSize, lotSize])
  const container = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLParagraphElement>(null)
  const live = useRef<LiveChart | null>(null)
  const panel = useRef<HTMLElement>(null)
  const [empty, setEmpty] = useState(true)
  const [old, setOld] = useState(false)
  const [away, setAway] = useState(false)
  const [unread, setUnread] = useState<string | null>(null)
  const [gaps, setGaps] = useState<readonly CandleGap[]>([])
  const why = old ? 'no link to the core' : props.tapeLost && !empty ? 'no stream of trades' : null
  const lines = useMemo(
    () => chartLines(instrument, orders, position, unrealised),
    [instrument, orders, position, unrealised],
  )
  const latest = useRef({ lines, onInterval: (of: Interval) => props.onInterval(of) })
  useEffect(() => {
    latest.current = { lines, onInterval: (of) => props.onInterval(of) }
  })
  useEffect(() => live.current?.setLines(lines), [lines])

  useEffect(() => {
    const at = container.current
    if (!at) return undefined
    const tellEmpty = changesOnly(setEmpty)
    const chart = new LiveChart(at, {
      client,
      instrument,
      interval,
      theme: theme(),
      scheduler,
      turn: nextTurn(),
      onError: reportError,
      onOld: changesOnly(setOld),
      onAway: setAway,
      onGaps: setGaps,
      onUnread: setUnread,
      onBar: (candle, gap, axisWidth) => {
        if (gap === null) tellEmpty(candle === null)
        if (!legend.current) return
        writeLegend(legend.current, candle, gap, instrument)
        legend.current.style.right = `${axisWidth + LEGEND_GAP}px`
      },
    })
    live.current = chart
    setAway(false)
    setUnread(null)
    chart.setLines(latest.current.lines)
    const sizes = new ResizeObserver(() => chart.resize(at.clientWidth, at.clientHeight))
    sizes.observe(at)
    return () => {
      live.current = null
      sizes.disconnect()
      chart.close()
    }
  }, [client, instrument, interval])

  useEffect(() => {
    const at = panel.current
    let choosing = false
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]
      const chosen = choosing && digit !== undefined ? intervals[Number(digit) - 1] : undefined
      choosing = event.code === 'Comma'
      if (chosen) latest.current.onInterval(chosen)
      const move = event.target === container.current ? MOVES[event.key] : undefined
      if (move) live.current?.move(move)
      if (chosen || choosing || move) event.preventDefault()
    }
    at?.addEventListener('keydown', onKey)
    return () => at?.removeEventListener('keydown', onKey)
  }, [])

  return (
    <section ref={panel} className="chart" aria-label={`Chart ${symbol}`}>
      <header className="chart-head">
        <strong>{symbol}</strong>
        <div className="chart-intervals" role="group" aria-label="Interval">
          {intervals.map((of, n) => (
            <button
              key={of}
              type="button"
              aria-pressed={of === interval}
              title={`Keys , ${n + 1}`}
              onClick={() => props.onInterval(of)}
            >
              {of}
            </button>
          ))}
        </div>
        {props.facts !== undefined && <span className="chart-facts">{props.facts}</span>}
      </header>
      <div className="chart-frame">
        <div
          ref={container}
          className="chart-canvas"
          role="application"
          tabIndex={0}
          aria-label={`Candles ${symbol} ${interval}`}
        />
        {props.onPicture && (
          <button
            type="button"
            className="chart-picture"
            title="Save the chart as a picture"
            onClick={() => {
              if (live.current) props.onPicture?.(live.current.picture())
            }}
          >
            Picture
          </button>
        )}
        {why !== null && (
          <p className="chart-old stale" role="status">
            <b>OLD: {why}</b>
          </p>
        )}
        <p ref={legend} className="chart-legend" />
        {unread !== null && (
          <p className="chart-unread" role="status">
            More of the past could not be read: {unread} Scroll again to ask again.
          </p>
        )}
        {away && (
          <button
            type="button"
            className="chart-live"
            title="Key End"
            onClick={() => live.current?.move('live')}
          >
            Back to live
          </button>
        )}
        {empty && (
          <p className="chart-empty" role="status">
            No trades yet
          </p>
        )}
      </div>
      <ul className="hidden-visually" aria-label="Lines">
        {lines.map((of) => (
          <li key={of.id}>{of.words}</li>
        ))}
      </ul>
      <ul className="hidden-visually" aria-label="Times not known">
        {gaps.map((of) => (
          <li key={of.from}>{gapWords(of)}</li>
        ))}
      </ul>
    </section>
  )
}

const scheduler = {
  request: (run: (timeMs: number) => void) => requestAnimationFrame(run),
  cancel: (id: number) => cancelAnimationFrame(id),
}

const nextTurn = chartTurns(scheduler)

function writeLegend(
  at: HTMLElement,
  candle: Candle | null,
  gap: CandleGap | null,
  instrument: ChartedInstrument,
): void {
  const parts = [
    ...(candle === null ? [] : legendOf(candle, instrument)),
    ...(gap === null ? [] : [{ name: gapWords(gap), text: '' }]),
  ]
  while (at.children.length < parts.length) at.append(document.createElement('span'))
  while (at.children.length > parts.length) at.lastElementChild?.remove()
  parts.forEach(({ name, text }, n) => {
    const part = at.children[n]
    const words = `${name} ${text}`.trim()
    if (part && part.textContent !== words) part.textContent = words
  })
  at.dataset['direction'] = candle === null ? '' : isUp(candle) ? 'up' : 'down'
}
