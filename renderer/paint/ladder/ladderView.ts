/** Turns view state and book into plain records with every text ready. Pure; calls no canvas. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import { bookDoubt, HEADER, middleRow, type BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import {
  COLUMN_NAMES,
  firstRowY,
  FULL_LADDER,
  layoutOf,
  PAD,
  volumeColumn,
  type Column,
  type ColumnName,
  type Columns,
  type LadderMetrics,
} from './ladderLayout.ts'
import { awayLine, type AwayLine } from './away/awayLine.ts'
import { priceOfRow, type BookCondition, type LadderState, type RowSize } from './ladderModel.ts'
import { warningOf } from './ladderWarning.ts'
import { markLabel, type LadderMark, type MarkedRows, type MarkKind } from './markedRows.ts'
import { decimalsOf, fittedText, leastText, unitsText } from './numberText.ts'
import { NO_QUEUES, type Queues } from './queueEstimate.ts'
import { offView } from './away/offView.ts'
import { blockOf, type OrderBlock } from './orderBlock.ts'
import { jointAt, legLabels, NO_LABELS, type Joint, type LegLabel } from './orderLegs.ts'
import type { DrawnOrder, OwnOrders } from './ownOrders.ts'
import { depthInView, largest, lastOf, recentTrades, restingNear, volumeInView } from './rowAmounts.ts'

export interface RowRecord {
  readonly row: number
  /** CSS px from the top of the canvas. */
  readonly y: number
  readonly priceText: string
  /** The side of the touch that the row is on. */
  readonly side: 'bid' | 'ask' | 'inside'
  /** Empty where nothing rests. */
  readonly bidText: string
  readonly askText: string
  /** Depth bars, CSS px from the price column outwards. */
  readonly bidBar: number
  readonly askBar: number
  /** Traded at the row since the count began, empty for none; its bar grows from the left. A compact ladder has bars only, behind the own orders. */
  readonly volumeText: string
  readonly volumeBar: number
  readonly last: { readonly text: string; readonly direction: 'up' | 'down' | 'same' } | null
  /** A trade of the last seconds, where it is not the last one; it fades from 0 to 2. */
  readonly print: {
    readonly text: string
    readonly direction: 'up' | 'down' | 'same'
    readonly fade: 0 | 1 | 2
  } | null
  readonly workBuy: OrderBlock | null
  readonly workSell: OrderBlock | null
  /** What rests ahead of the own order, such as `~3.1`; `—` while unknown, empty without an order that rests. */
  readonly queueBuy: string
  readonly queueSell: string
  /** The line between the legs of a combo. */
  readonly jointBuy: Joint | null
  readonly jointSell: Joint | null
  readonly legs: readonly LegLabel[]
  readonly cursor: boolean
  /** What the row means to the position; null for most rows. */
  readonly mark: RowMark | null
}

export interface RowMark {
  /** The worst of the marks on the row. */
  readonly kind: MarkKind
  /** Cut to the room of its half; may be empty. */
  readonly label: string
  /** The half that holds no depth at this row, where the label stands. */
  readonly half: 'bids' | 'asks'
  readonly marks: readonly LadderMark[]
}

/** What rests in the best rows of both sides. */
export interface DepthStrip {
  readonly bidText: string
  readonly askText: string
  /** The bids' part of both, in whole percent; null without depth. */
  readonly bidShare: number | null
}

/** Since when the volume at price counts. */
export interface VolumeCount {
  /** Venue's time, ms; null before the first trade. */
  readonly since: number | null
  readonly isMissing: boolean
}

export interface LadderScene extends RowSize {
  readonly metrics: LadderMetrics
  readonly columns: Columns
  readonly rows: readonly RowRecord[]
  /** Right edge of the numbers in the price and ask columns, so that their decimal points line up. */
  readonly priceRight: number
  readonly askRight: number
  readonly strip: DepthStrip
  readonly volume: VolumeCount
  readonly queues: Queues
  /** Why the numbers cannot be trusted, such as `STALE 6 s`; null while they can. */
  readonly warning: string | null
  /** Shown instead of rows. */
  readonly message: string | null
  /** What is out of view: the market, a marked row or own orders. */
  readonly away: AwayLine | null
}

