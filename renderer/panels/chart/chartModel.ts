/** Candles and lines in the form that a chart shows. Pure. Only numbers for drawing are inexact. */

import {
  decimal,
  decimalOf,
  multiply,
  toDrawable,
  toText,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Candle, CandleGap } from '../../../shared/domain/candles/candle.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { isLive, type Order } from '../../../shared/domain/orders/order.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import { orderSign, sizeText, type DrawnOrder, type OrderLeg } from '../../paint/ladder/ownOrders.ts'
import { marked } from '../../format/displayFormat.ts'
import { grouped, placesOf, signed, UNKNOWN } from '../../format/numbers.ts'
import { priceText } from '../../format/priceText.ts'
import { dayAndTime, dayAndTimeWithZone, span } from '../../format/times.ts'
import type { PriceAlert } from './alerts/priceAlerts.ts'

/** The part of the instrument that a chart needs. */
export type ChartedInstrument = Pick<Instrument, 'symbol' | 'tickSize' | 'lotSize'>

/** The price of an order, a position or an alert, drawn across the chart. */
export interface ChartLine {
  readonly id: string
  readonly kind: 'order' | 'position' | 'liquidation' | 'alert'
  readonly price: DecimalText
  /** On the chart: `BUY 2 C1042`, `avg entry +1 · +747`. */
  readonly title: string
  /** The title where there is little room: `BUY 2`, `avg +1`. */
  readonly short: string
  /** For the list: the title and its price. */
  readonly words: string
  /** The order of the line, of a combo with its leg; null for every other line. */
  readonly order: DrawnOrder | null
  /** The dealer selected the order. */
  readonly isSelected: boolean
}

type LegPrice = 'stopLossPrice' | 'takeProfitPrice'
const LEGS: readonly (readonly [Exclude<OrderLeg, 'OCO'>, LegPrice])[] = [
  ['SL', 'stopLossPrice'],
  ['TP', 'takeProfitPrice'],
]

/** The line of an own order at a price. `leg`: of a combo. */
export function orderLine(
  instrument: ChartedInstrument,
  order: DrawnOrder,
  price: DecimalText,
  { leg, isSelected = false }: { readonly leg?: OrderLeg | undefined; readonly isSelected?: boolean } = {},
): ChartLine {
  const { sign } = orderSign(order)
  const side = order.side.toUpperCase()
  const said = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' ')
  const title = said(side, sizeText(order), shownCode(order.customerCode), sign, leg)
  const isGhost = order.isGhost === true
  return {
    id: said(order.referenceId, leg, isGhost ? 'moved' : ''),
    kind: 'order',
    price,
    title,
    short: said(side, sizeText(order), sign, leg),
    words: `${title} at ${grouped(decimal(price), placesOf(instrument.tickSize, 2))}${isSelected ? ', selected' : ''}`,
    order: leg === undefined ? order : { ...order, leg },
    isSelected,
  }
}

/** The lines of an own order: at its price, and at each leg of a combo. */
function linesOfOrder(instrument: ChartedInstrument, order: DrawnOrder, isSelected: boolean): ChartLine[] {
  const price = order.limitPrice ?? order.triggerPrice
  const legs = LEGS.flatMap(([leg, field]) => {
    const at = order[field]
    return at === null ? [] : [orderLine(instrument, order, at, { leg, isSelected })]
  })
  return price === null ? legs : [orderLine(instrument, order, price, { isSelected }), ...legs]
}

/** What the lines show beside orders and position. */
export interface MoreLines {
  /** The reference id of the selected order. */
  readonly selected: string | null
  /** The own order as a waiting change would leave it. */
  readonly ghost: Order | null
  /** Where the mark liquidates the position; null while unknown. */
  readonly liquidation: DecimalText | null
  /** On the last price of the instrument. */
  readonly alerts: readonly PriceAlert[]
}
const NO_MORE: MoreLines = { selected: null, ghost: null, liquidation: null, alerts: [] }

/** A line that is no order: `title` on the chart, `short` where there is little room. */
function levelLine(
  instrument: ChartedInstrument,
  kind: 'position' | 'liquidation',
  price: DecimalText,
  title: string,
  short: string,
): ChartLine {
  const words = `${title} at ${grouped(decimal(price), placesOf(instrument.tickSize, 2))}`
  return { id: kind, kind, price, title, short, words, order: null, isSelected: false }
}

