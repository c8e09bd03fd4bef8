/** The meaning of keys on a ladder. Pure: returns the act, or the reason why there is none. */

import {
  absolute,
  decimal,
  fromInteger,
  signOf,
  toText,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { HEADER, touchOf } from '../../../shared/domain/book/bookFrame.ts'
import { isLive } from '../../../shared/domain/orders/order.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import { capOf } from '../../keys/caps.ts'
import { inView, priceOfRow } from '../../paint/ladder/ladderModel.ts'
import { offView } from '../../paint/ladder/away/offView.ts'
import { walkOrders } from '../../paint/ladder/ownOrders.ts'
import {
  beyond,
  cancelable,
  noCustomer,
  order,
  refused,
  request,
  trigger,
  view,
  whyNotTrade,
  type LadderAnswer,
  type LadderSituation,
} from './ladderAnswer.ts'
import type { LadderRequest } from './ladderProps.ts'

/** A key press. `code` is the physical key, so that letters work on every keyboard layout. */
export interface KeyPress {
  readonly code: string
  readonly shift: boolean
  /** Ctrl, or ⌘ on macOS. */
  readonly ctrl: boolean
  readonly alt: boolean
  readonly repeat: boolean
  /** An input method is composing. */
  readonly composing: boolean
}

/** Ticks per row for the + and − keys. */
const GROUPINGS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]

/** The movement of a key that sends nothing; null for any other key. */
function movement(code: string, { state, frame, marked, own }: LadderSituation): LadderAnswer | null {
  switch (code) {
    case 'End': {
      const off = offView(state, frame, marked, own)
      if (off === null) return refused('The market, every marked row and every own order are in view')
      return off.what.kind === 'market'
        ? view({ kind: 'recentre', frame })
        : view({ kind: 'goTo', row: off.row })
    }
    case 'Space':
      return view({ kind: 'recentre', frame })
    case 'ArrowUp':
      return view({ kind: 'moveCursor', by: 1 })
    case 'ArrowDown':
      return view({ kind: 'moveCursor', by: -1 })
    case 'PageUp':
      return view({ kind: 'moveCursor', by: Math.max(1, Math.min(10, state.rows - 1)) })
    case 'PageDown':
      return view({ kind: 'moveCursor', by: -Math.max(1, Math.min(10, state.rows - 1)) })
    case 'BracketLeft':
    case 'BracketRight': {
      const touch = frame === null ? null : touchOf(frame)
      const row = code === 'BracketLeft' ? touch?.bid : touch?.ask
      return typeof row === 'number'
        ? view({ kind: 'cursorTo', row })
        : refused(code === 'BracketLeft' ? 'There is no bid' : 'There is no ask')
    }
    default:
      return null
  }
}

/** Coarser (+1) or finer (−1) rows. */
export function regroup(grouping: number, by: 1 | -1): LadderAnswer {
  const next =
    by > 0 ? GROUPINGS.find((step) => step > grouping) : GROUPINGS.findLast((step) => step < grouping)
  return next === undefined
    ? refused(by > 0 ? 'Rows cannot be coarser' : 'A row is already one tick')
    : { kind: 'grouping', ticksPerRow: next }
}

function sizing(code: string, { props }: LadderSituation): LadderAnswer | null {
  const digit = /^(?:Digit|Numpad)([1-6])$/.exec(code)?.[1]
  if (digit !== undefined) {
    const index = Number(digit) - 1
    return index < props.sizes.length
      ? { kind: 'sizes', sizes: props.sizes, index }
      : refused(`There is no size ${digit}`)
  }
  if (code === 'Digit0' || code === 'Numpad0') return { kind: 'editSize' }
  if (code !== 'KeyP') return null
  const size = props.position === null ? null : absolute(decimal(props.position.size))
  if (size === null || signOf(size) === 0) return refused('No position to take the size of')
  // P overwrites only the last preset, so that the other five stay as the dealer set them.
  const index = Math.max(0, props.sizes.length - 1)
  return { kind: 'sizes', sizes: props.sizes.with(index, toText(size)), index }
}

