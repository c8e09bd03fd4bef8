/** What a key or click on a ladder leads to, and the orders that both can make. Pure: returns the act, or the reason why there is none. */

import {
  add,
  compare,
  decimal,
  decimalOf,
  divide,
  fromInteger,
  multiply,
  roundToStep,
  signOf,
  subtract,
  toText,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { HEADER, type BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import { isLive, type Order } from '../../../shared/domain/orders/order.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import { capOf } from '../../keys/caps.ts'
import { type BookCondition, type LadderEvent, type LadderState } from '../../paint/ladder/ladderModel.ts'
import type { MarkedRows } from '../../paint/ladder/markedRows.ts'
import type { OwnOrders } from '../../paint/ladder/ownOrders.ts'
import type { LadderProps, LadderRequest } from './ladderProps.ts'

/** The ladder's state at a key or click. */
export interface LadderSituation {
  readonly state: LadderState
  readonly frame: BookFrame | null
  readonly condition: BookCondition
  readonly own: OwnOrders
  readonly marked: MarkedRows
  readonly props: Pick<
    LadderProps,
    | 'armed'
    | 'customer'
    | 'express'
    | 'mouseProfile'
    | 'orders'
    | 'position'
    | 'sizes'
    | 'sizeIndex'
    | 'grouping'
    | 'proposal'
  >
}

export type LadderAnswer =
  | { readonly kind: 'view'; readonly event: LadderEvent }
  | { readonly kind: 'request'; readonly request: LadderRequest }
  | { readonly kind: 'sizes'; readonly sizes: LadderProps['sizes']; readonly index: number }
  /** Opens a field for the size in use. */
  | { readonly kind: 'editSize' }
  | { readonly kind: 'grouping'; readonly ticksPerRow: number }
  | { readonly kind: 'toggleArmed' }
  | { readonly kind: 'toggleExpress' }
  | { readonly kind: 'recentreAll' }
  /** Opens the menu of a row. */
  | { readonly kind: 'menu'; readonly row: number }
  /** Opens the menu of the columns. */
  | { readonly kind: 'columns' }
  | { readonly kind: 'send' }
  | { readonly kind: 'drop' }
  /** One sentence for the dealer: why there was no act. */
  | { readonly kind: 'refused'; readonly why: string }
  /** The ladder's key without an act, such as a repeated key. */
  | { readonly kind: 'nothing' }

export const view = (event: LadderEvent): LadderAnswer => ({ kind: 'view', event })
type Answer<K extends LadderAnswer['kind']> = Extract<LadderAnswer, { kind: K }>
export const refused = (why: string): Answer<'refused'> => ({ kind: 'refused', why })
export const request = (wanted: LadderRequest): Answer<'request'> => ({ kind: 'request', request: wanted })

export const noCustomer = (): string => `No customer: choose one with ${capOf('F2')}`

/** Why this ladder sends no order now; null when it may. */
export function whyNotTrade({ props, condition }: LadderSituation): string | null {
  if (props.customer === null) return noCustomer()
  const book = whyNotBook(condition)
  if (book !== null) return book
  return props.armed ? null : `Not armed: ${capOf('F10')} arms this ladder`
}

/** Why no order may be based on the book now; null when one may. */
export function whyNotBook({ state, silence, stale }: BookCondition): string | null {
  if (state === 'waiting') return 'The book has not arrived yet, so nothing is sent'
  if (state === 'suspect') return 'The book is in doubt, so nothing is sent until it is live again'
  if (state === 'down') return 'The book has no stream, so nothing is sent'
  if (stale && silence === null)
    return 'The clock of this machine was set back, so the age of the book is not known and nothing is sent'
  return stale
    ? `The last message of the venue is ${Math.floor((silence ?? 0) / 1000)} s old, so nothing is sent`
    : null
}

/** Those of the orders that a cancel may be sent for. */
export const cancelable = (orders: readonly Order[]): readonly Order[] =>
  orders.filter((listed) => isLive(listed) && listed.pending !== 'cancel')

/** An order of the chosen size at a price. */
export function order(
  kind: 'limit' | 'take',
  side: Side,
  price: DecimalText,
  situation: LadderSituation,
): LadderAnswer {
  const amount = sizeInUse(situation)
  return amount === null ? NO_SIZE : request({ kind, side, price, amount })
}

/** Whether an order that waits for a price is a stop loss or a take profit: a buy above the last price and a sell below it stop a loss. */
export function triggerType(
  side: Side,
  price: DecimalText,
  { frame }: LadderSituation,
): 'stop_loss' | 'take_profit' | LadderAnswer {
  const units = frame?.[HEADER.lastPrice] ?? -1
  if (units <= 0) return refused('No last price is known, so a trigger could be a stop loss or a take profit')
  const last = fromInteger(units, frame?.[HEADER.priceScale] ?? 0)
  const above = compare(decimal(price), last)
  if (above === 0) return refused('The last price is at the cursor, and would trigger the order at once')
  return above > 0 === (side === 'buy') ? 'stop_loss' : 'take_profit'
}

/** An order of the chosen size that waits for the last price. */
export function trigger(side: Side, price: DecimalText, situation: LadderSituation): LadderAnswer {
  const type = triggerType(side, price, situation)
  if (typeof type !== 'string') return type
  const amount = sizeInUse(situation)
  return amount === null ? NO_SIZE : request({ kind: 'trigger', type, side, price, limitPrice: null, amount })
}

/** A stop loss of the chosen size. `limited`: with a limit price behind its trigger, so that it cannot fill at any price. */
export function stop(
  side: Side,
  price: DecimalText,
  limited: boolean,
  situation: LadderSituation,
): LadderAnswer {
  const type = triggerType(side, price, situation)
  if (typeof type !== 'string') return type
  if (type === 'take_profit')
    return refused(
      side === 'buy'
        ? 'A stop loss to buy waits above the last price: choose a row above it'
        : 'A stop loss to sell waits below the last price: choose a row below it',
    )
  const amount = sizeInUse(situation)
  const limitPrice = limited ? beyond(price, side, situation) : null
  return amount === null ? NO_SIZE : request({ kind: 'trigger', type, side, price, limitPrice, amount })
}

const NO_SIZE = refused('No size chosen: keys 1 to 6 choose one')

/** The size preset in use, in contracts; null where none is chosen. */
export function sizeInUse({ props }: LadderSituation): DecimalText | null {
  const amount = props.sizes[props.sizeIndex]
  return amount === undefined || signOf(decimal(amount)) <= 0 ? null : amount
}

/** How far beyond a price the limit of an order to take, or of a stop limit, lies, in bps. The market moves before the order trades, and a market order has no limit. */
const TAKE_CAP_BPS = 5

/** The limit price a little beyond a price on which an order trades, rounded to a tick away from it (docs/keyboard.md#armed-ladder). */
export function beyond(from: DecimalText, side: Side, { frame }: LadderSituation): DecimalText {
  const price = decimal(from)
  const cap = divide(multiply(price, decimalOf(TAKE_CAP_BPS)), decimalOf(10_000))
  const tick = fromInteger(Math.max(1, frame?.[HEADER.tick] ?? 1), frame?.[HEADER.priceScale] ?? 0)
  return toText(
    side === 'buy'
      ? roundToStep(add(price, cap), tick, 'ceil')
      : roundToStep(subtract(price, cap), tick, 'floor'),
  )
}
