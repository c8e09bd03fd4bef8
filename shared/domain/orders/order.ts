/** Orders: the record, and how news of one is folded into it. The rules of what may be sent are in `orderRules.ts`. */

import { z } from 'zod'
import { compare, decimal } from '../../base/decimal.ts'
import { customerCode, decimalText, epochMs, referenceId, side, symbol } from '../scalars.ts'

/** Types that may be sent (docs/api.md#2.order.type). Responses may also say `stop_market` and `stop_limit`. */
export const orderType = z.enum([
  'market',
  'limit',
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
  'take_profit_stop_loss',
])
export type OrderType = z.infer<typeof orderType>

export const timeInForce = z.enum(['GTC', 'IOC', 'FOK'])
export type TimeInForce = z.infer<typeof timeInForce>

export const triggerPriceType = z.enum(['trade_price', 'mark_price'])

/** What a dealer asks for. Exactly one of `amount` (contracts) and `cashAmount` (USDC notional) is set. */
export const orderDraft = z.strictObject({
  customerCode,
  symbol,
  side,
  type: orderType,
  amount: decimalText.nullable(),
  cashAmount: decimalText.nullable(),
  limitPrice: decimalText.nullable(),
  triggerPrice: decimalText.nullable(),
  stopLossPrice: decimalText.nullable(),
  takeProfitPrice: decimalText.nullable(),
  triggerPriceType: triggerPriceType.nullable(),
  timeInForce: timeInForce.nullable(),
  /** 1 to 13 but not 11; null leaves the customer's setting as it is. */
  leverage: z.number().int().nullable(),
})
export type OrderDraft = z.infer<typeof orderDraft>

/** What an amend sets anew (docs/api.md#gap.11); null leaves the value as it is. `amount` counts what has filled already. */
export const orderChanges = z.strictObject({
  amount: decimalText.nullable(),
  limitPrice: decimalText.nullable(),
  triggerPrice: decimalText.nullable(),
  stopLossPrice: decimalText.nullable(),
  takeProfitPrice: decimalText.nullable(),
})
export type OrderChanges = z.infer<typeof orderChanges>

/**
 * What this desk knows of an order's fate (docs/order-lifecycle.md#phases; what comes before is a ticket, not an order):
 * `intent` in the journal, waiting to leave · `sent` a byte may have left, no answer yet · `working` live at the venue · `unknown` no
 * answer that proves anything · `resolving` unknown, and the venue is being asked · `unresolved` unknown, and asking will not tell:
 * the dealer decides · `rejected` refused by a known code · `not-sent` nothing left this machine · `closed` over at the venue ·
 * `dead` proven never to have reached the book.
 */
export const orderPhase = z.enum([
  'intent',
  'sent',
  'working',
  'unknown',
  'resolving',
  'unresolved',
  'rejected',
  'not-sent',
  'closed',
  'dead',
])
export type OrderPhase = z.infer<typeof orderPhase>

/** A draft with everything that is not given left out. */
export const plainDraft = (
  of: Pick<OrderDraft, 'customerCode' | 'symbol' | 'side' | 'type'> & Partial<OrderDraft>,
): OrderDraft => ({
  amount: null,
  cashAmount: null,
  limitPrice: null,
  triggerPrice: null,
  stopLossPrice: null,
  takeProfitPrice: null,
  triggerPriceType: null,
  timeInForce: null,
  leverage: null,
  ...of,
})

export const NO_CHANGES: OrderChanges = {
  amount: null,
  limitPrice: null,
  triggerPrice: null,
  stopLossPrice: null,
  takeProfitPrice: null,
}

export const order = orderDraft.omit({ type: true, triggerPriceType: true, timeInForce: true }).extend({
  referenceId,
  /** As it came: also `stop_market`, `stop_limit` and words we do not know. */
  type: z.string(),
  triggerPriceType: z.string().nullable(),
  timeInForce: z.string().nullable(),
  phase: orderPhase,
  /** What the dealer asked for and the venue has not confirmed. */
  pending: z.enum(['cancel', 'amend']).nullable(),
  /** The venue's own word; null before it said one. Unknown words count as live (docs/api.md#gap.13). */
  status: z.string().nullable(),
  filledAmount: decimalText,
  filledQuote: decimalText,
  /** Set when `phase` is `rejected` or `not-sent`, or when the last cancel or amend was refused. */
  refusal: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** `external`: seen at the venue, not sent from here. */
  origin: z.enum(['desk', 'external']),
  /** The venue's time after which it can no longer take the request in, ms; null for a request that does not age (a bearer token). */
  validUntil: epochMs.nullable(),
  createdAt: epochMs,
  updatedAt: epochMs,
})
export type Order = z.infer<typeof order>

