/** What of the market, of the position's rows and of the own orders lies outside the rows in view. The key End leads there. Pure. */

import { middleRow, type BookFrame } from '../../../../shared/domain/book/bookFrame.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { inView, type LadderState } from '../ladderModel.ts'
import { MARK_ORDER, type LadderMark, type MarkedRows } from '../markedRows.ts'
import type { DrawnOrder, OwnOrders } from '../ownOrders.ts'

type What =
  | { readonly kind: 'market' }
  | { readonly kind: 'mark'; readonly mark: LadderMark }
  /** The own order that is nearest to the market, and how many are out of view on its side. */
  | { readonly kind: 'order'; readonly order: DrawnOrder; readonly count: number }

export interface OffView {
  readonly row: number
  readonly where: 'above' | 'below'
  readonly what: What
}

/** Own orders out of view, by side of the view. A combo counts on each side where a leg is. */
export interface OrdersAway {
  readonly above: number
  readonly below: number
}
export const NONE_AWAY: OrdersAway = { above: 0, below: 0 }

export function ordersAway(state: LadderState, own: OwnOrders): OrdersAway {
  if (own.size === 0 || state.top === null) return NONE_AWAY
  const [above, below] = [new Set<string>(), new Set<string>()]
  for (const [row, { both }] of own)
    if (!inView(row, state))
      for (const { referenceId, isGhost } of both as readonly DrawnOrder[])
        if (isGhost !== true) (row > state.top ? above : below).add(referenceId)
  return { above: above.size, below: below.size }
}

/** The market, else the worst marked row, else the own order nearest to the market; null while all are in view. */
export function offView(
  state: LadderState,
  frame: BookFrame | null,
  marked: MarkedRows,
  own: OwnOrders,
): OffView | null {
  const middle = frame && middleRow(frame)
  if (middle === null || state.top === null) return null
  const at = (row: number, what: What): OffView => ({
    row,
    where: row > (state.top ?? 0) ? 'above' : 'below',
    what,
  })
  if (!inView(middle, state)) return at(middle, { kind: 'market' })
  return worstMark(state, marked, at) ?? nearestOrder(state, own, middle, at)
}

type At = (row: number, what: What) => OffView

function worstMark(state: LadderState, marked: MarkedRows, at: At): OffView | null {
  let worst: LadderMark | null = null
  let found: OffView | null = null
  for (const [row, [mark]] of marked) {
    if (mark === undefined || inView(row, state)) continue
    if (worst && MARK_ORDER.indexOf(worst.kind) <= MARK_ORDER.indexOf(mark.kind)) continue
    worst = mark
    found = at(row, { kind: 'mark', mark })
  }
  return found
}

function nearestOrder(state: LadderState, own: OwnOrders, middle: number, at: At): OffView | null {
  let nearest: { readonly row: number; readonly order: Order } | null = null
  for (const [row, { both }] of own) {
    const order = (both as readonly DrawnOrder[]).find(({ isGhost }) => isGhost !== true)
    if (order === undefined || inView(row, state)) continue
    if (nearest === null || Math.abs(row - middle) < Math.abs(nearest.row - middle)) nearest = { row, order }
  }
  if (nearest === null) return null
  const { above, below } = ordersAway(state, own)
  const { row, order } = nearest
  return at(row, { kind: 'order', order, count: row > (state.top ?? 0) ? above : below })
}