/** The line of a price alert: the sign says on which side of the line it fires. */
function alertLine(
  instrument: ChartedInstrument,
  { id, direction, level, fired, mayMiss }: PriceAlert,
): ChartLine {
  const short = `alert ${direction === 'above' ? '≥' : '≤'}${mayMiss ? ' ~' : ''}`
  const marks = `${fired === 0 ? '' : `, fired ×${fired}`}${mayMiss ? ', may miss' : ''}`
  return {
    id: `alert ${id}`,
    kind: 'alert',
    price: level,
    title: fired === 0 ? short : `${short} · fired ×${fired}`,
    short,
    words: `alert at ${grouped(decimal(level), placesOf(instrument.tickSize, 2))} or ${direction}${marks}`,
    order: null,
    isSelected: false,
  }
}

/** Own live orders, the position, its liquidation price and price alerts as lines, highest price first. */
export function chartLines(
  instrument: ChartedInstrument,
  orders: readonly Order[],
  position: Position | null,
  unrealised: string | null,
  { selected, ghost, liquidation, alerts }: MoreLines = NO_MORE,
): readonly ChartLine[] {
  const lines = orders
    .filter(isLive)
    .flatMap((order) => linesOfOrder(instrument, order, order.referenceId === selected))
  if (ghost !== null) lines.push(...linesOfOrder(instrument, { ...ghost, isGhost: true }, false))
  if (position !== null && position.averageEntry !== null) {
    const size = signed(decimal(position.size), placesOf(instrument.lotSize, 3))
    const title = `avg entry ${size}${unrealised === null ? '' : ` · ${unrealised}`}`
    lines.push(levelLine(instrument, 'position', position.averageEntry, title, `avg ${size}`))
  }
  if (liquidation !== null)
    lines.push(levelLine(instrument, 'liquidation', liquidation, 'liquidation ~', 'liq ~'))
  lines.push(...alerts.map((alert) => alertLine(instrument, alert)))
  return lines.toSorted((a, b) => toDrawable(decimal(b.price)) - toDrawable(decimal(a.price)))
}

/** `O 62,149.5  H …` for the bar under the crosshair, or the last. */
export function legendOf(
  candle: Candle,
  instrument: ChartedInstrument,
): readonly { name: string; text: string }[] {
  return [
    { name: 'O', text: priceText(candle.open, instrument) },
    { name: 'H', text: priceText(candle.high, instrument) },
    { name: 'L', text: priceText(candle.low, instrument) },
    { name: 'C', text: priceText(candle.close, instrument) },
    { name: 'Vol', text: grouped(decimal(candle.volume), placesOf(instrument.lotSize, 3)) },
  ]
}

/** The sentence about a time with unknown trades. */
export const gapWords = ({ from, to }: CandleGap): string =>
  `Not known ${dayAndTime(from)} to ${dayAndTimeWithZone(to)} (${span(to - from)}): the terminal was off, the stream was cut, or the venue has no trades this old`

/** `buy 0.5 at 62,100.0, 11-20 14:03:07 UTC`. */
export function fillWords({ side, amount, price, createdAt }: Trade, instrument: ChartedInstrument): string {
  return `${side ?? UNKNOWN} ${amount ?? UNKNOWN} at ${priceText(price, instrument)}, ${dayAndTimeWithZone(createdAt)}`
}

/** Whether a bar closed at or above its open. */
export const isUp = (candle: Candle): boolean => decimal(candle.close) >= decimal(candle.open)

/** In place of a figure beside the newest candle, while the chart holds none so new. */
export const AWAY = '— (the candles here end before the newest)'

export const drawable = (text: DecimalText): number => toDrawable(decimal(text))

/** A price on the axis with thousands separators. For drawing only, not money. */
export function axisText(price: number, places: number): string {
  const [whole = '', fraction] = price.toFixed(places).split('.')
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return marked(fraction === undefined ? text : `${text}.${fraction}`)
}

/** The price of a whole tick next to a place on the chart. `price` only chooses the tick. Null where there is none above zero, or the tick is not known. */
export function tickAt(price: number, { tickSize }: ChartedInstrument): DecimalText | null {
  if (tickSize === null) return null
  const ticks = Math.round(price / drawable(tickSize))
  return Number.isSafeInteger(ticks) && ticks > 0
    ? toText(multiply(decimalOf(ticks), decimal(tickSize)))
    : null
}
