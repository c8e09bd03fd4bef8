/** A candle chart: its head, its canvas with legend and marks, and its lines in words. Renders on props only; ticks reach the chart without React. */

import './chart.css'
import { useContext, useMemo, useRef, useState, type ReactElement } from 'react'
import type { CandleGap, Interval } from '../../../shared/domain/candles/candle.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { chartLines, fillWords, gapWords, type ChartedInstrument, type ChartLine } from './chartModel.ts'
import type { ChartProps } from './chartProps.ts'
import { zoneName } from '../../format/times.ts'
import { theme } from '../../style/theme.ts'
import { titledPicture } from './canvas/titledPicture.ts'
import { LookContext } from '../../ui/look.ts'
import { ChartHead, KIND_NAMES, nextKind, nextScale } from './ChartHead.tsx'
import { ChartSheets, type OpenChoice } from './choices/ChartSheets.tsx'
import { IntervalField } from './choices/IntervalField.tsx'
import { useChartKeys } from './useChartKeys.ts'
import { useLiveChart, type ShownChart } from './useLiveChart.ts'
import { useOrderMoves } from './orders/useOrderMoves.ts'
import { useChartAdditions } from './useChartAdditions.ts'

const NO_FILLS: NonNullable<ChartProps['fills']> = []
const FILLS_UNREAD = 'Own trades ~'

/** Candles of one instrument with a customer's orders and position as lines. */
export function PriceChart(props: ChartProps): ReactElement {
  // Colors, marks and times of a canvas are those of its opening.
  const { revision } = useContext(LookContext)
  return <DrawnChart key={revision} {...props} />
}

function DrawnChart(props: ChartProps): ReactElement {
  const { client, interval, orders, position, unrealised, onPicture, choices, dealing } = props
  const { fills = NO_FILLS, fillsUnread = null, liquidation = null } = props
  const { symbol, tickSize, lotSize } = props.instrument
  const instrument = useMemo(() => ({ symbol, tickSize, lotSize }), [symbol, tickSize, lotSize])
  const container = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLParagraphElement>(null)
  const panel = useRef<HTMLElement>(null)
  const figures = useRef<HTMLParagraphElement>(null)
  const [open, setOpen] = useState<OpenChoice>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const ghost = dealing?.ghost ?? null
  const lines = useMemo(
    () => chartLines(instrument, orders, position, unrealised, { selected, ghost, liquidation }),
    [instrument, orders, position, unrealised, selected, ghost, liquidation],
  )
  const clock = dealing?.clock
  const chart = useLiveChart({ container, legend, client, instrument, interval, lines, clock })
  const { live, gaps } = chart
  const old = whyOld(chart, props.tradesLost === true)
  useOrderMoves({ container, live, instrument, orders, lines, old, selected, onSelect: setSelected, dealing })
  const [hiddenDrawings, onHiddenDrawings] = useState(0)
  useChartAdditions({
    live,
    legend: figures,
    client,
    instrument,
    interval,
    choices,
    fills,
    onHiddenDrawings,
  })
  const takePicture = (to: 'file' | 'clipboard') => {
    if (!live.current || !onPicture) return
    const title = [
      symbol,
      interval,
      KIND_NAMES[choices.kind],
      zoneWords(interval),
      ...(old === null ? [] : [`OLD: ${old}`]),
      ...(fillsUnread === null ? [] : [FILLS_UNREAD]),
      ...(hiddenDrawings === 0 ? [] : [hiddenWords(hiddenDrawings)]),
      ...partsOf(legend.current),
      ...partsOf(figures.current),
    ]
    onPicture(titledPicture(live.current.picture(), title, theme(), devicePixelRatio), to)
  }
  useChartKeys({
    panel,
    container,
    live,
    acts: {
      Comma: () => setOpen('interval'),
      KeyD: () => setOpen('drawings'),
      KeyI: () => setOpen('indicators'),
      KeyK: () => props.onChoices({ kind: nextKind(choices.kind, 1) }),
      'Shift+KeyK': () => props.onChoices({ kind: nextKind(choices.kind, -1) }),
      KeyV: () => props.onChoices({ profile: !choices.profile }),
      KeyP: () => takePicture('file'),
      'Shift+KeyP': () => takePicture('clipboard'),
      KeyL: () => props.onChoices({ scale: nextScale(choices.scale) }),
    },
  })
  return (
    <section ref={panel} className="chart" aria-label={`Chart ${symbol}`}>
      <ChartHead {...props} onIndicators={() => setOpen('indicators')} />
      {props.account}
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
            title="Save the chart as a picture: key P. To the clipboard: Shift P"
            onClick={() => takePicture('file')}
          >
            Picture
          </button>
        )}
        <OldMark why={old} />
        <p ref={legend} className="chart-legend" />
        <p ref={figures} className="chart-studies" aria-label="Indicators" role="note" />
        <span className="chart-zone">{zoneWords(interval)}</span>
        <ChartNotes chart={chart} fillsUnread={fillsUnread} hiddenDrawings={hiddenDrawings} />
        {dealing && dealing.proposal !== null && (
          <div className="chart-proposal" role="status">
            <b>{dealing.proposal}</b>
            <span>Enter sends · Esc drops</span>
          </div>
        )}
        {open === 'interval' && (
          <IntervalField
            onInterval={(chosen) => props.onInterval(chosen)}
            onClose={() => setOpen(null)}
            onLeave={() => {
              setOpen(null)
              container.current?.focus()
            }}
          />
        )}
      </div>
      <ChartWords lines={lines} fills={fills} fillsUnread={fillsUnread} gaps={gaps} instrument={instrument} />
      <ChartSheets
        open={open}
        live={live}
        symbol={symbol}
        interval={interval}
        choices={choices}
        onChoices={(change) => props.onChoices(change)}
        onClose={() => setOpen(null)}
      />
    </section>
  )
}

