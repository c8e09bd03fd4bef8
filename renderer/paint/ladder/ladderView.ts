/** Turns view state and book into plain records with every text ready. Pure; calls no canvas. */

import { add, toText, ZERO, type DecimalText } from '../../../shared/base/decimal.ts'
import {
  askAt,
  bidAt,
  bookDoubt,
  HEADER,
  type BookDoubt,
  type BookFrame,
} from '../../../shared/domain/book/bookFrame.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import {
  inView,
  middleRow,
  priceOfRow,
  type BookCondition,
  type LadderState,
  type RowSize,
} from './ladderModel.ts'
import { decimalsOf, fittedText, unitsText } from './numberText.ts'
import { orderSign, remaining, sizeText, type DrawnOrder, type OwnOrders } from './ownOrders.ts'

/** CSS px. */
export interface LadderMetrics {
  readonly width: number
  readonly height: number
  readonly rowHeight: number
  /** Width of one digit of the number font. */
  readonly digit: number
}

export interface Column {
  readonly x: number
  readonly width: number
}
export type ColumnName = 'workBuy' | 'bids' | 'price' | 'asks' | 'workSell'
export type Columns = Readonly<Record<ColumnName, Column>>

/** Own orders of one side at one row. */
export interface OrderBlock {
  readonly text: string
  readonly orders: readonly Order[]
  /** Tab selected one of the orders. */
  readonly selected: boolean
  /** No order of the block is certain to rest: each is sent, unknown or being canceled. */
  readonly unsettled: boolean
}

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
  readonly last: { readonly text: string; readonly direction: 'up' | 'down' | 'same' } | null
  readonly workBuy: OrderBlock | null
  readonly workSell: OrderBlock | null
  readonly cursor: boolean
}

export interface LadderScene extends RowSize {
  readonly metrics: LadderMetrics
  readonly columns: Columns
  readonly rows: readonly RowRecord[]
  /** Right edge of the numbers in the price and ask columns, so that their decimal points line up. */
  readonly priceRight: number
  readonly askRight: number
  /** Why the numbers cannot be trusted, such as `STALE 6 s`; null while they can. */
  readonly warning: string | null
  /** Shown instead of rows. */
  readonly message: string | null
  /** Set while the market is out of view: its direction and price, and the key that returns to it, as far as there is room. */
  readonly away: {
    readonly where: 'above' | 'below'
    readonly price: string
    readonly text: string
  } | null
}

export interface LadderSight {
  readonly state: LadderState
  readonly frame: BookFrame | null
  readonly own: OwnOrders
  readonly condition: BookCondition
}

/** Height of the column headings equals a row. */
export const rowsThatFit = (height: number, rowHeight: number): number =>
  Math.max(0, Math.floor(height / rowHeight) - 1)

const ARROW = 15
const PAD = 6
/** Characters of the size of the last trade, and of an amount that must stay whole beside it. */
const LAST = 6
const AMOUNT = 7

export interface LadderLayout {
  /** From left to right, without gap or overlap, over the exact width. */
  readonly columns: Columns
  /** Where the digits of every price end. */
  readonly priceRight: number
  /** Whether there is room for the size of the last trade beside its price and arrow. Amounts have priority. */
  readonly lastFits: boolean
}

/** Divides `width` between the columns. The price is never cut. */
export function layoutOf(width: number, digit: number, priceLength: number): LadderLayout {
  const work = Math.max(28, Math.min(64, Math.floor(width * 0.135)))
  const text = Math.ceil(priceLength * digit)
  const withLast = PAD + text + ARROW + Math.ceil(LAST * digit) + PAD
  const lastFits = width - 2 * work - withLast >= 2 * (Math.ceil(AMOUNT * digit) + PAD)
  const withArrow = Math.min(Math.floor(width / 2), Math.max(64, text + 2 * ARROW))
  const price = lastFits ? withLast : Math.max(text, withArrow)
  const bids = Math.max(0, Math.floor((width - price - 2 * work) / 2))
  const asks = Math.max(0, width - price - 2 * work - bids)
  const x = work + bids
  return {
    columns: {
      workBuy: { x: 0, width: work },
      bids: { x: work, width: bids },
      price: { x, width: price },
      asks: { x: x + price, width: asks },
      workSell: { x: width - work, width: work },
    },
    priceRight: lastFits ? x + PAD + text : x + Math.round((price + text) / 2),
    lastFits,
  }
}

const DOUBT_WORDS: Readonly<Record<BookDoubt, string>> = {
  none: '',
  lost: 'LOST UPDATE',
  crossed: 'CROSSED',
  'bad-amount': 'BAD AMOUNT',
  'bad-number': 'BAD NUMBER',
  unreadable: 'UNREADABLE',
  outside: 'TRADES OUTSIDE',
  'book-silent': 'NO UPDATES',
  'stream-silent': 'STREAM SILENT',
  closed: 'CLOSED BY VENUE',
}
/** The most digit widths that a capital letter takes. */
const CAPITAL = 1.3