export interface LadderSight {
  readonly state: LadderState
  readonly frame: BookFrame | null
  readonly own: OwnOrders
  /** Left out: no queue is estimated. */
  readonly queues?: Queues
  /** Left out: no row is marked. */
  readonly marked?: MarkedRows
  readonly condition: BookCondition
}

/** Characters of a sum in the strip. */
const CUMULATIVE = 7

/** More than any amount has. */
const MOST_DIGITS = 24

const NONE_MARKED: MarkedRows = new Map()
const NO_DEPTH: DepthStrip = { bidText: '', askText: '', bidShare: null }
const NOT_COUNTED: VolumeCount = { since: null, isMissing: false }

function stripOf(frame: BookFrame, decimals: number): DepthStrip {
  const scale = frame[HEADER.amountScale] ?? 0
  const [bid, ask] = [restingNear(frame, 'bid'), restingNear(frame, 'ask')]
  const both = bid + ask
  return {
    bidText: fittedText(bid, scale, decimals, CUMULATIVE),
    askText: fittedText(ask, scale, decimals, CUMULATIVE),
    bidShare: both > 0 ? Math.round((100 * bid) / both) : null,
  }
}

function volumeCountOf(frame: BookFrame): VolumeCount {
  const since = frame[HEADER.volumeSince] ?? 0
  return since > 0 ? { since, isMissing: frame[HEADER.volumeMissing] === 1 } : NOT_COUNTED
}

/** The most decimals, up to `exact`, with which the largest amount fits in `room` characters. */
function decimalsThatFit(most: number, scale: number, exact: number, room: number): number {
  let decimals = exact
  while (decimals > 0 && unitsText(most, scale, decimals).length > room) decimals--
  return decimals
}

const NO_ROWS = {
  rows: [],
  priceRight: 0,
  askRight: 0,
  strip: NO_DEPTH,
  volume: NOT_COUNTED,
  queues: NO_QUEUES,
  warning: null,
  away: null,
} as const

/** The smallest queue of a block's orders, in at most `room` characters. */
function queueText(block: OrderBlock | null, queues: Queues, room: number): string {
  if (block === null || queues.size === 0 || room < 2) return ''
  const places = block.orders.flatMap((order: DrawnOrder) =>
    order.isGhost ? [] : (queues.get(order.referenceId) ?? []),
  )
  const known = places.filter(({ ahead }) => ahead !== null)
  if (known.length === 0) return places.length === 0 ? '' : '—'
  const least = known.reduce((a, b) => ((a.ahead ?? 0) <= (b.ahead ?? 0) ? a : b))
  const { ahead, amountScale } = least
  // Less than a tenth must not read as none.
  if (ahead !== null && ahead > 0 && ahead < 10 ** (amountScale - 1)) return '~<1'
  return ahead === null || ahead === 0 ? '~0' : `~${fittedText(ahead, amountScale, amountScale, room - 1)}`
}

/** The label stands in the half without depth, over its own orders' column where that is empty. */
function rowMarkOf(
  marks: readonly LadderMark[] | undefined,
  side: RowRecord['side'],
  { workBuy, workSell }: Pick<RowRecord, 'workBuy' | 'workSell'>,
  columns: Columns,
  digit: number,
): RowMark | null {
  const [worst] = marks ?? []
  if (!marks || !worst) return null
  const isAbove = side === 'ask'
  const half = isAbove ? 'bids' : 'asks'
  const work = isAbove ? workBuy : workSell
  const beside = work === null ? columns[isAbove ? 'workBuy' : 'workSell'].width + columns.queueBuy.width : 0
  const room = Math.floor((columns[half].width + beside - 2 * PAD) / digit)
  return { kind: worst.kind, label: markLabel(worst, room), half, marks }
}

