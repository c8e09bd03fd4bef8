/** Groups a customer's live orders by ladder row. Pure. Never rounds a price to the wrong side. */

import {
  absolute,
  decimal,
  fromInteger,
  roundToStep,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
  ZERO,
} from '../../../shared/base/decimal.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import { isUnproven, type Order } from '../../../shared/domain/orders/order.ts'
import type { RowSize } from './ladderModel.ts'

/** A leg of a combo at its row: take profit, stop loss, or both where the rows are too coarse to tell them apart. */
export type OrderLeg = 'TP' | 'SL' | 'OCO'

/** An own order as drawn. `isGhost`: where a waiting change would move the order; nothing rests there yet. `leg`: of a combo, which has two rows. */
export type DrawnOrder = Order & { readonly isGhost?: true; readonly leg?: OrderLeg }

export interface OwnRow {
  readonly buys: readonly Order[]
  readonly sells: readonly Order[]
  /** Both, the same list while neither changes. */
  readonly both: readonly Order[]
}

/** By row number, highest price first. */
export type OwnOrders = ReadonlyMap<number, OwnRow>

export const noOwnOrders: OwnOrders = new Map()

/** The row of an order. As in the book, a buy is at its row's lower edge, a sell at the upper edge. Null without a price. */
export function rowOfOrder(order: Order, rowStep: number, priceScale: number): number | null {
  const price = order.limitPrice ?? order.triggerPrice ?? order.stopLossPrice
  return price === null ? null : rowOfPrice(price, order.side, { rowStep, priceScale })
}

/** The row of a price that an order of a side has; null before the first book. */
export function rowOfPrice(price: DecimalText, side: Side, { rowStep, priceScale }: RowSize): number | null {
  if (rowStep <= 0) return null
  const step = fromInteger(rowStep, priceScale)
  return Number(roundToStep(decimal(price), step, side === 'buy' ? 'floor' : 'ceil') / step)
}

interface Placed {
  readonly order: DrawnOrder
  readonly row: number
}

/** An order at its row, a combo at the rows of both its legs; nothing without a price. */
function placed(order: Order, size: RowSize): readonly Placed[] {
  if (order.type !== 'take_profit_stop_loss') {
    const row = rowOfOrder(order, size.rowStep, size.priceScale)
    return row === null ? [] : [{ order, row }]
  }
  const legs = [
    ['TP', order.takeProfitPrice],
    ['SL', order.stopLossPrice],
  ] as const
  const [first, second] = legs.flatMap(([leg, price]) => {
    const row = price === null ? null : rowOfPrice(price, order.side, size)
    return row === null ? [] : [{ order: { ...order, leg }, row }]
  })
  if (first === undefined) return []
  if (second === undefined) return [first]
  return first.row === second.row ? [{ order: { ...order, leg: 'OCO' }, row: first.row }] : [first, second]
}

/** Groups live orders by row. Leaves out orders without a price (unanswered market orders). */
export function ownOrders(orders: readonly Order[], rowStep: number, priceScale: number): OwnOrders {
  const all = orders
    .flatMap((order) => placed(order, { rowStep, priceScale }))
    .toSorted((a, b) => b.row - a.row || a.order.createdAt - b.order.createdAt)
  const rows = new Map<number, { buys: Order[]; sells: Order[]; both: Order[] }>()
  for (const { order, row } of all) {
    const at = rows.get(row) ?? { buys: [], sells: [], both: [] }
    rows.set(row, at)
    ;(order.side === 'buy' ? at.buys : at.sells).push(order)
    at.both.push(order)
  }
  return rows
}

/** Own orders in the order in which Tab walks them: from the highest price down, buys before sells on one row. A combo once, at its higher leg. */
export function walkOrders(own: OwnOrders): readonly { readonly order: Order; readonly row: number }[] {
  const walked = new Set<string>()
  return [...own].flatMap(([row, { buys, sells }]) =>
    [...buys, ...sells].flatMap((order) => {
      if (walked.has(order.referenceId)) return []
      walked.add(order.referenceId)
      return [{ order, row }]
    }),
  )
}

/** Contracts still to fill; null for an order sent by cash. */
export const remaining = (order: Order): Decimal | null =>
  order.amount === null ? null : absolute(subtract(decimal(order.amount), decimal(order.filledAmount)))

/** The size for display: contracts still to fill, or the cash amount of the order. */
export function sizeText(order: Order): string {
  const left = remaining(order)
  return left === null ? `$${order.cashAmount ?? '?'}` : toText(left)
}

/** The state of an order that does not simply rest: a sign for the block and a word for the grid (docs/order-lifecycle.md#on-screen). */
export function orderSign(order: DrawnOrder): { readonly sign: string; readonly word: string } {
  if (order.isGhost === true) return { sign: '>', word: 'would move here, not sent' }
  if (isUnproven(order) && order.phase !== 'sent') return { sign: '?', word: 'unknown' }
  if (order.pending === 'cancel') return { sign: '×', word: 'canceling' }
  if (order.pending === 'amend') return { sign: '~', word: 'amending' }
  if (order.phase === 'sent' || order.phase === 'intent') return { sign: '…', word: 'sent' }
  return { sign: '', word: '' }
}

/** `0.5 of 2 filled`; empty for an order that has no fill or no amount. */
const fillWords = ({ amount, filledAmount }: Order): string =>
  amount === null || decimal(filledAmount) === ZERO ? '' : `${filledAmount} of ${amount} filled`

const LEG_WORDS: Readonly<Record<OrderLeg, string>> = {
  TP: 'take profit leg',
  SL: 'stop loss leg',
  OCO: 'both legs',
}

/** One order in words: `0.1 buy limit`, `2 sell stop loss sent`. */
export const orderWords = (order: DrawnOrder): string =>
  [
    sizeText(order),
    order.side,
    order.leg === undefined ? order.type.replaceAll('_', ' ') : `oco ${LEG_WORDS[order.leg]}`,
    fillWords(order),
    orderSign(order).word,
  ]
    .filter(Boolean)
    .join(' ')

/** An `ownOrders` that returns the same map until orders, step or scale change, because every frame calls it. */
export function steadyOwnOrders(): typeof ownOrders {
  let before: Parameters<typeof ownOrders> = [[], 0, 0]
  let own = noOwnOrders
  return (...asked) => {
    if (asked.some((each, n) => each !== before[n])) {
      before = asked
      own = ownOrders(...asked)
    }
    return own
  }
}