/** Where the whole text does not fit, only the reason is shown, because the hatching already shows the doubt. */
function doubtText(doubt: BookDoubt, seconds: string, { width, digit }: LadderMetrics): string {
  if (doubt === 'none') return `BOOK IN DOUBT${seconds}`
  const whole = `BOOK IN DOUBT: ${DOUBT_WORDS[doubt]}${seconds}`
  return whole.length * digit * CAPITAL <= width ? whole : `${DOUBT_WORDS[doubt]}${seconds}`
}

function warningOf(
  { state, silence, stale }: BookCondition,
  doubt: BookDoubt,
  metrics: LadderMetrics,
): string | null {
  const seconds = silence === null ? '' : ` ${Math.floor(silence / 1000)} s`
  if (state === 'down') return `NO BOOK STREAM${seconds}`
  if (state === 'suspect') return doubtText(doubt, seconds, metrics)
  if (stale) return `STALE${seconds}`
  return state === 'waiting' && silence !== null ? `WAITING FOR THE BOOK${seconds}` : null
}

function awayOf(
  where: 'above' | 'below',
  price: string,
  { width, digit }: LadderMetrics,
): NonNullable<LadderScene['away']> {
  const arrow = where === 'above' ? '▲' : '▼'
  const texts = [`market at ${price} · Space returns`, `market ${price} · Space`, `market ${price}`]
  const text = texts
    .map((candidate) => `${arrow} ${candidate}`)
    .find((candidate) => (candidate.length + 2) * digit <= width)
  return { where, price, text: text ?? `${arrow} ${price}` }
}

/** Blocks by their list of orders, because every frame needs the block of each row. */
const blocks = new WeakMap<readonly Order[], { readonly width: number; readonly block: OrderBlock }>()

function blockOf(orders: readonly Order[], chosen: string | null, width: number): OrderBlock | null {
  // A ghost beside resting orders adds its sign alone: it must not count as a further order.
  const resting = orders.filter((order: DrawnOrder) => order.isGhost !== true)
  const [first] = resting.length === 0 ? orders : resting
  if (!first) return null
  const selected = chosen !== null && orders.some((order) => order.referenceId === chosen)
  const kept = blocks.get(orders)
  if (kept?.width === width && kept.block.selected === selected) return kept.block
  const block: OrderBlock = {
    text: blockText(first, resting.length === 0 ? orders : resting, orders, width),
    orders,
    selected,
    unsettled: orders.every((order) => orderSign(order).sign !== ''),
  }
  blocks.set(orders, { width, block })
  return block
}

/** `counted`: the orders that the size and the number are about. */
function blockText(first: Order, counted: readonly Order[], orders: readonly Order[], width: number): string {
  const total = counted.reduce((sum, order) => add(sum, remaining(order) ?? ZERO), ZERO)
  const size = counted.length === 1 ? sizeText(first) : toText(total)
  const signs = [...new Set(orders.map((order) => orderSign(order).sign))].filter(Boolean).join('')
  const count = counted.length > 1 ? `s${counted.length}` : ''
  const tail = [count, signs].filter(Boolean).join(' ')
  const roomy = [size, tail].filter(Boolean).join(' ')
  // Where the text does not fit, the size is cut before the sign, because an order's state matters more than its digits.
  return roomy.length <= width ? roomy : tail === '' ? `${size.slice(0, Math.max(1, width - 1))}…` : tail
}

/** Amounts of one side in the rows in view, by row from the top; in amount units. */
function depthInView(frame: BookFrame, side: 'bid' | 'ask', top: number, rows: number): Float64Array {
  const step = frame[HEADER.rowStep] ?? 1
  const count = frame[side === 'bid' ? HEADER.bidCount : HEADER.askCount] ?? 0
  const first = side === 'bid' ? bidAt(0) : askAt(frame, 0)
  const depth = new Float64Array(rows)
  for (let at = first; at < first + 2 * count; at += 2) {
    const place = (frame[at] ?? 0) / step
    const n = top - (side === 'bid' ? Math.floor(place) : Math.ceil(place))
    if (n >= 0 && n < rows) depth[n] = (depth[n] ?? 0) + (frame[at + 1] ?? 0)
    // Levels go away from the touch, so the rest is out of view too.
    else if (side === 'bid' ? n >= rows : n < 0) break
  }
  return depth
}