/**
 * Tab and Shift+Tab walk own orders. An armed ladder keeps the focus: a Tab too many would take the next key to another instrument. Elsewhere the
 * page handles a key past either end, but not the first after the selected order ended.
 */
function walk({ own, state, props }: LadderSituation, by: 1 | -1): LadderAnswer | null {
  const orders = walkOrders(own)
  const at = orders.findIndex((working) => working.order.referenceId === state.selected)
  const first = orders.at(by > 0 ? 0 : -1)
  const next = at < 0 ? first : (orders.find((_, n) => n === at + by) ?? (props.armed ? first : undefined))
  if (next) return view({ kind: 'select', order: next.order.referenceId, row: next.row })
  if (props.armed)
    return refused(
      `No own order here. An armed ladder keeps Tab: ${capOf('F10')} disarms, ${capOf('F5')} to ${capOf('F9')} leave`,
    )
  return state.selected !== null && at < 0 ? view({ kind: 'leave' }) : null
}

const OUT_OF_VIEW = refused('The chosen price is out of view: ↑ ↓ bring it back, [ ] choose another')

function canceling({ own, state, props }: LadderSituation): LadderAnswer {
  // Delete must not cancel what is not on screen; a selected order was named by Tab.
  if (state.selected === null && state.cursor !== null && !inView(state.cursor, state)) return OUT_OF_VIEW
  const atCursor = (state.cursor === null ? undefined : own.get(state.cursor))?.both ?? []
  const meant = state.selected === null ? atCursor.map(({ referenceId }) => referenceId) : [state.selected]
  const orders = props.orders.filter(({ referenceId }) => meant.includes(referenceId))
  const live = cancelable(orders)
  return live.length > 0 ? request({ kind: 'cancel', orders: live }) : refused('No own order at the cursor')
}

/** The menu of the cursor's row; without one in view the menu of the columns. */
function menuAtCursor({ state }: LadderSituation): LadderAnswer {
  return state.cursor === null || !inView(state.cursor, state)
    ? { kind: 'columns' }
    : { kind: 'menu', row: state.cursor }
}

/** Keys of an armed ladder that act on the position. */
const OF_POSITION: Readonly<
  Record<string, Extract<LadderRequest['kind'], 'flatten' | 'reverse' | 'protect'>>
> = {
  KeyF: 'flatten',
  KeyR: 'reverse',
  KeyO: 'protect',
}

/** The orders of the keys B and S, and of the keys about the position. */
function trading(press: KeyPress, situation: LadderSituation): LadderAnswer | null {
  const side: Side | null = press.code === 'KeyB' ? 'buy' : press.code === 'KeyS' ? 'sell' : null
  const ofPosition = press.shift || press.ctrl ? undefined : OF_POSITION[press.code]
  if (side === null && ofPosition === undefined) return null
  if (press.repeat || press.composing) return { kind: 'nothing' }
  const why = whyNotTrade(situation)
  if (why !== null) return refused(why)
  if (side === null) return ofPosition === undefined ? null : request({ kind: ofPosition })
  const { state } = situation
  if (press.ctrl && !press.shift) {
    const far = touchPrice(situation, side === 'buy' ? 'ask' : 'bid')
    return far === null
      ? refused('Nothing to take')
      : order('take', side, beyond(far, side, situation), situation)
  }
  if (press.shift && !press.ctrl) {
    const near = touchPrice(situation, side === 'buy' ? 'bid' : 'ask')
    return near === null ? refused('Nothing to join') : order('limit', side, near, situation)
  }
  if (state.cursor === null) return refused('No price chosen: ↑ ↓ or [ ] put the cursor on one')
  // The cursor's row may have scrolled out of view. No order is sent at a price that is not visible.
  if (!inView(state.cursor, state)) return OUT_OF_VIEW
  const price = priceOfRow(state.cursor, state)
  return press.ctrl ? trigger(side, price, situation) : order('limit', side, price, situation)
}

