/** The order record and its draft, changes and report, and the merge of a newer report. Pure. `orderFieldRules.ts` says what may be sent. */

import { z } from 'zod'
import { compare, decimal } from '../../base/decimal.ts'
import { orderNote } from './orderRemarks.ts'
import { bracketPrices } from './bracketPrices.ts'
import { orderExecution } from './execution/orderExecution.ts'
import { blockTag } from './rows/blockTag.ts'
import { scaleTag } from './rows/scaleTag.ts'
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

/** The new values of an amend (docs/api.md#gap.11); null leaves a value as it is. `amount` includes what has filled already. */
export const orderChanges = z.strictObject({
  amount: decimalText.nullable(),
  limitPrice: decimalText.nullable(),
  triggerPrice: decimalText.nullable(),
  stopLossPrice: decimalText.nullable(),
  takeProfitPrice: decimalText.nullable(),
})
export type OrderChanges = z.infer<typeof orderChanges>

/**
 * What Openpit knows of an order's status (docs/order-lifecycle.md#phases). `intent`: in the journal, not sent yet · `sent`: a byte may have been
 * sent, no answer yet · `working`: live at the venue · `unknown`: no answer that proves anything · `resolving`: unknown, Openpit queries the
 * venue · `unresolved`: unknown, queries cannot prove anything, the dealer decides · `rejected`: refused by a known code · `not-sent`: no byte
 * was sent · `closed`: done at the venue · `dead`: proven never to have reached the order book.
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

/** A draft in which every value that is not given is null. */
export const plainDraft = (
  values: Pick<OrderDraft, 'customerCode' | 'symbol' | 'side' | 'type'> & Partial<OrderDraft>,
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
  ...values,
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
  /** As the venue sent it: also `stop_market`, `stop_limit` and types that we do not know. */
  type: z.string(),
  triggerPriceType: z.string().nullable(),
  timeInForce: z.string().nullable(),
  phase: orderPhase,
  /** The dealer's request that the venue has not confirmed. */
  pending: z.enum(['cancel', 'amend']).nullable(),
  /** The dealer's requests that ended, or gave way to a newer one, without a confirmation, once each: the venue may still carry them out. Left out where there is none. */
  unconfirmed: z.array(z.enum(['cancel', 'amend'])).optional(),
  /** The most contracts that a change of this desk asked for, until the venue shows so many, or the change is refused without an unconfirmed one before it. Left out where there is none. */
  askedAmount: decimalText.optional(),
  /** The venue's status; null before it showed the order. An unknown status counts as live (docs/api.md#gap.13). */
  status: z.string().nullable(),
  filledAmount: decimalText,
  filledQuote: decimalText,
  /** Set when `phase` is `rejected` or `not-sent`, or when the last cancel or amend was refused. */
  refusal: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** `external`: seen at the venue, not sent from here. */
  origin: z.enum(['desk', 'external', 'unknown']),
  /** The venue's time after which it refuses the request for its age, ms; null for a request without an expiry (a bearer token). */
  validUntil: epochMs.nullable(),
  createdAt: epochMs,
  updatedAt: epochMs,
  /** The dealer's note, which the venue never sees; left out where there is none. */
  note: orderNote.optional(),
  /** Of an entry: the prices of the legs that Openpit places for what fills, and the filled contracts that get no leg any more. Left out without a bracket. */
  bracket: bracketPrices.safeExtend({ released: decimalText }).optional(),
  /** Of a leg: the entry that it closes. Left out for every other order. */
  legOf: referenceId.optional(),
  /** Of an order of a scale; left out for every other order. */
  scale: scaleTag.optional(),
  /** Of an order of a block; left out for every other order. */
  block: blockTag.optional(),
  /** Of an order of this desk; left out for every other order, and for orders of versions that did not record it. */
  execution: orderExecution.optional(),
  /** Who dealt, in the dealer's own words; null: nobody was named. Left out as for `execution`. */
  dealer: z.string().nullable().optional(),
})
export type Order = z.infer<typeof order>

