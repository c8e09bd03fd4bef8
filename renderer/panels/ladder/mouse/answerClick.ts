/** The meaning of a click on a ladder in the dealer's mouse profile. Pure: returns the act, or the reason why there is none. */

import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { assertNever } from '../../../../shared/base/result.ts'
import { SETTINGS, type MouseProfile } from '../../../../shared/domain/settings/settingList.ts'
import { standsAs } from '../../../state/actions/proposalBasis.ts'
import { mouseAct, mouseCap, type MouseAct, type MousePlace } from '../../../keyboard/mouseProfiles.ts'
import { capOf } from '../../../keys/caps.ts'
import type { ColumnName } from '../../../paint/ladder/ladderLayout.ts'
import type { PointedCell } from '../../../paint/ladder/ladderView.ts'
import type { DrawnOrder } from '../../../paint/ladder/ownOrders.ts'
import {
  cancelable,
  order,
  refused,
  request,
  sizeInUse,
  stop,
  trigger,
  view,
  whyNotTrade,
  type LadderAnswer,
  type LadderSituation,
} from '../ladderAnswer.ts'

/** What a press was made for: where any of it changed, the press was meant for something else. */
export interface PressTerms {
  readonly customer: string | null
  readonly profile: MouseProfile
  readonly armed: boolean
  readonly express: boolean
  readonly size: DecimalText | null
}

export const termsOf = (situation: LadderSituation): PressTerms => ({
  customer: situation.props.customer?.code ?? null,
  profile: situation.props.mouseProfile,
  armed: situation.props.armed,
  express: situation.props.express,
  size: sizeInUse(situation),
})

export interface LadderClick {
  /** The button with its exact modifiers, such as `Shift+left`: the same at press and release. */
  readonly press: string
  /** The cells that were drawn under the pointer; null outside the rows. */
  readonly pressed: PointedCell | null
  readonly released: PointedCell | null
  /** Whether the pointer left the pressed cell on the way. */
  readonly hasStrayed: boolean
  /** Monotonic ms. */
  readonly pressedAt: number
  readonly terms: PressTerms
}

/** Ms after a move of the rows, or of a chart's lines, in which a press does not count: what moved under the pointer was not meant. */
export const MOVE_GUARD = 250

const PLACE_OF: Readonly<Record<ColumnName, MousePlace>> = {
  volume: 'price',
  workBuy: 'work',
  bids: 'book',
  price: 'price',
  asks: 'book',
  workSell: 'work',
  queueBuy: 'price',
  queueSell: 'price',
  gutter: 'price',
}

/**
 * A click counts when it is released on the cell where it was pressed and that it never left, when the rows did not move during the press nor 250 ms
 * before it, and when it still means what it meant. A left press on an own order that is released on another row moves the order there. Null when
 * the click has no meaning.
 */
export function answerClick(click: LadderClick, situation: LadderSituation): LadderAnswer | null {
  const { press, pressed, released, terms } = click
  if (pressed === null || released === null) return null
  if (pressed.column !== released.column) return null
  const { mouseProfile } = situation.props
  const act = mouseAct(mouseProfile, PLACE_OF[released.column], press)
  if (act === 'recentre') return answerAct(act, click, released, situation)
  const hasMoved = pressed.record.row !== released.record.row
  if (hasMoved && !isDrag(click))
    return click.hasStrayed ? null : refused('The rows moved during the press, so the click was dropped')
  if (click.pressedAt - situation.state.movedAt < MOVE_GUARD)
    return refused('The rows had just moved, so the click was dropped')
  const now = termsOf(situation)
  if (terms.customer !== now.customer || terms.profile !== now.profile) return CHANGED
  if (hasMoved) return drag(click, released, situation)
  if (click.hasStrayed) return refused('The pointer left the cell, so the click was dropped')
  return act === null
    ? refused(meansNothing(press, mouseProfile))
    : answerAct(act, click, released, situation)
}

const CHANGED = refused('The ladder changed during the press, so nothing was done')

const isDrag = ({ press, pressed }: LadderClick): boolean =>
  press === 'left' && pressed !== null && PLACE_OF[pressed.column] === 'work'

/** The orders of a cell that rest there: a ghost shows where one would. */
const ordersAt = (cell: PointedCell | null): readonly DrawnOrder[] =>
  cell?.column === 'workBuy' || cell?.column === 'workSell'
    ? cancelable(cell.record[cell.column]?.orders ?? []).filter(
        (listed: DrawnOrder) => listed.isGhost !== true,
      )
    : []

/** Why a click may not deal now; null when it may. */
function whyNotDeal({ terms }: LadderClick, situation: LadderSituation): LadderAnswer | null {
  const why = whyNotTrade(situation)
  if (why !== null) return refused(why)
  const { armed, express, size } = termsOf(situation)
  return terms.armed === armed && terms.express === express && terms.size === size ? null : CHANGED
}

function meansNothing(press: string, profile: MouseProfile): string {
  return `Nothing was done: a ${mouseCap(press)} click means nothing here in the mouse profile ${PROFILE_NAMES[profile]} (${capOf('F1')} lists the clicks)`
}

const PROFILE_NAMES = Object.fromEntries(
  (SETTINGS['ladder.mouse'].choices ?? []).map(({ value, words }) => [value, words.split(':')[0] ?? value]),
) as Record<MouseProfile, string>

function drag(click: LadderClick, { price }: PointedCell, situation: LadderSituation): LadderAnswer | null {
  const orders = ordersAt(click.pressed)
  const [dragged, ...others] = orders
  if (dragged === undefined) return null
  if (others.length > 0)
    return refused(`${orders.length} orders rest there: Tab selects one, Shift ↑ ↓ moves it`)
  const now = cancelable(situation.props.orders).find((own) => own.referenceId === dragged.referenceId)
  if (now === undefined || !standsAs(now, dragged))
    return refused('The order changed or ended during the press, so nothing was done')
  return whyNotDeal(click, situation) ?? request({ kind: 'moveTo', order: now, price, leg: dragged.leg })
}

/** Cancels what the cell showed at the press and still shows: an order that came there meanwhile was not meant. */
function cancel({ pressed }: LadderClick, cell: PointedCell): LadderAnswer | null {
  const meant = ordersAt(pressed)
  const still = ordersAt(cell).filter((listed) =>
    meant.some(({ referenceId }) => referenceId === listed.referenceId),
  )
  if (still.length > 0) return request({ kind: 'cancel', orders: still })
  return meant.length === 0
    ? null
    : refused('The order there ended during the press, so nothing was canceled')
}

function answerAct(
  act: MouseAct,
  click: LadderClick,
  cell: PointedCell,
  situation: LadderSituation,
): LadderAnswer | null {
  const { record, column, price } = cell
  const side = column === 'bids' ? 'buy' : 'sell'
  const dealing = (answer: () => LadderAnswer): LadderAnswer => whyNotDeal(click, situation) ?? answer()
  switch (act) {
    case 'cursor':
      return view({ kind: 'cursorTo', row: record.row })
    case 'recentre':
      return view({ kind: 'recentre', frame: situation.frame })
    case 'menu':
      return { kind: 'menu', row: record.row }
    case 'cancel':
      return cancel(click, cell)
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
