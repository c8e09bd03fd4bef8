/** A candle chart: its head, its canvas with legend and marks, and its lines in words. Renders on props only; ticks reach the chart without React. */

import './chart.css'
import { useContext, useMemo, useRef, useState, type ReactElement } from 'react'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Interval } from '../../../shared/domain/candles/candle.ts'
import { chartLines } from './chartModel.ts'
import { usePriceAlerts } from './alerts/usePriceAlerts.ts'
import type { ChartProps, Comparable } from './chartProps.ts'
import { zoneName } from '../../format/times.ts'
import { LookContext } from '../../ui/look.ts'
import { ChartHead, KIND_NAMES, nextKind, nextScale } from './ChartHead.tsx'
import { ChartSheets, type OpenChoice } from './choices/ChartSheets.tsx'
import { IntervalField } from './choices/IntervalField.tsx'
import { useChartMenu } from './choices/useChartMenu.tsx'
import { ChartNotes, OldMark, shortNotes, ToolHint, WaitingChange } from './notes/ChartNotes.tsx'
import { ChartWords } from './notes/ChartWords.tsx'
import { drawingsOn } from '../../state/stores/chartChoices.ts'
import { useDrawings, type DrawingHistories } from './byHand/useDrawings.ts'
import { useChartKeys } from './useChartKeys.ts'
import { useChartPicture } from './useChartPicture.ts'
import { useLiveChart, type ShownChart } from './useLiveChart.ts'
import { useOrderMoves } from './orders/useOrderMoves.ts'
import { useChartAdditions } from './useChartAdditions.ts'
import { comparedWith } from './compare/compared.ts'
import { NO_SAMPLES } from './indicators/sampled.ts'

const NO_FILLS: NonNullable<ChartProps['fills']> = []
const NOTHING_TO_COMPARE: Comparable = { instruments: [], isLost: false }

/** Candles of one instrument with a customer's orders and position as lines. */
export function PriceChart(props: ChartProps): ReactElement {
  // Colors, marks and times of a canvas are those of its opening.
  const { revision } = useContext(LookContext)
  const [histories] = useState<DrawingHistories>(() => new Map())
  return <DrawnChart key={revision} histories={histories} {...props} />
}

