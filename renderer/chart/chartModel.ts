/** Candles and lines as a chart shows them. Pure; the only numbers it makes inexact are those to draw. */

import { decimal, toDrawable, type DecimalText } from '../../shared/base/decimal.ts'
import type { Candle } from '../../shared/domain/candle.ts'
import type { Instrument } from '../../shared/domain/instrument.ts'
import { isLive, type Order } from '../../shared/domain/order.ts'
import type { Position } from '../../shared/domain/position.ts'
import { orderSign, sizeText } from '../ladder/ownOrders.ts'
import { grouped, placesOf, signed } from '../words/numbers.ts'

/** Bars a chart holds: its cost grows with them (reference/performance.md §5). */
export const MOST_BARS = 3_000
/** Bars left after cutting, so that not every new bar cuts again. */
const KEPT_BARS = 2_500

/** How a change reaches the chart: bars at the end, or everything anew. */
export type CandleChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'tail'; readonly candles: readonly Candle[] }
  | { readonly kind: 'all' }

export interface CandleHistory {
  /** Oldest first, one an open time. */
  readonly candles: readonly Candle[]
  /** What changed since the history before. */
  readonly change: CandleChange
}

export const noCandles: CandleHistory = { candles: [], change: { kind: 'none' } }

function put(into: Candle[], candle: Candle): void {
  let at = into.length
  while (at > 0 && (into[at - 1]?.openTime ?? 0) > candle.openTime) at--
  const same = into[at - 1]?.openTime === candle.openTime
  into.splice(same ? at - 1 : at, same ? 1 : 0, candle)
}

/** Puts changed and new candles in place; those before the last bar need the whole chart drawn again. */
export function applyCandles(history: CandleHistory, delta: readonly Candle[]): CandleHistory {
  if (delta.length === 0) return { ...history, change: { kind: 'none' } }
  const last = history.candles.at(-1)?.openTime ?? Number.NEGATIVE_INFINITY
  const candles = [...history.candles]
  for (const candle of delta) put(candles, candle)
  const cut = candles.length > MOST_BARS
  const tail = history.candles.length > 0 && !cut && delta.every((of) => of.openTime >= last)
  return {
    candles: cut ? candles.slice(-KEPT_BARS) : candles,
    change: tail
      ? { kind: 'tail', candles: delta.toSorted((a, b) => a.openTime - b.openTime) }
      : { kind: 'all' },
  }
}

/** A snapshot replaces everything. */
export const startCandles = (snapshot: readonly Candle[]): CandleHistory => ({
  ...applyCandles(noCandles, snapshot),
  change: { kind: 'all' },
})

/** Two changes that nothing was drawn between, as one. */
export function joinChanges(first: CandleChange, second: CandleChange): CandleChange {
  if (first.kind === 'all' || second.kind === 'all') return { kind: 'all' }
  if (first.kind === 'none') return second
  return second.kind === 'none' ? first : { kind: 'tail', candles: [...first.candles, ...second.candles] }
}

/** What a chart must know of what it shows. */
export type ChartedInstrument = Pick<Instrument, 'symbol' | 'tickSize' | 'lotSize'>

/** A price worth money, drawn across the chart. */
export interface ChartLine {
  readonly id: string
  readonly kind: 'order' | 'position'
  readonly price: DecimalText
  /** On the chart: `BUY 2 C1042`, `avg entry +1 · +747`. */
  readonly title: string
  /** For the list: the title and its price. */
  readonly words: string
}

function line(
  id: string,
  kind: ChartLine['kind'],
  price: DecimalText,
  title: string,
  places: number,
): ChartLine {
  return { id, kind, price, title, words: `${title} at ${grouped(decimal(price), places)}` }
}

/** Own live orders and the position as lines, highest price first. */
export function chartLines(
  instrument: ChartedInstrument,
  orders: readonly Order[],
  position: Position | null,
  unrealised: string | null,
): readonly ChartLine[] {
  const places = placesOf(instrument.tickSize, 2)
  const lines = orders.filter(isLive).flatMap((of) => {
    const sign = orderSign(of).sign
    const title = [of.side.toUpperCase(), sizeText(of), of.customerCode, sign].filter(Boolean).join(' ')
    const stops = [
      { price: of.stopLossPrice, word: 'SL' },
      { price: of.takeProfitPrice, word: 'TP' },
    ].flatMap(({ price, word }) =>
      price === null ? [] : [line(`${of.referenceId} ${word}`, 'order', price, `${title} ${word}`, places)],
    )
    const price = of.limitPrice ?? of.triggerPrice
    return price === null ? stops : [line(of.referenceId, 'order', price, title, places), ...stops]
  })
  if (position !== null && position.averageEntry !== null) {
    const size = signed(decimal(position.size), placesOf(instrument.lotSize, 3))
    const title = `avg entry ${size}${unrealised === null ? '' : ` · ${unrealised}`}`
    lines.push(line('position', 'position', position.averageEntry, title, places))
  }
  return lines.toSorted((a, b) => toDrawable(decimal(b.price)) - toDrawable(decimal(a.price)))
}

/** `O 62,149.5  H …` for the bar under the crosshair, or the last. */
export function legendOf(
  candle: Candle,
  instrument: ChartedInstrument,
): readonly { name: string; text: string }[] {
  const places = placesOf(instrument.tickSize, 2)
  const price = (text: DecimalText) => grouped(decimal(text), places)
  return [
    { name: 'O', text: price(candle.open) },
    { name: 'H', text: price(candle.high) },
    { name: 'L', text: price(candle.low) },
    { name: 'C', text: price(candle.close) },
    { name: 'Vol', text: grouped(decimal(candle.volume), placesOf(instrument.lotSize, 3)) },
  ]
}

/** Whether a bar closed at or above its open. */
export const isUp = (of: Candle): boolean => decimal(of.close) >= decimal(of.open)

export const drawable = (text: DecimalText): number => toDrawable(decimal(text))

/** A place on the price axis, thousands marked: a number of the drawing, not money. */
export function axisText(price: number, places: number): string {
  const [whole = '', fraction] = price.toFixed(places).split('.')
  const marked = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? marked : `${marked}.${fraction}`
}
