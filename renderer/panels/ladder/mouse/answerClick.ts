/** The meaning of a click on a ladder in the dealer's mouse profile. Pure: returns the act, or the reason why there is none. */

import { assertNever } from '../../../../shared/base/result.ts'
import { SETTINGS, type MouseProfile } from '../../../../shared/domain/settings/settingList.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { mouseAct, mouseCap, type MouseAct, type MousePlace } from '../../../keyboard/mouseProfiles.ts'
import { capOf } from '../../../keys/caps.ts'
import type { ColumnName, PointedCell } from '../../../paint/ladder/ladderView.ts'
import {
  cancelable,
  order,
  refused,
  request,
  stop,
  trigger,
  view,
  whyNotTrade,
  type LadderAnswer,
  type LadderSituation,
} from '../ladderAnswer.ts'

export interface LadderClick {
  /** The button with its exact modifiers, such as `Shift+left`: the same at press and release. */
  readonly press: string
  /** The cells that were drawn under the pointer; null outside the rows. */
  readonly pressed: PointedCell | null
  readonly released: PointedCell | null
}

/** Ms after a move of the rows in which a click does not count, because the rows moved under the pointer. */
const MOVE_GUARD = 250

const PLACE_OF: Readonly<Record<ColumnName, MousePlace>> = {
  workBuy: 'work',
  bids: 'book',
  price: 'price',
  asks: 'book',
  workSell: 'work',
}

/**
 * A click counts when it is released on the cell where it was pressed, and not within 250 ms after a move of the rows. A left press on an own order
 * that is released on another row moves the order there. `at` is monotonic ms. Null when the click has no meaning.
 */
export function answerClick(click: LadderClick, situation: LadderSituation, at: number): LadderAnswer | null {
  const { press, pressed, released } = click
  if (pressed === null || released === null) return null
  if (pressed.column !== released.column) return null
  const { mouseProfile } = situation.props
  const act = mouseAct(mouseProfile, PLACE_OF[released.column], press)
  if (act === 'recentre') return answerAct(act, released, situation)
  const hasMoved = pressed.record.row !== released.record.row
  if (hasMoved && !isDrag(click)) return null
  if (at - situation.state.movedAt < MOVE_GUARD)
    return refused('The rows had just moved, so the click was dropped')
  if (hasMoved) return drag(ordersAt(pressed), released, situation)
  return act === null ? refused(meansNothing(press, mouseProfile)) : answerAct(act, released, situation)
}

const isDrag = ({ press, pressed }: LadderClick): boolean =>
  press === 'left' && pressed !== null && PLACE_OF[pressed.column] === 'work'

const ordersAt = ({ record, column }: PointedCell): readonly Order[] =>
  column === 'workBuy' || column === 'workSell' ? cancelable(record[column]?.orders ?? []) : []

function meansNothing(press: string, profile: MouseProfile): string {
  return `Nothing was done: a ${mouseCap(press)} click means nothing here in the mouse profile ${PROFILE_NAMES[profile]} (${capOf('F1')} lists the clicks)`
}

const PROFILE_NAMES = Object.fromEntries(
  (SETTINGS['ladder.mouse'].choices ?? []).map(({ value, words }) => [value, words.split(':')[0] ?? value]),
) as Record<MouseProfile, string>

function drag(
  orders: readonly Order[],
  { price }: PointedCell,
  situation: LadderSituation,
): LadderAnswer | null {
  const [moved, ...others] = orders
  if (moved === undefined) return null
  if (others.length > 0)
    return refused(`${orders.length} orders rest there: Tab selects one, Shift ↑ ↓ moves it`)
  const why = whyNotTrade(situation)
  return why === null ? request({ kind: 'moveTo', order: moved, price }) : refused(why)
}

function answerAct(act: MouseAct, cell: PointedCell, situation: LadderSituation): LadderAnswer | null {
  const { record, column, price } = cell
  const side = column === 'bids' ? 'buy' : 'sell'
  const dealing = (answer: () => LadderAnswer): LadderAnswer => {
    const why = whyNotTrade(situation)
    return why === null ? answer() : refused(why)
  }
  switch (act) {
    case 'cursor':
      return view({ kind: 'cursorTo', row: record.row })
    case 'recentre':
      return view({ kind: 'recentre', frame: situation.frame })
    case 'menu':
      return { kind: 'menu', row: record.row }
    case 'cancel': {
      const live = ordersAt(cell)
      return live.length > 0 ? request({ kind: 'cancel', orders: live }) : null
    }
    case 'limit':
      return dealing(() => order('limit', side, price, situation))
    case 'trigger':
      return dealing(() => trigger(side, price, situation))
    case 'stop':
      return dealing(() => stop(side, price, false, situation))
    case 'stopLimit':
      return dealing(() => stop(side, price, true, situation))
    case 'stopPosition':
      return dealing(() => request({ kind: 'stopPosition', price }))
    case 'protect':
      return dealing(() => request({ kind: 'protect' }))
    default:
      return assertNever(act)
  }
}
