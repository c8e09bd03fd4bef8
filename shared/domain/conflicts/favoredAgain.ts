/** The warning before an order for a customer who was filled, while another customer of the same series or block was not. Pure. `oneSidedFills.ts` decides which fills are one-sided. */

import { groupedDigits } from '../../base/groupedText.ts'
import { shownCode } from '../../base/shownCode.ts'
import type { CountedConflict } from '../limits/limitMeasures.ts'
import type { Unseen } from '../orders/openOrderReading.ts'
import { orderKey, type Order, type OrderDraft } from '../orders/order.ts'
import type { CustomerCode } from '../scalars.ts'
import type { OneSidedFills, UnfilledOrder } from './conflictReport.ts'
import { isFilled, isOpenQuestion, oneSidedFills } from './oneSidedFills.ts'
import { sentAt } from './orderSeries.ts'

/** Ms after its send for which an order counts that ended without a fill. A live order counts as long as it lives. */
export const ENDED_COUNTS = 600_000

/** Customers without a fill, each with the order that got none. */
export interface LeftUnfilled {
  readonly unfilled: readonly (UnfilledOrder & Pick<OneSidedFills, 'blockId'>)[]
  /** Whether the outcome is unknown for further customers of these series and blocks. */
  readonly isUnsure: boolean
}

/** Of a customer: those left without a fill beside them. `together`: customers whose orders are part of the same act. */
export type LeftBeside = (customer: CustomerCode, together: ReadonlySet<CustomerCode>) => LeftUnfilled

/** `orders`: those that Openpit holds. `now`: core's wall clock, ms. */
export function leftBeside(
  orders: readonly Order[],
  { symbol, side }: Pick<OrderDraft, 'symbol' | 'side'>,
  now: number,
): LeftBeside {
  const own = orders.filter((order) => order.symbol === symbol && order.side === side)
  const byKey = new Map(own.map((order) => [orderKey(order), order]))
  const oneSided = oneSidedFills(own)
  /** Of an order without a fill: that of its customer which came after it. */
  const laterOf = (left: Order) =>
    own.filter((order) => order.customerCode === left.customerCode && sentAt(order) >= sentAt(left))
  const stateOf = (unfilled: UnfilledOrder): 'left' | 'unsure' | 'settled' => {
    const order = byKey.get(orderKey(unfilled))
    if (!order || (!unfilled.isLive && now - sentAt(order) > ENDED_COUNTS)) return 'settled'
    const later = laterOf(order)
    if (later.some(isFilled)) return 'settled'
    return later.some(isOpenQuestion) ? 'unsure' : 'left'
  }
  return (customer, together) => {
    const left = new Map<CustomerCode, LeftUnfilled['unfilled'][number]>()
    let isUnsure = false
    for (const { filled, unfilled, blockId, unknown } of oneSided) {
      if (!filled.some(({ customerCode }) => customerCode === customer)) continue
      const others = unfilled.filter(({ customerCode }) => !together.has(customerCode))
      for (const order of others)
        if (stateOf(order) === 'left') left.set(order.customerCode, { ...order, blockId })
      isUnsure ||= unknown > 0 || others.some((order) => stateOf(order) === 'unsure')
    }
    return { unfilled: [...left.values()], isUnsure }
  }
}

const sizeWords = ({ amount, cashAmount }: UnfilledOrder): string =>
  amount !== null
    ? groupedDigits(amount)
    : cashAmount !== null
      ? `${groupedDigits(cashAmount)} USDC`
      : 'an unknown amount'

/** Null where nobody is left without a fill. `unseen`: what of the open orders of other customers is not read. */
export function favoredAgain(
  { unfilled, isUnsure }: LeftUnfilled,
  { customerCode, side }: OrderDraft,
  unseen: Unseen,
): CountedConflict | null {
  const [first, ...more] = unfilled
  if (!first) return null
  const code = shownCode(customerCode)
  const price = first.limitPrice === null ? '' : ` at ${groupedDigits(first.limitPrice)}`
  const where = first.blockId === null ? 'a series' : `block ${shownCode(first.blockId)}`
  const named = new Set(unfilled.map((order) => order.customerCode))
  const unread = unseen.lists.filter((list) => named.has(list.customerCode)).length
  const words = [
    `${code} was filled in ${where}, and the ${side} of ${shownCode(first.customerCode)} in it, ${sizeWords(first)}${price}, ${first.isLive ? 'is live without a fill' : 'ended without a fill'}.`,
    ...(more.length === 0
      ? []
      : [
          `${more.length} more ${more.length === 1 ? 'customer was' : 'customers were'} not filled beside ${code}.`,
        ]),
    `This order is for ${code} again.`,
    ...(isUnsure ? ['Whether others beside it were filled is not known.'] : []),
    ...(unread === 0
      ? []
      : [
          `The open orders of ${unread} of these customers are not read whole, so a fill may be missing here.`,
        ]),
  ]
  return { count: unfilled.length, words: words.join(' ') }
}
