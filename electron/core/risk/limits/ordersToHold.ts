/** What a second dealer reads of an order, amend, scale or block, and what the four-eyes rules judge. Decides nothing. Pure. */

import {
  ZERO,
  add,
  compare,
  decimal,
  subtract,
  toText,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import type { Order, OrderChanges, OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { HeldAct } from '../../approvals/approvals.ts'
import { draftWords } from './journalLimitFindings.ts'

/** Rows of a block that the line names. */
const ROWS_NAMED = 10

const PRICES = ['limitPrice', 'triggerPrice', 'stopLossPrice', 'takeProfitPrice'] as const

/** The key under which an amend is held. */
export const amendKey = ({
  customerCode,
  referenceId,
}: Pick<Order, 'customerCode' | 'referenceId'>): string => `amend ${customerCode} ${referenceId}`

const atMost = (notional: Decimal | null): string =>
  notional === null ? 'at an unknown price' : `${toText(notional)} USDC at most`

const withLeverage = ({ leverage }: OrderDraft): string =>
  leverage === null ? '' : `, sets the leverage to ${leverage}`

/** The key under which the amend of a block is held. */
export const blockAmendKey = ({ blockId }: { readonly blockId: string }): string => `amend block ${blockId}`

/** `after`: what would be left to fill. Whether an amend does nothing but take contracts away: that never waits. */
export const isOnlySmaller = (before: Order, after: OrderDraft): boolean =>
  PRICES.every((price) => before[price] === after[price]) &&
  before.amount !== null &&
  after.amount !== null &&
  compare(decimal(after.amount), subtract(decimal(before.amount), decimal(before.filledAmount))) <= 0

export const orderToHold = (draft: OrderDraft, notional: Decimal | null, isAmend: boolean): HeldAct => ({
  kind: isAmend ? 'amend' : 'order',
  value: notional,
  setsLeverage: !isAmend && draft.leverage !== null,
  what: `${isAmend ? 'amend to ' : ''}${draftWords(draft)} for ${draft.customerCode}, ${atMost(notional)}${isAmend ? '' : withLeverage(draft)}`,
})

export const scaleToHold = (whole: OrderDraft, orders: number, notional: Decimal | null): HeldAct => ({
  kind: 'scale',
  value: notional,
  setsLeverage: whole.leverage !== null,
  what: `scale of ${orders} orders for ${whole.customerCode}: ${draftWords(whole)}, ${atMost(notional)}${withLeverage(whole)}`,
})

export function blockToHold(
  whole: OrderDraft,
  orders: readonly OrderDraft[],
  notional: Decimal | null,
): HeldAct {
  const named = orders
    .slice(0, ROWS_NAMED)
    .map(({ customerCode, amount, cashAmount }) => `${customerCode} ${amount ?? `${cashAmount ?? ''} USDC`}`)
  const more = orders.length - named.length
  return {
    kind: 'block',
    value: notional,
    setsLeverage: orders.some(({ leverage }) => leverage !== null),
    what: `block for ${orders.length} customers: ${draftWords(whole)}, ${atMost(notional)}${withLeverage(whole)} (${named.join(', ')}${more > 0 ? `, and ${more} more` : ''})`,
  }
}

/** `notionals`: USDC at most of each order; null without a price. */
export function blockAmendToHold(
  blockId: string,
  { limitPrice }: OrderChanges,
  notionals: readonly (Decimal | null)[],
): HeldAct {
  const value = notionals.reduce<Decimal | null>(
    (sum, each) => (sum === null || each === null ? null : add(sum, each)),
    ZERO,
  )
  return {
    // One act for many customers, as the block was.
    kind: 'block',
    value,
    setsLeverage: false,
    what: `amend ${notionals.length} orders of block ${blockId} to limit ${limitPrice ?? ''}, ${atMost(value)}`,
  }
}