interface WordsProps {
  readonly lines: readonly ChartLine[]
  readonly fills: readonly Trade[]
  readonly fillsUnread: string | null
  readonly gaps: readonly CandleGap[]
  readonly instrument: ChartedInstrument
}

/** What the canvas shows, for screen readers. */
const ChartWords = ({ lines, fills, fillsUnread, gaps, instrument }: WordsProps) => (
  <>
    <ul className="hidden-visually" aria-label="Lines">
      {lines.map(({ id, words }) => (
        <li key={id}>{words}</li>
      ))}
    </ul>
    <ul className="hidden-visually" aria-label="Own trades">
      {fillsUnread !== null && <li>{fillsUnread}</li>}
      {fills.map((fill) => (
        <li key={fill.code}>{fillWords(fill, instrument)}</li>
      ))}
    </ul>
    <ul className="hidden-visually" aria-label="Times not known">
      {gaps.map((gap) => (
        <li key={gap.from}>{gapWords(gap)}</li>
      ))}
    </ul>
  </>
)

/** The zone of the times, and where a week begins. */
const zoneWords = (interval: Interval): string =>
  interval === '1w' ? `${zoneName()} · weeks from Monday 00:00 UTC` : zoneName()

/** Why the candles on screen do not change; null while they do. */
const whyOld = ({ isOld, isEmpty }: ShownChart, areTradesLost: boolean): string | null =>
  isOld ? 'no link to the core' : areTradesLost && !isEmpty ? 'no stream of trades' : null

const OldMark = ({ why }: { readonly why: string | null }) =>
  why !== null && (
    <p className="chart-old stale" role="status">
      <b>OLD: {why}</b>
    </p>
  )

/** Each part of a legend as text. */
const partsOf = (legend: HTMLElement | null): string[] =>
  [...(legend?.children ?? [])].map((part) => part.textContent)

const hiddenWords = (count: number): string =>
  count === 1 ? '1 drawing not shown' : `${count} drawings not shown`

interface NotesProps {
  readonly chart: ShownChart
  readonly fillsUnread: string | null
  /** Drawings that begin before the oldest candle held. */
  readonly hiddenDrawings: number
}

const ChartNotes = ({
  chart: { live, unread, isAway, isEmpty },
  fillsUnread,
  hiddenDrawings,
}: NotesProps) => (
  <>
    {unread !== null && (
      <p className="chart-unread" role="status">
        More of the past could not be read: {unread} Scroll again to read it again.
      </p>
    )}
    {hiddenDrawings > 0 && (
      <p
        className={fillsUnread === null ? 'chart-fills-unread' : 'chart-fills-unread above'}
        title="They begin before the oldest candle that the chart holds. Scroll back to read older candles."
      >
        {hiddenWords(hiddenDrawings)}
      </p>
    )}
    {fillsUnread !== null && (
      <p className="chart-fills-unread" title={fillsUnread}>
        {FILLS_UNREAD}
      </p>
    )}
    {isAway && (
      <button type="button" className="chart-live" title="Key End" onClick={() => live.current?.move('live')}>
        Back to live
      </button>
    )}
    {isEmpty && (
      <p className="chart-empty" role="status">
        No trades read yet
      </p>
    )}
  </>
)
