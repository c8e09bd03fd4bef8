/** Candles and lines in the form that a chart shows. Pure. Only numbers for drawing are inexact. */

import { decimal, toDrawable, type DecimalText } from '../../../shared/base/decimal.ts'
import type { Candle, CandleGap } from '../../../shared/domain/candles/candle.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { isLive, type Order } from '../../../shared/domain/orders/order.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import { orderSign, sizeText } from '../../paint/ladder/ownOrders.ts'
import { marked } from '../../format/displayFormat.ts'
import { grouped, placesOf, signed, UNKNOWN } from '../../format/numbers.ts'
import { priceText } from '../../format/priceText.ts'
import { dayAndTime, dayAndTimeWithZone, span } from '../../format/times.ts'

/** The part of the instrument that a chart needs. */
export type ChartedInstrument = Pick<Instrument, 'symbol' | 'tickSize' | 'lotSize'>

/** The price of an order or position, drawn across the chart. */
export interface ChartLine {
  readonly id: string
  readonly kind: 'order' | 'position'
  readonly price: DecimalText
  /** On the chart: `BUY 2 C1042`, `avg entry +1 · +747`. */
  readonly title: string
  /** The title where there is little room: `BUY 2`, `avg +1`. */
  readonly short: string
  /** For the list: the title and its price. */
  readonly words: string
}

function line(
  id: string,
  kind: ChartLine['kind'],
  price: DecimalText,
  title: string,
  short: string,
  places: number,
): ChartLine {
  return { id, kind, price, title, short, words: `${title} at ${grouped(decimal(price), places)}` }
}

/** Own live orders and the position as lines, highest price first. */
export function chartLines(
  instrument: ChartedInstrument,
  orders: readonly Order[],
  position: Position | null,
  unrealised: string | null,
): readonly ChartLine[] {
  const places = placesOf(instrument.tickSize, 2)
  const lines = orders.filter(isLive).flatMap((order) => {
    const sign = orderSign(order).sign
    const side = order.side.toUpperCase()
    const title = [side, sizeText(order), order.customerCode, sign].filter(Boolean).join(' ')
    const short = [side, sizeText(order), sign].filter(Boolean).join(' ')
    const stops = [
      { price: order.stopLossPrice, word: 'SL' },
      { price: order.takeProfitPrice, word: 'TP' },
    ].flatMap(({ price, word }) =>
      price === null
        ? []
        : [
            line(
              `${order.referenceId} ${word}`,
              'order',
              price,
              `${title} ${word}`,
              `${short} ${word}`,
              places,
            ),
          ],
    )
    const price = order.limitPrice ?? order.triggerPrice
    return price === null ? stops : [line(order.referenceId, 'order', price, title, short, places), ...stops]
  })
  if (position !== null && position.averageEntry !== null) {
    const size = signed(decimal(position.size), placesOf(instrument.lotSize, 3))
    const title = `avg entry ${size}${unrealised === null ? '' : ` · ${unrealised}`}`
    lines.push(line('position', 'position', position.averageEntry, title, `avg ${size}`, places))
  }
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

export const drawable = (text: DecimalText): number => toDrawable(decimal(text))

/** A price on the axis with thousands separators. For drawing only, not money. */
export function axisText(price: number, places: number): string {
  const [whole = '', fraction] = price.toFixed(places).split('.')
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return marked(fraction === undefined ? text : `${text}.${fraction}`)
}
