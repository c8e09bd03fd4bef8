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

/** What became of an order without a fill: its customer is still `left` without one, may have been filled since (`unsure`), or needs no mention. */
type UnfilledState = 'left' | 'unsure' | 'settled'

/** When the newest order of each customer was sent, ms, among those that `isCounted` names. */
function newestOf(orders: readonly Order[], isCounted: (order: Order) => boolean) {
  const newest = new Map<CustomerCode, number>()
  for (const order of orders)
    if (isCounted(order))
      newest.set(order.customerCode, Math.max(newest.get(order.customerCode) ?? -Infinity, sentAt(order)))
  return newest
}

/** `orders`: those that Openpit holds. `now`: core's wall clock, ms. The orders are read once, however many customers are asked for. */
export function leftBeside(
  orders: readonly Order[],
  { symbol, side }: Pick<OrderDraft, 'symbol' | 'side'>,
  now: number,
): LeftBeside {
  const own = orders.filter((order) => order.symbol === symbol && order.side === side)
  const sentByKey = new Map(own.map((order) => [orderKey(order), sentAt(order)]))
  const filledAt = newestOf(own, isFilled)
  const openAt = newestOf(own, isOpenQuestion)
  const stateOf = (order: UnfilledOrder): UnfilledState => {
    const at = sentByKey.get(orderKey(order))
    if (at === undefined || (!order.isLive && now - at > ENDED_COUNTS)) return 'settled'
    const isSince = (newest: ReadonlyMap<CustomerCode, number>): boolean =>
      (newest.get(order.customerCode) ?? -Infinity) >= at
    return isSince(filledAt) ? 'settled' : isSince(openAt) ? 'unsure' : 'left'
  }
  // Rows without an order leave nobody behind here: the warning names orders.
  const rows = oneSidedFills(own, () => true).map(({ filled, unfilled, blockId, unknown }) => ({
    filled: new Set(filled.map(({ customerCode }) => customerCode)),
    others: unfilled.map((order) => ({ order: { ...order, blockId }, state: stateOf(order) })),
    unknown,
  }))
  return (customer, together) => {
    const left = new Map<CustomerCode, LeftUnfilled['unfilled'][number]>()
    let isUnsure = false
    for (const { filled, others, unknown } of rows) {
      if (!filled.has(customer)) continue
      isUnsure ||= unknown > 0
      for (const { order, state } of others) {
        if (together.has(order.customerCode)) continue
        if (state === 'left') left.set(order.customerCode, order)
        isUnsure ||= state === 'unsure'
      }
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
  const other = shownCode(first.customerCode)
  const where = first.blockId === null ? 'the same series' : `block ${shownCode(first.blockId)}`
  const named = new Set(unfilled.map((order) => order.customerCode))
  const unread = unseen.lists.filter((list) => named.has(list.customerCode)).length
  const words = [
    `${code} was filled, and ${other} was not: its ${side} of ${sizeWords(first)}${price} in ${where} ${first.isLive ? 'is live' : 'ended'}.`,
    ...(more.length === 0
      ? []
      : [
          `${more.length} more ${more.length === 1 ? 'customer was' : 'customers were'} not filled beside ${code}.`,
        ]),
    ...(isUnsure
      ? ['It is not known whether further customers of these series and blocks were filled.']
      : []),
    ...(unread === 0
      ? []
      : [
          `The open orders of ${unread} of these customers are not read whole, so a fill may be missing here.`,
        ]),
    // A live order may still fill: sent once more, it could fill twice.
    first.isLive
      ? `Before you send for ${code} again, look at that order.`
      : `Before you send for ${code} again, consider an order for ${other}.`,
  ]
  return { count: unfilled.length, words: words.join(' ') }
}
