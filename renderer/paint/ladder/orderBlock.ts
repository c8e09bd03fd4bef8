/** The block of own orders at a row, with its text cut to the column. Pure. */

import { add, decimal, divide, toText, ZERO } from '../../../shared/base/decimal.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { orderSign, remaining, sizeText, type DrawnOrder } from './ownOrders.ts'

/** Own orders of one side at one row. */
export interface OrderBlock {
  readonly text: string
  readonly orders: readonly Order[]
  /** Tab selected one of the orders. */
  readonly selected: boolean
  /** No order of the block is certain to rest: each is sent, unknown or being canceled. */
  readonly unsettled: boolean
  /** What is filled of the orders that state an amount, in whole percent; 0 where nothing is. */
  readonly filledPercent: number
}

/** Blocks by their list of orders, because every frame needs the block of each row. */
const blocks = new WeakMap<readonly Order[], { readonly width: number; readonly block: OrderBlock }>()

/** `width`: characters that fit. Null without orders. */
export function blockOf(orders: readonly Order[], chosen: string | null, width: number): OrderBlock | null {
  // A ghost beside resting orders adds its sign alone: it must not count as a further order.
  const resting = orders.filter((order: DrawnOrder) => order.isGhost !== true)
  const [first] = resting.length === 0 ? orders : resting
  if (!first) return null
  const selected = chosen !== null && orders.some((order) => order.referenceId === chosen)
  const kept = blocks.get(orders)
  if (kept?.width === width && kept.block.selected === selected) return kept.block
  const block: OrderBlock = {
    text: blockText(first, resting.length === 0 ? orders : resting, orders, width),
    orders,
    selected,
    filledPercent: filledPercent(resting),
    unsettled: orders.every((order) => orderSign(order).sign !== ''),
  }
  blocks.set(orders, { width, block })
  return block
}

/** Below a percent reads as one percent, so that a fill is seen. */
function filledPercent(orders: readonly Order[]): number {
  const sized = orders.filter(({ amount }) => amount !== null)
  const total = sized.reduce((sum, { amount }) => add(sum, decimal(amount ?? '0')), ZERO)
  const filled = sized.reduce((sum, { filledAmount }) => add(sum, decimal(filledAmount)), ZERO)
  return filled === ZERO || total === ZERO ? 0 : Math.max(1, Number(divide(filled, total) / PERCENT))
}
const PERCENT = decimal('0.01')

/** Filled and whole amount of a single order that began to fill: `0.5/2`. */
const fillText = ({ amount, filledAmount }: Order): string | null =>
  amount === null || decimal(filledAmount) === ZERO ? null : `${filledAmount}/${amount}`

/** `counted`: the orders that the size and the number are about. */
function blockText(first: Order, counted: readonly Order[], orders: readonly Order[], width: number): string {
  const total = counted.reduce((sum, order) => add(sum, remaining(order) ?? ZERO), ZERO)
  const size = counted.length === 1 ? sizeText(first) : toText(total)
  const signs = [...new Set(orders.map((order) => orderSign(order).sign))].filter(Boolean).join('')
  const count = counted.length > 1 ? `s${counted.length}` : ''
  const tail = [count, signs].filter(Boolean).join(' ')
  const filling = counted.length === 1 ? fillText(first) : null
  const whole = [filling, tail].filter(Boolean).join(' ')
  if (filling !== null && whole.length <= width) return whole
  const roomy = [size, tail].filter(Boolean).join(' ')
  // Where the text does not fit, the size is cut before the sign, because an order's state matters more than its digits.
  return roomy.length <= width ? roomy : tail === '' ? `${size.slice(0, Math.max(1, width - 1))}…` : tail
}