/** The largest amount; 0 for none. A loop, because spreading would allocate an object per number, sixty times a second. */
function largest(amounts: Float64Array): number {
  let most = 0
  for (let n = 0; n < amounts.length; n++) most = Math.max(most, amounts[n] ?? 0)
  return most
}

function lastOf(frame: BookFrame): { row: number; amount: number; direction: 'up' | 'down' | 'same' } | null {
  const price = frame[HEADER.lastPrice] ?? -1
  if (price <= 0) return null
  const side = frame[HEADER.lastSide] ?? 0
  const step = frame[HEADER.rowStep] ?? 1
  return {
    row: side > 0 ? Math.ceil(price / step) : Math.floor(price / step),
    amount: frame[HEADER.lastAmount] ?? -1,
    direction: side > 0 ? 'up' : side < 0 ? 'down' : 'same',
  }
}

/** Everything a renderer needs, for one size of canvas. */
export function ladderView(
  { state, frame, own, condition }: LadderSight,
  metrics: LadderMetrics,
): LadderScene {
  const { width, rowHeight, digit } = metrics
  const warning = warningOf(condition, frame ? bookDoubt(frame) : 'none', metrics)
  const rowSize = { rowStep: state.rowStep, priceScale: state.priceScale }
  if (frame === null || state.top === null) {
    const { columns } = layoutOf(width, digit, 8)
    const message = condition.state === 'down' ? 'No book stream' : 'Waiting for the book'
    return {
      ...rowSize,
      metrics,
      columns,
      rows: [],
      priceRight: 0,
      askRight: 0,
      warning: null,
      message,
      away: null,
    }
  }
  const { top } = state
  const tick = frame[HEADER.tick] ?? 1
  const lot = frame[HEADER.lot] ?? 1
  const amountScale = frame[HEADER.amountScale] ?? 0
  const priceDecimals = decimalsOf(tick, state.priceScale)
  const exactDecimals = decimalsOf(lot, amountScale)
  const priceText = (row: number) => unitsText(row * state.rowStep, state.priceScale, priceDecimals)

  const { columns, priceRight, lastFits } = layoutOf(width, digit, priceText(top).length)
  const fits = (column: Column) => Math.max(1, Math.floor((column.width - PAD) / digit))
  const fitsBlock = (column: Column) => Math.max(1, Math.floor((column.width - 4) / digit))
  // No row has a price of 0 or below.
  const count = Math.max(0, Math.min(state.rows, top))
  const bids = depthInView(frame, 'bid', top, count)
  const asks = depthInView(frame, 'ask', top, count)
  const last = lastOf(frame)
  const most = Math.max(1, largest(bids), largest(asks))
  const room = Math.min(fits(columns.bids), fits(columns.asks))
  // Both columns show equally many decimals: as many as fit beside the largest amount.
  let amountDecimals = exactDecimals
  while (amountDecimals > 0 && unitsText(most, amountScale, amountDecimals).length > room) amountDecimals--
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
  const amountText = (amount: number) =>
    amount <= 0 ? '' : fittedText(amount, amountScale, amountDecimals, room)

  const rows = Array.from({ length: count }, (_, n): RowRecord => {
    const row = top - n
    const bid = bids[n] ?? 0
    const ask = asks[n] ?? 0
    const ours = own.get(row)
    return {
      row,
      y: (n + 1) * rowHeight,
      priceText: priceText(row),
      side: sideOf(row),
      bidText: amountText(bid),
      askText: amountText(ask),
      bidBar: bar(bid, columns.bids),
      askBar: bar(ask, columns.asks),
      last:
        last?.row === row
          ? {
              text:
                last.amount <= 0 || !lastFits
                  ? ''
                  : fittedText(last.amount, amountScale, exactDecimals, LAST),
              direction: last.direction,
            }
          : null,
      workBuy: ours ? blockOf(ours.buys, state.selected, fitsBlock(columns.workBuy)) : null,
      workSell: ours ? blockOf(ours.sells, state.selected, fitsBlock(columns.workSell)) : null,
      cursor: row === state.cursor,
    }
  })
  const middle = middleRow(frame)
  return {
    ...rowSize,
    metrics,
    columns,
    rows,
    askRight: columns.asks.x + PAD + Math.ceil(Math.max(0, ...rows.map((row) => row.askText.length)) * digit),
    priceRight,
    warning,
    message: null,
    away:
      middle === null || inView(middle, state)
        ? null
        : awayOf(middle > top ? 'above' : 'below', priceText(middle), metrics),
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
  const names: readonly ColumnName[] = ['workBuy', 'bids', 'price', 'asks', 'workSell']
  const column = names.find((name) => {
    const at = scene.columns[name]
    return x >= at.x && x < at.x + at.width
  })
  return record && column ? { record, column, price: priceOfRow(record.row, scene) } : null
}
