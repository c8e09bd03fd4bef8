/** What a second dealer reads of an order, amend, scale or block, and what the four-eyes rules judge. Decides nothing. Pure. */

import {
  ZERO,
  add,
  compare,
  decimal,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { ApprovalPart } from '../../../../shared/domain/fourEyes/approval.ts'
import { draftWords } from '../../../../shared/domain/orders/auditTrailSentences.ts'
import type { Order, OrderChanges, OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { actKey, type ActKey } from '../../approvals/actKey.ts'
import type { HeldAct } from '../../approvals/approvals.ts'

/** Rows of a block that the line names. */
const ROWS_NAMED = 10

const PRICES = ['limitPrice', 'triggerPrice', 'stopLossPrice', 'takeProfitPrice'] as const

/** The key under which an amend is held. */
export const amendKey = ({
  customerCode,
  referenceId,
}: Pick<Order, 'customerCode' | 'referenceId'>): ActKey => actKey('amend', customerCode, referenceId)

const atMost = (notional: Decimal | null): string =>
  notional === null ? 'at an unknown price' : `${toText(notional)} USDC at most`

const withLeverage = ({ leverage }: OrderDraft): string =>
  leverage === null ? '' : `, sets the leverage to ${leverage}`

/** Every field but the customer and the leverage. */
const actWords = (draft: OrderDraft): string => draftWords({ ...draft, leverage: null })

/** The prices at which the bracket of an order would close it. */
const withBracket = (leg: OrderDraft | null): string =>
  leg === null ? '' : `, then closed by: ${draftWords(leg)}`

/** The first of these, and how many more there are. */
const firstOf = (words: readonly string[]): string => {
  const more = words.length - ROWS_NAMED
  return words.slice(0, ROWS_NAMED).join(', ') + (more > 0 ? `, and ${more} more` : '')
}

/** The key under which the amend of a block is held. */
export const blockAmendKey = ({ blockId }: { readonly blockId: string }): ActKey =>
  actKey('block amend', blockId)

/** `after`: what would be left to fill. Whether an amend does nothing but take contracts away: that never waits. */
export const isOnlySmaller = (before: Order, after: OrderDraft): boolean =>
  PRICES.every((price) => before[price] === after[price]) &&
  before.amount !== null &&
  after.amount !== null &&
  compare(decimal(after.amount), subtract(decimal(before.amount), decimal(before.filledAmount))) <= 0

/** What the rules judge of an order, and what they do not judge while it only reduces a position: its value. */
interface JudgedOrder {
  readonly draft: OrderDraft
  readonly notional: Decimal | null
  readonly tradeOut: boolean
}

/** Null: the order only reduces a position and sets no leverage, so nobody has to approve it. `leg`: what its bracket would send. */
export const orderToHold = (
  { draft, notional, tradeOut }: JudgedOrder,
  leg: OrderDraft | null,
): HeldAct | null =>
  tradeOut && draft.leverage === null
    ? null
    : {
        kind: 'order',
        value: tradeOut ? ZERO : notional,
        setsLeverage: draft.leverage !== null,
        what: `${actWords(draft)} for ${shownCode(draft.customerCode)}, ${atMost(notional)}${withLeverage(draft)}${withBracket(leg)}`,
        same: JSON.stringify([draft, leg]),
      }

/** `draft`: what would be left to fill. Null: the amend takes contracts away, or the order only reduces a position. */
export const amendToHold = (before: Order, { draft, notional, tradeOut }: JudgedOrder): HeldAct | null =>
  tradeOut || isOnlySmaller(before, draft)
    ? null
    : {
        kind: 'amend',
        value: notional,
        setsLeverage: false,
        what: `amend order ${before.referenceId} to ${actWords(draft)} for ${shownCode(draft.customerCode)}, ${atMost(notional)}`,
      }

/** Null: as for an order. */
export function scaleToHold(
  { draft: whole, notional, tradeOut }: JudgedOrder,
  orders: readonly OrderDraft[],
): HeldAct | null {
  if (tradeOut && whole.leverage === null) return null
  const rows = orders.map(({ amount, limitPrice }) => `${amount ?? ''} @ ${limitPrice ?? ''}`)
  return {
    kind: 'scale',
    value: tradeOut ? ZERO : notional,
    setsLeverage: whole.leverage !== null,
    what: `scale of ${orders.length} orders for ${shownCode(whole.customerCode)}: ${actWords({ ...whole, limitPrice: null })} (${rows.join(', ')}), ${atMost(notional)}${withLeverage(whole)}`,
    same: JSON.stringify(orders),
  }
}

/** What makes a row large: contracts, or USDC where the block is sized in cash. */
const sizeOf = ({ amount, cashAmount }: OrderDraft): Decimal => decimal(amount ?? cashAmount ?? '0')

/** The largest first: a small part of many rows must not hide who gets most of the block. */
const partsOf = (orders: readonly OrderDraft[]): readonly ApprovalPart[] =>
  orders
    .toSorted((a, b) => compare(sizeOf(b), sizeOf(a)))
    .map(({ customerCode, amount, cashAmount }) => ({
      customerCode,
      size: amount ?? cashAmount ?? toText(ZERO),
      unit: amount === null ? 'USDC' : 'contracts',
    }))

const partWords = ({ customerCode, size, before, unit }: ApprovalPart): string =>
  `${shownCode(customerCode)} ${before === undefined ? '' : `${before} → `}${size}${unit === 'USDC' ? ' USDC' : ''}`

/** The amount of each order before and after, with what has filled, as the dealer read it. The largest first. */
const changedPartsOf = (amends: BlockAmended['orders']): readonly ApprovalPart[] =>
  amends
    .map(([{ customerCode, amount: before }, { amount }]): ApprovalPart => ({
      customerCode,
      size: amount ?? before ?? toText(ZERO),
      ...(before === null ? {} : { before }),
      unit: 'contracts',
    }))
    .toSorted((a, b) => compare(decimal(b.size), decimal(a.size)))

/** `draft`: all contracts as one order. `tradeOut`: every order only reduces the position of its customer. Null: so, and none sets a leverage. */
export function blockToHold(
  { draft: whole, notional, tradeOut }: JudgedOrder,
  orders: readonly OrderDraft[],
): HeldAct | null {
  const setsLeverage = orders.some(({ leverage }) => leverage !== null)
  if (tradeOut && !setsLeverage) return null
  const parts = partsOf(orders)
  return {
    kind: 'block',
    value: tradeOut ? ZERO : notional,
    setsLeverage,
    what: `block for ${orders.length} customers: ${actWords(whole)}, ${atMost(notional)}${withLeverage(whole)} (${firstOf(parts.map(partWords))})`,
    parts,
    same: JSON.stringify(orders),
  }
}

/** The amend of these orders of a block: each with its changes. */
export interface BlockAmended {
  readonly blockId: string
  readonly prices: Pick<OrderChanges, 'limitPrice' | 'triggerPrice'>
  /** Contracts of the whole block; null: the amounts stay. */
  readonly total: DecimalText | null
  readonly orders: readonly (readonly [before: Order, changes: OrderChanges])[]
}

/** `amends`: every order of the amend as it would be after it. Null: each only reduces a position, or loses contracts by a new total. */
export function blockAmendToHold(
  { blockId, prices: { limitPrice, triggerPrice }, total, orders }: BlockAmended,
  amends: readonly (JudgedOrder & { readonly before: Order })[],
): HeldAct | null {
  const judged = amends.filter(
    ({ tradeOut, before, draft }) => !tradeOut && !(total !== null && isOnlySmaller(before, draft)),
  )
  const [first] = amends
  if (!first || judged.length === 0) return null
  const value = judged.reduce<Decimal | null>(
    (sum, { notional }) => (sum === null || notional === null ? null : add(sum, notional)),
    ZERO,
  )
  const after = [
    ...(total === null ? [] : [`a whole block of ${total} contracts`]),
    ...(limitPrice === null ? [] : [`limit ${limitPrice}`]),
    ...(triggerPrice === null ? [] : [`trigger ${triggerPrice}`]),
  ].join(', ')
  const parts = total === null ? partsOf(amends.map(({ draft }) => draft)) : changedPartsOf(orders)
  return {
    // One act for many customers, as the block was.
    kind: 'block',
    value,
    setsLeverage: false,
    what: `amend ${amends.length} orders of block ${blockId}, ${first.draft.side} ${shownCode(first.draft.symbol)}, to ${after}, ${atMost(value)} (${firstOf(parts.map(partWords))})`,
    parts,
    // The words name ten customers only.
    same: JSON.stringify([
      blockId,
      total,
      orders.map(([{ customerCode, referenceId }, changes]) => [customerCode, referenceId, changes]),
    ]),
  }
}