/** What the venue shows of an order. */
export const orderReport = order
  .omit({
    phase: true,
    pending: true,
    unconfirmed: true,
    askedAmount: true,
    refusal: true,
    origin: true,
    validUntil: true,
    updatedAt: true,
    note: true,
    bracket: true,
    legOf: true,
    scale: true,
    block: true,
    execution: true,
    dealer: true,
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

const TERMINAL = new Set(['filled', 'canceled', 'rejected', 'expired'])

/** Whether the venue's status means that the order can never fill again. An unknown status does not. */
export const isTerminal = (status: string | null): boolean => status !== null && TERMINAL.has(status)

const RESTING = new Set(['pending', 'untriggered', 'triggered', 'open', 'partially_filled'])

/** Whether the venue's status itself says that the order still rests (docs/api.md#part-3, #gap.13). */
export const isResting = (status: string | null): boolean => status !== null && RESTING.has(status)

/** Whether nothing of the amount is left to fill. An order sized in cash has no amount to compare with. */
export const isFull = ({
  amount,
  cashAmount,
  filledAmount,
}: Pick<Order, 'amount' | 'cashAmount' | 'filledAmount'>): boolean =>
  amount !== null && cashAmount === null && compare(decimal(filledAmount), decimal(amount)) >= 0

const ENDED: ReadonlySet<OrderPhase> = new Set(['rejected', 'not-sent', 'closed', 'dead'])
const UNPROVEN: ReadonlySet<OrderPhase> = new Set(['sent', 'unknown', 'resolving', 'unresolved'])

/** Identifies an order. The reference id alone does not, because a venue may accept one id from two customers. */
export type OrderName = Pick<Order, 'customerCode' | 'referenceId'>

/** The key of an order in maps. */
export const orderKey = (name: OrderName): string => `${name.customerCode} ${name.referenceId}`

/** Whether the order can still cost money. A live order is shown, counts at full size and can be canceled. */
export const isLive = ({ phase }: Order): boolean => !ENDED.has(phase)

/** Whether the order's request was sent and its outcome is not proven. */
export const isUnproven = ({ phase }: Order): boolean => UNPROVEN.has(phase)

/** Whether the venue has shown the order. Then its request arrived and is not on its way any more. */
export const wasShown = ({ status }: Order): boolean => status !== null

/** Whether the venue reported the order's end and a later read showed it open. It counts as live until a look-up decides. */
export const isEndDoubted = (subject: Order): boolean => isUnproven(subject) && isTerminal(subject.status)

/** Whether an order that was taken for done is proven live. */
export const cameBack = (before: Order | undefined, now: Order): boolean =>
  before !== undefined && (!isLive(before) || isEndDoubted(before)) && isLive(now) && !isEndDoubted(now)

/** Whether the order is shown as working with nothing left to fill. Status and figures disagree, so the order must be looked up. */
export const isAtOdds = (subject: Order): boolean => subject.phase === 'working' && isFull(subject)

/** What this desk knows of its own order and no venue reports. */
const ownOf = ({
  unconfirmed,
  note,
  bracket,
  legOf,
  scale,
  block,
  execution,
  dealer,
}: Order): Partial<Order> => ({
  ...(unconfirmed === undefined ? {} : { unconfirmed }),
  ...(note === undefined ? {} : { note }),
  ...(bracket === undefined ? {} : { bracket }),
  ...(legOf === undefined ? {} : { legOf }),
  ...(scale === undefined ? {} : { scale }),
  ...(block === undefined ? {} : { block }),
  ...(execution === undefined ? {} : { execution }),
  ...(dealer === undefined ? {} : { dealer }),
})

/** The amount of a change that the report does not show yet. */
const askedStill = ({ askedAmount }: Order, { amount }: Order): Pick<Order, 'askedAmount'> =>
  askedAmount === undefined || (amount !== null && compare(decimal(amount), decimal(askedAmount)) >= 0)
    ? {}
    : { askedAmount }

/**
 * Merges a newer report of the same order into what is known. Reports arrive late and out of order, so a fill never shrinks and a terminal
 * order never comes back, unless it filled further (docs/order-lifecycle.md#rule-of-merge).
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
    ...ownOf(known),
    ...askedStill(known, report),
  }
}