type OwnCells = Pick<RowRecord, 'workBuy' | 'workSell' | 'queueBuy' | 'queueSell' | 'jointBuy' | 'jointSell'>

/** The own orders of a row. The one column of a compact ladder, on the left, holds those of both sides. */
const ownCellsOf =
  (
    { selected }: LadderState,
    own: OwnOrders,
    queues: Queues,
    { digit, shape = FULL_LADDER }: LadderMetrics,
  ) =>
  (row: number, columns: Columns): OwnCells => {
    const ours = own.get(row)
    const fits = (column: Column) => Math.max(1, Math.floor((column.width - 4) / digit))
    const queueRoom = Math.floor(columns.queueBuy.width / digit)
    const { isCompact } = shape
    const left = isCompact ? ours?.both : ours?.buys
    const workBuy = left ? blockOf(left, selected, fits(columns.workBuy)) : null
    const workSell = ours && !isCompact ? blockOf(ours.sells, selected, fits(columns.workSell)) : null
    return {
      workBuy,
      workSell,
      queueBuy: queueText(workBuy, queues, queueRoom),
      queueSell: queueText(workSell, queues, queueRoom),
      jointBuy: jointAt(own, row, isCompact ? null : 'buy'),
      jointSell: isCompact ? null : jointAt(own, row, 'sell'),
    }
  }