function DrawnChart(props: ChartProps & { readonly histories: DrawingHistories }): ReactElement {
  const { client, interval, orders, position, unrealised, onPicture, choices, dealing } = props
  const { fills = NO_FILLS, fillsUnread = null, liquidation = null, samples = NO_SAMPLES } = props
  const { comparable = NOTHING_TO_COMPARE } = props
  const { symbol, tickSize, lotSize } = props.instrument
  const instrument = useMemo(() => ({ symbol, tickSize, lotSize }), [symbol, tickSize, lotSize])
  const container = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLParagraphElement>(null)
  const comparedLegend = useRef<HTMLParagraphElement>(null)
  const panel = useRef<HTMLElement>(null)
  const figures = useRef<HTMLParagraphElement>(null)
  const [open, setOpen] = useState<OpenChoice>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const ghost = dealing?.ghost ?? null
  const { onAlert } = props
  const { alerts, unsure: alertsUnsure } = usePriceAlerts(client, onAlert ? symbol : null)
  const lines = useMemo(
    () => chartLines(instrument, orders, position, unrealised, { selected, ghost, liquidation, alerts }),
    [instrument, orders, position, unrealised, selected, ghost, liquidation, alerts],
  )
  const clock = dealing?.clock
  const chart = useLiveChart({ container, legend, client, instrument, interval, lines, clock })
  const { live, gaps } = chart
  const old = whyOld(chart, props.tradesLost === true)
  const hand = useDrawings({
    panel,
    container,
    live,
    symbol,
    drawings: drawingsOn(choices, symbol),
    histories: props.histories,
    onChange: (drawings) => props.onChoices({ drawings: { ...choices.drawings, [symbol]: [...drawings] } }),
    isWaiting: dealing !== undefined && dealing.proposal !== null,
    onDrop: () => dealing?.onDrop(),
  })
  const isDrawing = hand.tool !== null
  const moves = { container, live, instrument, orders, lines, old, selected, isDrawing, dealing }
  useOrderMoves({ ...moves, onSelect: setSelected })
  const [hiddenDrawings, onHiddenDrawings] = useState(0)
  const compared = comparedWith(choices.compare, symbol, comparable)
  useChartAdditions({
    live,
    compared: compared.symbol,
    comparedLegend,
    legend: figures,
    client,
    instrument,
    interval,
    choices,
    fills,
    samples,
    hand,
    onHiddenDrawings,
  })
  const { menu, openTools } = useChartMenu({ container, live, instrument, hand, onAlert })
  const short = shortNotes({ interval, fillsUnread, alertsUnsure, hiddenDrawings, compared: compared.note })
  const takePicture = useChartPicture({ live, legends: [legend, comparedLegend, figures], onPicture }, () => [
    shownCode(symbol),
    interval,
    KIND_NAMES[choices.kind],
    zoneWords(interval),
    ...(old === null ? [] : [`OLD: ${old}`]),
    ...(chart.isReading ? ['older candles not read yet'] : []),
    ...short.map(({ words }) => words),
  ])
  const acts = chartActs(props, { live, onAlert, openTools, takePicture, open: setOpen })
  useChartKeys({ panel, container, live, acts })
  return (
    <section ref={panel} className="chart" aria-label={`Chart ${shownCode(symbol)}`}>
      <ChartHead {...props} onIndicators={() => setOpen('indicators')} onTools={openTools} />
      {props.account}
      <div className="chart-frame">
        <div
          ref={container}
          className={isDrawing ? 'chart-canvas drawing' : 'chart-canvas'}
          role="application"
          tabIndex={0}
          aria-label={`Candles ${shownCode(symbol)} ${interval}`}
        />
        {onPicture && <PictureButton onPicture={() => takePicture('file')} />}
        <OldMark why={old} />
        <p ref={legend} className="chart-legend" />
        <p ref={comparedLegend} className="chart-compare" aria-label="Compared instrument" role="note" />
        <p ref={figures} className="chart-studies" aria-label="Indicators" role="note" />
        <span className="chart-zone">{zoneWords(interval)}</span>
        <ChartNotes chart={chart} short={short} />
        {menu}
        <ToolHint words={hand.hint} />
        <WaitingChange sentence={dealing?.proposal ?? null} />
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
        instruments={comparable.instruments}
        onDrawings={hand.change}
        onChoices={(change) => props.onChoices(change)}
        onClose={() => setOpen(null)}
      />
    </section>
  )
}

interface ActsOptions {
  readonly live: ShownChart['live']
  readonly onAlert: ChartProps['onAlert']
  readonly openTools: () => void
  readonly takePicture: (to: 'file' | 'clipboard') => void
  readonly open: (choice: OpenChoice) => void
}

/** By the chord that a binding of the chart comes with. */
const chartActs = (
  { choices, onChoices }: Pick<ChartProps, 'choices' | 'onChoices'>,
  { live, onAlert, openTools, takePicture, open }: ActsOptions,
): Readonly<Record<string, () => void>> => ({
  Comma: () => open('interval'),
  KeyA: () => onAlert?.(live.current?.crosshairTick ?? null),
  KeyC: () => (choices.compare === null ? open('compare') : onChoices({ compare: null })),
  KeyD: () => open('drawings'),
  KeyT: openTools,
  KeyI: () => open('indicators'),
  KeyK: () => onChoices({ kind: nextKind(choices.kind, 1) }),
  'Shift+KeyK': () => onChoices({ kind: nextKind(choices.kind, -1) }),
  KeyV: () => onChoices({ profile: !choices.profile }),
  KeyP: () => takePicture('file'),
  'Shift+KeyP': () => takePicture('clipboard'),
  KeyL: () => onChoices({ scale: nextScale(choices.scale) }),
})

const PictureButton = ({ onPicture }: { readonly onPicture: () => void }) => (
  <button
    type="button"
    className="chart-picture"
    title="Save the chart as a picture: key P. To the clipboard: Shift P"
    onClick={onPicture}
  >
    Picture
  </button>
)

/** The zone of the times, and where a week begins. */
const zoneWords = (interval: Interval): string =>
  interval === '1w' ? `${zoneName()} · weeks from Monday 00:00 UTC` : zoneName()

/** Why the candles on screen do not change; null while they do. */
const whyOld = ({ isOld, isEmpty }: ShownChart, areTradesLost: boolean): string | null =>
  isOld ? 'no link to the core' : areTradesLost && !isEmpty ? 'no stream of trades' : null
