/** What a drag or a key on an own order's line in a chart means. Pure: returns the act, or the reason why there is none. A change always waits for Enter. */

import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { isLive, type Order } from '../../../../shared/domain/orders/order.ts'
import { standsAs } from '../../../state/actions/proposalBasis.ts'
import type { DrawnOrder } from '../../../paint/ladder/ownOrders.ts'
import { cancelable, refused, request, type LadderAnswer } from '../../ladder/ladderAnswer.ts'
import type { KeyPress } from '../../ladder/ladderInput.ts'
import { MOVE_GUARD } from '../../ladder/mouse/answerClick.ts'
import type { ChartLine } from '../chartModel.ts'

/** The chart at a key or a release. */
export interface LineSituation {
  /** Live orders of the customer and instrument. */
  readonly orders: readonly Order[]
  /** The lines as drawn, highest first. */
  readonly lines: readonly ChartLine[]
  /** Why the candles do not change; null while they do. */
  readonly old: string | null
  /** The reference id of the selected order. */
  readonly selected: string | null
  /** A change waits for Enter. */
  readonly isWaiting: boolean
}

export type LineAnswer =
  | Extract<LadderAnswer, { kind: 'request' | 'refused' | 'send' | 'drop' | 'nothing' }>
  /** Selects an order, or none. */
  | { readonly kind: 'select'; readonly order: string | null }

/** A press on own lines and its release. */
export interface LineDrag {
  /** The lines that were drawn under the pointer. */
  readonly pressed: readonly ChartLine[]
  /** Ms between the last move of the lines and the press. */
  readonly calm: number
  /** Whether the pointer moved enough to be a drag. */
  readonly isDrag: boolean
  /** Whether the price scale moved during the press. */
  readonly hasScaleMoved: boolean
  /** The tick under the pointer at the release; null outside of the prices. */
  readonly price: DecimalText | null
}

/** The own orders of lines, each once. */
const ordersOf = (lines: readonly ChartLine[]): readonly DrawnOrder[] => {
  const byId = new Map(
    lines.flatMap(({ order }) =>
      order === null || order.isGhost === true ? [] : [[order.referenceId, order] as const],
    ),
  )
  return [...byId.values()]
}

export function answerDrag(drag: LineDrag, situation: LineSituation): LineAnswer | null {
  const orders = ordersOf(drag.pressed)
  const [dragged, ...others] = orders
  if (dragged === undefined) return null
  if (drag.calm < MOVE_GUARD) return refused('The lines had just moved, so the press was dropped')
  if (others.length > 0)
    return refused(`${orders.length} orders rest there: Tab selects one, Shift ↑ ↓ moves it`)
  const now = cancelable(situation.orders).find((own) => own.referenceId === dragged.referenceId)
  if (now === undefined || !standsAs(now, dragged))
    return refused('The order changed or ended during the press, so nothing was done')
  if (!drag.isDrag) return { kind: 'select', order: now.referenceId }
  if (drag.hasScaleMoved) return refused('The price scale moved during the drag, so nothing was done')
  if (drag.price === null) return refused('The drag ended at no price of the chart, so nothing was done')
  return whyOldLine(situation) ?? request({ kind: 'moveTo', order: now, price: drag.price, leg: dragged.leg })
}

/** No change is based on candles that do not change. */
const whyOldLine = ({ old }: LineSituation): LineAnswer | null =>
  old === null ? null : refused(`The chart is old (${old}), so nothing is sent`)

/** The meaning of a key while the candles have the focus; null when the key is not for own orders. */
export function answerLineKey(press: KeyPress, situation: LineSituation): LineAnswer | null {
  const { code, shift, ctrl, alt } = press
  if (ctrl || press.composing) return null
  if (code === 'Tab' && !alt) return walk(situation, shift ? -1 : 1)
  if (code === 'ArrowUp' || code === 'ArrowDown') return shift === alt ? null : moved(press, situation)
  if (shift || alt) return null
  if (code === 'Escape') {
    if (situation.isWaiting) return { kind: 'drop' }
    return situation.selected === null ? null : { kind: 'select', order: null }
  }
  if ((code !== 'Enter' && code !== 'NumpadEnter') || !situation.isWaiting) return null
  if (press.repeat) return { kind: 'nothing' }
  return whyOldLine(situation) ?? { kind: 'send' }
}

/** Shift ↑ ↓ moves the selected order by a tick, Alt ↑ ↓ both prices of a selected combo. */
function moved({ code, alt, repeat }: KeyPress, situation: LineSituation): LineAnswer {
  if (repeat) return { kind: 'nothing' }
  const order = situation.orders.find((own) => own.referenceId === situation.selected)
  if (order === undefined || !isLive(order)) return refused('No own order is selected: Tab selects one')
  const ticks = code === 'ArrowUp' ? 1 : -1
  return whyOldLine(situation) ?? request({ kind: 'move', order, ticks, both: alt })
}

/** Tab walks own orders from the highest down. Past either end the page handles the key. */
function walk({ lines, selected }: LineSituation, by: 1 | -1): LineAnswer | null {
  const orders = ordersOf(lines)
  const at = orders.findIndex(({ referenceId }) => referenceId === selected)
  const next = at < 0 ? orders.at(by > 0 ? 0 : -1) : orders.find((_, n) => n === at + by)
  if (next) return { kind: 'select', order: next.referenceId }
  return null
}