/** Everything a renderer needs, for one size of canvas. */
export function ladderView(
  { state, frame, own, condition, marked = NONE_MARKED, queues = NO_QUEUES }: LadderSight,
  metrics: LadderMetrics,
): LadderScene {
  const { width, rowHeight, digit, shape = FULL_LADDER } = metrics
  const warning = warningOf(condition, frame ? bookDoubt(frame) : 'none', metrics)
  const rowSize = { rowStep: state.rowStep, priceScale: state.priceScale }
  if (frame === null || state.top === null) {
    const message = condition.state === 'down' ? 'No book stream' : 'Waiting for the book'
    const { columns } = layoutOf(width, digit, 8, shape)
    return { ...rowSize, ...NO_ROWS, metrics, columns, message }
  }
  const { top } = state
  const tick = frame[HEADER.tick] ?? 1
  const lot = frame[HEADER.lot] ?? 1
  const amountScale = frame[HEADER.amountScale] ?? 0
  const priceDecimals = decimalsOf(tick, state.priceScale)
  const exactDecimals = decimalsOf(lot, amountScale)
  const priceText = (row: number) => unitsText(row * state.rowStep, state.priceScale, priceDecimals)

  const { columns, priceRight, lastRoom } = layoutOf(width, digit, priceText(top).length, shape)
  const fits = (column: Column) => Math.max(1, Math.floor((column.width - PAD) / digit))
  // No row has a price of 0 or below.
  const count = Math.max(0, Math.min(state.rows, top))
  const bids = depthInView(frame, 'bid', top, count)
  const asks = depthInView(frame, 'ask', top, count)
  const ownCells = ownCellsOf(state, own, queues, metrics)
  const last = lastOf(frame)
  const now = (frame[HEADER.receivedAt] ?? 0) + (condition.age ?? 0)
  const recent = recentTrades(frame, lastRoom > 0 ? now : Infinity)
  const most = Math.max(1, largest(bids), largest(asks))
  const sides = [columns.bids, columns.asks].filter((column) => column.width > 0)
  const room = Math.min(...sides.map(fits), MOST_DIGITS)
  // Both columns show equally many decimals: as many as fit beside the largest amount.
  const amountDecimals = decimalsThatFit(most, amountScale, exactDecimals, room)
  const hasVolumes = columns.volume.width > 0
  const hasBars = shape.isCompact && !shape.off.includes('volume')
  const volumes = volumeInView(frame, top, hasVolumes || hasBars ? count : 0)
  const volumeWidth = columns[volumeColumn(columns)].width
  const mostVolume = largest(volumes)
  const volumeRoom = fits(columns.volume)
  const volumeDecimals = decimalsThatFit(mostVolume, amountScale, exactDecimals, volumeRoom)
  const bestBid = frame[HEADER.bestBid] ?? -1
  const bestAsk = frame[HEADER.bestAsk] ?? -1
  const sideOf = (row: number) =>
    bestBid > 0 && row * state.rowStep <= bestBid
      ? 'bid'
      : bestAsk > 0 && row * state.rowStep >= bestAsk
        ? 'ask'
        : 'inside'
  const bar = (amount: number, column: Column) =>
    amount <= 0 ? 0 : Math.min(column.width, Math.max(1, Math.round((amount / most) * column.width)))
  const amountText = (amount: number, column: Column) =>
    amount <= 0 || column.width === 0 ? '' : fittedText(amount, amountScale, amountDecimals, room)

  const bare = Array.from({ length: count }, (_, n): RowRecord => {
    const row = top - n
    const bid = bids[n] ?? 0
    const ask = asks[n] ?? 0
    const volume = volumes[n] ?? 0
    const cells = ownCells(row, columns)
    const recently = last?.row === row ? undefined : recent.get(row)
    return {
      row,
      y: firstRowY(rowHeight) + n * rowHeight,
      priceText: priceText(row),
      side: sideOf(row),
      bidText: amountText(bid, columns.bids),
      askText: amountText(ask, columns.asks),
      bidBar: bar(bid, columns.bids),
      askBar: bar(ask, columns.asks),
      volumeText: volume > 0 && hasVolumes ? leastText(volume, amountScale, volumeDecimals, volumeRoom) : '',
      volumeBar: volume > 0 ? Math.max(1, Math.round((volume / mostVolume) * volumeWidth)) : 0,
      last:
        last?.row === row
          ? {
              text:
                last.amount <= 0 || lastRoom === 0
                  ? ''
                  : fittedText(last.amount, amountScale, exactDecimals, lastRoom),
              direction: last.direction,
            }
          : null,
      print: recently
        ? {
            text: fittedText(recently.amount, amountScale, exactDecimals, lastRoom),
            direction: recently.direction,
            fade: recently.fade,
          }
        : null,
      ...cells,
      legs: NO_LABELS,
      cursor: row === state.cursor,
      mark: rowMarkOf(marked.get(row), sideOf(row), cells, columns, digit),
    }
  })
  const off = offView(state, frame, marked, own)
  const askRight =
    columns.asks.x + PAD + Math.ceil(Math.max(0, ...bare.map((row) => row.askText.length)) * digit)
  const rows = bare.map((row): RowRecord => {
    const legs = legLabels(row, columns, digit, askRight)
    return legs.length > 0 ? { ...row, legs } : row
  })
  return {
    ...rowSize,
    metrics,
    columns,
    rows,
    askRight,
    priceRight,
    strip: stripOf(frame, exactDecimals),
    volume: volumeCountOf(frame),
    queues,
    warning,
    message: null,
    away: off && awayLine(off, middleRow(frame) ?? off.row, state, own, priceText, metrics),
  }
}

/** A cell under the pointer, as drawn when it was pressed or released. */
export interface PointedCell {
  readonly record: RowRecord
  readonly column: ColumnName
  readonly price: DecimalText
}

/** The cell under a point of the canvas (CSS px); null on the headings and outside. */
export function cellAt(scene: LadderScene, x: number, y: number): PointedCell | null {
  const record = scene.rows.find((row) => y >= row.y && y < row.y + scene.metrics.rowHeight)
  const column = COLUMN_NAMES.find((name) => {
    const at = scene.columns[name]
    return x >= at.x && x < at.x + at.width
  })
  return record && column ? { record, column, price: priceOfRow(record.row, scene) } : null
}