/** Shift ↑ ↓ move the selected own order by a tick, Alt ↑ ↓ both prices of a selected combo. */
function moving(
  { code, shift, ctrl, alt, repeat }: KeyPress,
  situation: LadderSituation,
): LadderAnswer | null {
  if ((code !== 'ArrowUp' && code !== 'ArrowDown') || ctrl || shift === alt) return null
  if (repeat) return { kind: 'nothing' }
  const why = whyNotTrade(situation)
  if (why !== null) return refused(why)
  const { state, props } = situation
  const chosen = props.orders.find((listed) => listed.referenceId === state.selected)
  return chosen && isLive(chosen)
    ? request({ kind: 'move', order: chosen, ticks: code === 'ArrowUp' ? 1 : -1, both: alt })
    : refused('No own order is selected: Tab selects one')
}

/** The best price itself. With grouping, it can differ from the edge of its row. */
function touchPrice({ frame }: LadderSituation, side: 'bid' | 'ask'): DecimalText | null {
  const units = frame?.[side === 'bid' ? HEADER.bestBid : HEADER.bestAsk] ?? -1
  return units > 0 ? toText(fromInteger(units, frame?.[HEADER.priceScale] ?? 0)) : null
}

function sendOrDrop(press: KeyPress, situation: LadderSituation): LadderAnswer | null {
  const { state, props } = situation
  if (press.code === 'Escape') {
    if (props.proposal !== null) return { kind: 'drop' }
    return state.cursor === null && state.selected === null ? null : view({ kind: 'deselect' })
  }
  if (press.code !== 'Enter' && press.code !== 'NumpadEnter') return null
  if (props.proposal === null) return null
  if (press.repeat || press.composing) return { kind: 'nothing' }
  const why = whyNotTrade(situation)
  return why === null ? { kind: 'send' } : refused(why)
}

/** The meaning of a key on a focused ladder (docs/keyboard.md#ladder); null when the key is not the ladder's. */
export function answerKey(press: KeyPress, situation: LadderSituation): LadderAnswer | null {
  const { code, shift, ctrl, alt } = press
  const move = moving(press, situation)
  if (move !== null) return move
  if (alt) return null
  if (code === 'KeyE' && shift && ctrl && !press.composing)
    return press.repeat ? { kind: 'nothing' } : { kind: 'toggleExpress' }
  if (code === 'Space' && shift && !ctrl) return { kind: 'recentreAll' }
  if ((code === 'ContextMenu' && !shift && !ctrl) || (code === 'F10' && shift && !ctrl))
    return press.repeat || press.composing ? { kind: 'nothing' } : menuAtCursor(situation)
  if (code === 'Tab' && !ctrl) return walk(situation, shift ? -1 : 1)
  if (code === 'Delete' && !shift) {
    if (press.repeat) return { kind: 'nothing' }
    if (!ctrl) return canceling(situation)
    return situation.props.customer === null
      ? refused(noCustomer())
      : request({ kind: 'cancelAll', side: null })
  }
  if (ctrl && shift && (code === 'BracketLeft' || code === 'BracketRight')) {
    if (press.repeat) return { kind: 'nothing' }
    return situation.props.customer === null
      ? refused(noCustomer())
      : request({ kind: 'cancelAll', side: code === 'BracketLeft' ? 'buy' : 'sell' })
  }
  const trade = trading(press, situation)
  if (trade !== null) return trade
  if (shift || ctrl) return null
  if (press.composing) return null
  if (code === 'F10') return press.repeat ? { kind: 'nothing' } : { kind: 'toggleArmed' }
  if (code === 'NumpadAdd') return regroup(situation.props.grouping, 1)
  if (code === 'NumpadSubtract') return regroup(situation.props.grouping, -1)
  return sendOrDrop(press, situation) ?? movement(code, situation) ?? sizing(code, situation)
}
