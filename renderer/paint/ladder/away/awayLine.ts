/** The line below the rows: what is out of view, where and how far, as long as there is room. Pure. */

import { PAD, type LadderMetrics } from '../ladderLayout.ts'
import type { LadderState } from '../ladderModel.ts'
import { markLabel, type MarkKind } from '../markedRows.ts'
import { ordersAway, type OffView } from './offView.ts'
import { sizeText, type OwnOrders } from '../ownOrders.ts'

export interface AwayLine {
  readonly where: 'above' | 'below'
  readonly kind: MarkKind | 'market' | 'order'
  readonly price: string
  /** Words as far as there is room. */
  readonly text: string
  /** Own orders out of view, where the words are about something else: `▲2▼1`; empty for none. */
  readonly orders: string
}

/** Characters of the name of a mark, and of the key that leads there, with its gap. */
const NAME = 5
const END = 5

function namesOf(
  { what, where }: OffView,
  price: string,
): readonly [long: string, short: string, price: string] {
  if (what.kind === 'market') return ['market', 'market', price]
  if (what.kind === 'mark') {
    const name = markLabel(what.mark, NAME)
    return [name, name, what.mark.priceText]
  }
  const { order, count } = what
  const one = `${order.leg ?? order.side} ${sizeText(order)}`
  return count === 1 ? [one, one, price] : [`${count} orders ${where}, ${one}`, `${count} orders`, price]
}

function countsText(state: LadderState, own: OwnOrders): string {
  const { above, below } = ordersAway(state, own)
  return `${above > 0 ? `▲${above}` : ''}${below > 0 ? `▼${below}` : ''}`
}

/** Distances are those of the market from the middle of the view, and of everything else from the market. */
export function awayLine(
  off: OffView,
  middle: number,
  state: LadderState,
  own: OwnOrders,
  priceText: (row: number) => string,
  { width, digit }: LadderMetrics,
): AwayLine {
  const { row, where, what } = off
  const arrow = where === 'above' ? '▲' : '▼'
  const from = what.kind === 'market' ? (state.top ?? 0) - Math.floor(state.rows / 2) : middle
  const far = priceText(Math.abs(row - from))
  const tenths = Math.round((1_000 * Math.abs(row - from)) / from)
  const percent = `${Math.floor(tenths / 10)}.${tenths % 10} %`
  const [long, short, price] = namesOf(off, priceText(row))
  const orders = what.kind === 'order' ? '' : countsText(state, own)
  const room = Math.floor((width - PAD) / digit) - END - (orders === '' ? 0 : orders.length + 1)
  const texts = [
    `${long} ${price} · ${percent} · ${far} ${where}${what.kind === 'market' ? '' : ' market'}`,
    `${long} ${price} · ${percent}`,
    `${short} ${price} · ${percent} · ${far} ${where}${what.kind === 'market' ? '' : ' market'}`,
    `${short} ${price} · ${percent}`,
    `${short} ${price}`,
    price,
  ].map((text) => `${arrow} ${text}`)
  return {
    where,
    kind: what.kind === 'mark' ? what.mark.kind : what.kind,
    price,
    text: texts.find((text) => text.length <= room) ?? `${arrow} ${short}`,
    orders,
  }
}