/** What the venue says of an order; the desk adds what it knows itself. */
export const orderReport = order
  .omit({
    phase: true,
    pending: true,
    refusal: true,
    origin: true,
    validUntil: true,
    updatedAt: true,
  })
  .extend({
    /** Null where the message names no customer (docs/api.md#6.orders.fields). */
    customerCode: customerCode.nullable(),
    status: z.string(),
    createdAt: epochMs.nullable(),
    /** The venue's own time of this state, ms; null or left out where the venue names none (the document shows none). */
    updatedAt: epochMs.nullable().optional(),
  })
export type OrderReport = z.infer<typeof orderReport>

const OVER = new Set(['filled', 'canceled', 'rejected', 'expired'])

/** Whether the venue's status word means that the order can never fill again. Unknown words do not. */
export const isOver = (status: string | null): boolean => status !== null && OVER.has(status)

const RESTING = new Set(['pending', 'untriggered', 'triggered', 'open', 'partially_filled'])

/** Whether the venue's status word itself says that the order still rests (docs/api.md#part-3, #gap.13). */
export const isResting = (status: string | null): boolean => status !== null && RESTING.has(status)

/** Whether nothing of its amount is left to fill. An order by cash alone has no amount to hold its fills against. */
export const isFull = (of: Pick<Order, 'amount' | 'cashAmount' | 'filledAmount'>): boolean =>
  of.amount !== null && of.cashAmount === null && compare(decimal(of.filledAmount), decimal(of.amount)) >= 0

const ENDED: ReadonlySet<OrderPhase> = new Set(['rejected', 'not-sent', 'closed', 'dead'])
const UNPROVEN: ReadonlySet<OrderPhase> = new Set(['sent', 'unknown', 'resolving', 'unresolved'])

/** What names an order: the reference id alone does not, because a venue may take one id from two customers. */
export type OrderName = Pick<Order, 'customerCode' | 'referenceId'>

/** The name as one text, for maps. */
export const orderKey = (of: OrderName): string => `${of.customerCode} ${of.referenceId}`

/** Whether the order can still cost money: it must be shown, counted at full size and cancellable. */
export const isLive = (of: Order): boolean => !ENDED.has(of.phase)

/** Whether a request left and nothing proves yet what became of it. */
export const isUnproven = (of: Order): boolean => UNPROVEN.has(of.phase)

/** Whether the venue has shown the order: its request arrived, so nothing of it can be on its way any more. */
export const wasShown = (of: Order): boolean => of.status !== null

/** Whether the venue ended the order and a later read showed it open: it counts as live until it is looked up again. */
export const isEndDoubted = (of: Order): boolean => isUnproven(of) && isOver(of.status)

/** Whether an order that was held for over is proven to be alive. */
export const cameBack = (before: Order | undefined, now: Order): boolean =>
  before !== undefined && (!isLive(before) || isEndDoubted(before)) && isLive(now) && !isEndDoubted(now)

/** Whether it is shown as working with nothing left to fill: its word and its figures do not fit, so that the venue must be asked. */
export const isAtOdds = (of: Order): boolean => of.phase === 'working' && isFull(of)

/**
 * Folds a newer report of the same order into what is known. Reports arrive late and out of order, so a fill never shrinks and an
 * order that is over never comes back, unless it filled further (docs/order-lifecycle.md#rule-of-merge).
 */
export function applyOrderReport(known: Order | undefined, report: Order): Order {
  if (!known) return report
  const fills = compare(decimal(report.filledAmount), decimal(known.filledAmount))
  if (fills < 0) return known
  if (fills === 0 && (known.phase === 'closed' || known.phase === 'rejected') && isLive(report)) return known
  return {
    ...report,
    origin: known.origin,
    createdAt: known.createdAt,
    leverage: report.leverage ?? known.leverage,
    cashAmount: report.cashAmount ?? known.cashAmount,
    pending: isLive(report) ? known.pending : null,
    validUntil: known.validUntil,
    updatedAt: Math.max(report.updatedAt, known.updatedAt),
  }
}
