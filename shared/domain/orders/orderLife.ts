/** The life of an order: the events that can happen to it, and the one fold that says what is known after each. Pure; decides nothing to send. */

import { z } from 'zod'
import { compare, decimal, zeroText } from '../../base/decimal.ts'
import { limitDecision } from './limitDecision.ts'
import {
  applyOrderReport,
  order,
  isEndDoubted,
  isFull,
  isLive,
  isOver,
  isResting,
  isUnproven,
  orderChanges,
  orderDraft,
  orderReport,
  type Order,
  type OrderDraft,
  type OrderPhase,
  type OrderReport,
} from './order.ts'
import { TYPE_RULES, defaultTimeInForce } from './orderRules.ts'
import { epochMs, type CustomerCode, type ReferenceId } from '../scalars.ts'

/** Which request about an order left, or was answered. */
export const orderAct = z.enum(['order', 'cancel', 'amend'])
export type OrderAct = z.infer<typeof orderAct>

const at = epochMs
const venueWords = { code: z.string(), message: z.string() }

/**
 * Everything that can happen to an order, as in docs/order-lifecycle.md#events. `at` is the core's wall clock, ms. What the
 * journal keeps of an order is a list of these.
 */
export const orderEvent = z.discriminatedUnion('kind', [
  /** The dealer's intent passed the limits. On disk before anything leaves. */
  z.strictObject({
    kind: z.literal('intent'),
    at,
    intentId: z.string(),
    draft: orderDraft,
    check: limitDecision,
  }),
  /** On disk before the first byte leaves. `validUntil`: the venue's time after which it refuses the request for its age. */
  z.strictObject({
    kind: z.literal('sending'),
    at,
    act: orderAct,
    method: z.string(),
    path: z.string(),
    /** SHA-256 of the body in hex; null without a body. */
    bodyHash: z.string().nullable(),
    nonce: z.string().nullable(),
    validUntil: epochMs.nullable(),
  }),
  /** The venue said how the order stands. `stale`: other news of it came after this question was asked. */
  z.strictObject({
    kind: z.literal('shown'),
    at,
    by: z.enum(['answer', 'stream', 'look-up', 'list']),
    stale: z.boolean(),
    report: orderReport,
  }),
  /** Refused by a known code. */
  z.strictObject({ kind: z.literal('refused'), at, act: orderAct, ...venueWords }),
  /** No byte of it left this machine. */
  z.strictObject({ kind: z.literal('not-sent'), at, act: orderAct, message: z.string() }),
  /** Time-out, reset, 401, 5xx, an answer that nobody can read, the end of the process: nothing is proven. */
  z.strictObject({ kind: z.literal('unproven'), at, act: orderAct, message: z.string() }),
  /** The venue took a cancel or an amend in; the order itself must show it. */
  z.strictObject({ kind: z.literal('taken'), at, act: orderAct }),
  /** The venue is being asked what became of the order. */
  z.strictObject({ kind: z.literal('asking'), at }),
  /** The venue does not know the order: never a proof by itself. */
  z.strictObject({ kind: z.literal('absent'), at, stale: z.boolean() }),
  /** All of docs/order-lifecycle.md#proof-of-death is there; `proof` says it in one sentence. */
  z.strictObject({ kind: z.literal('dead'), at, proof: z.string() }),
  /** Asking will not tell any more: the dealer decides. */
  z.strictObject({ kind: z.literal('unresolved'), at, why: z.string() }),
  /** The dealer takes it on himself that the order is over. */
  z.strictObject({ kind: z.literal('written-off'), at, by: z.string() }),
  z.strictObject({ kind: z.literal('cancel-asked'), at }),
  z.strictObject({ kind: z.literal('amend-asked'), at, changes: orderChanges }),
  /** The order shows what a cancel or amend asked for, or has not shown it for so long that waiting ends. */
  z.strictObject({ kind: z.literal('wish-over'), at, act: orderAct, proven: z.boolean() }),
])
export type OrderEvent = z.infer<typeof orderEvent>

/** The draft with the defaults that go on the wire (docs/api.md#gap.21 and #gap.22), so that what is shown is what was sent. */
export const withDefaults = (draft: OrderDraft): OrderDraft => ({
  ...draft,
  timeInForce: draft.timeInForce ?? defaultTimeInForce(draft.type, draft.cashAmount !== null),
  triggerPriceType: draft.triggerPriceType ?? TYPE_RULES[draft.type].triggerPriceType,
})

const intended = (referenceId: ReferenceId, draft: OrderDraft, when: number): Order => ({
  ...draft,
  referenceId,
  phase: 'intent',
  pending: null,
  status: null,
  filledAmount: zeroText,
  filledQuote: zeroText,
  refusal: null,
  origin: 'desk',
  validUntil: null,
  createdAt: when,
  updatedAt: when,
})

/** Whether the report itself shows the order as one that can still fill. */
export const isShownLive = (report: OrderReport): boolean => phaseOf(report) === 'working'

function phaseOf(report: OrderReport): OrderPhase {
  if (report.status === 'rejected') return 'rejected'
  if (isOver(report.status)) return 'closed'
  // A venue may know more words than we do (docs/api.md#gap.13): under one of those an order filled to its amount is over. Where the word says that it rests, it rests.
  return isFull(report) && !isResting(report.status) ? 'closed' : 'working'
}

const REJECTED_LATER = {
  code: 'ORDER_REJECTED',
  message: 'The venue took the order in and rejected it afterwards.',
}

/** Our own words that an order is over, without the venue having shown it: the venue showing it outranks them. */
const isInferred = (of: Order): boolean =>
  of.status === null && (of.phase === 'rejected' || of.phase === 'not-sent' || of.phase === 'dead')

/**
 * An order that had ended is shown live by an answer that was asked for afterwards, or it filled further. What it had filled stays filled.
 * One answer puts an end that the venue itself reported in doubt, because its reads may lag behind its stream. A look-up after that proves
 * that the order lives (ADR 14).
 */
function revived(known: Order, told: Order, by: 'look-up' | 'other'): Order {
  const isLess = compare(decimal(told.filledAmount), decimal(known.filledAmount)) < 0
  // It shows less of an order that had filled whole: it is older than that fill.
  if (isLess && known.status === 'filled') return known
  const { filledAmount, filledQuote } = isLess ? known : told
  const isProven = !isOver(known.status) || (isEndDoubted(known) && by === 'look-up')
  if (isProven)
    return applyOrderReport(
      { ...known, phase: 'unknown', refusal: null },
      { ...told, filledAmount, filledQuote },
    )
  const phase = isLive(known) ? known.phase : 'unknown'
  const updatedAt = Math.max(known.updatedAt, told.updatedAt)
  return { ...known, phase, refusal: null, filledAmount, filledQuote, updatedAt }
}

/** Late and repeated news changes nothing (docs/order-lifecycle.md#rule-of-merge). */
function applyShown(
  known: Order | undefined,
  customerCode: CustomerCode,
  { report, at: seenAt, stale, by }: Extract<OrderEvent, { kind: 'shown' }>,
): Order {
  const phase = phaseOf(report)
  const told: Order = {
    ...report,
    customerCode,
    // A stream message may leave out what did not change.
    amount: report.amount ?? known?.amount ?? null,
    limitPrice: report.limitPrice ?? known?.limitPrice ?? null,
    triggerPrice: report.triggerPrice ?? known?.triggerPrice ?? null,
    stopLossPrice: report.stopLossPrice ?? known?.stopLossPrice ?? null,
    takeProfitPrice: report.takeProfitPrice ?? known?.takeProfitPrice ?? null,
    triggerPriceType: report.triggerPriceType ?? known?.triggerPriceType ?? null,
    timeInForce: report.timeInForce ?? known?.timeInForce ?? null,
    phase,
    pending: null,
    refusal:
      phase === 'rejected'
        ? REJECTED_LATER
        : phase === 'working' && known?.phase === 'working'
          ? known.refusal
          : null,
    origin: 'external',
    validUntil: null,
    createdAt: report.createdAt ?? seenAt,
    updatedAt: seenAt,
  }
  if (!known) return told
  if (isInferred(known)) return applyOrderReport({ ...known, phase: 'unknown', refusal: null }, told)
  const fills = compare(decimal(told.filledAmount), decimal(known.filledAmount))
  const isOverHere = !isLive(known) || isEndDoubted(known)
  const isAskedSince = !stale && (by === 'look-up' || by === 'list')
  if (isOverHere && isLive(told) && (isAskedSince || fills > 0))
    return revived(known, told, isAskedSince && by === 'look-up' ? 'look-up' : 'other')
  if (isEndDoubted(known) && isLive(told)) return known
  const sameFill = fills === 0
  if (stale && sameFill && isLive(told) && known.phase === 'working') return known
  return applyOrderReport(known, told)
}

/** A refusal or a stop on our side: of the order itself it ends it, of a cancel or amend it only takes the wish back. */
function applyStopped(
  known: Order,
  act: OrderAct,
  phase: 'rejected' | 'not-sent',
  refusal: { code: string; message: string },
): Order {
  // Of two wishes the newer one stands: what became of the older is not told over it.
  if (act !== 'order') return known.pending === act ? { ...known, pending: null, refusal } : known
  // The venue may have shown the order before the answer came: then it is there, whatever the answer says.
  return known.phase === 'intent' || known.phase === 'sent' || known.phase === 'unknown'
    ? { ...known, phase, refusal, pending: null }
    : known
}

const touched = (known: Order, when: number, to: Partial<Order>): Order => ({
  ...known,
  ...to,
  updatedAt: Math.max(known.updatedAt, when),
})

/**
 * What is known of an order after one more event. Undefined only where the order is not known and the event tells nothing of it: an
 * answer to a request whose order another user's records have replaced, for instance.
 */
export function applyOrderEvent(
  known: Order | undefined,
  customerCode: CustomerCode,
  referenceId: ReferenceId,
  event: OrderEvent,
): Order | undefined {
  if (event.kind === 'shown') return applyShown(known, customerCode, event)
  if (event.kind === 'intent') return known ?? intended(referenceId, event.draft, event.at)
  if (!known) return undefined
  switch (event.kind) {
    case 'sending':
      return event.act === 'order' && known.phase === 'intent'
        ? touched(known, event.at, { phase: 'sent', validUntil: event.validUntil })
        : known
    case 'refused':
      return touched(
        applyStopped(known, event.act, 'rejected', { code: event.code, message: event.message }),
        event.at,
        {},
      )
    case 'not-sent':
      return touched(
        applyStopped(known, event.act, 'not-sent', { code: 'NOT_SENT', message: event.message }),
        event.at,
        {},
      )
    case 'unproven':
      return event.act === 'order' && (known.phase === 'sent' || known.phase === 'intent')
        ? touched(known, event.at, { phase: 'unknown' })
        : known
    case 'asking':
      return known.phase === 'unknown' ? touched(known, known.updatedAt, { phase: 'resolving' }) : known
    case 'absent':
      return known.phase === 'working' && !event.stale
        ? touched(known, event.at, { phase: 'unknown' })
        : known
    case 'dead':
      // The venue had reported the end of one in doubt: that end stands.
      if (isEndDoubted(known))
        return touched(known, event.at, {
          phase: known.status === 'rejected' ? 'rejected' : 'closed',
          pending: null,
        })
      return isUnproven(known) ? touched(known, event.at, { phase: 'dead', pending: null }) : known
    case 'unresolved':
      return isUnproven(known) ? touched(known, event.at, { phase: 'unresolved' }) : known
    case 'written-off':
      return isUnproven(known)
        ? touched(known, event.at, {
            phase: 'dead',
            pending: null,
            refusal: {
              code: 'WRITTEN_OFF',
              message: `${event.by} took it on himself that this order is over.`,
            },
          })
        : known
    case 'cancel-asked':
      return isLive(known) ? touched(known, event.at, { pending: 'cancel', refusal: null }) : known
    case 'amend-asked':
      return isLive(known) ? touched(known, event.at, { pending: 'amend', refusal: null }) : known
    case 'wish-over':
      return known.pending === event.act ? touched(known, event.at, { pending: null }) : known
    case 'taken':
      return known
  }
}

/** Orders a window is shown: every live one and the newest `kept` others, oldest first. */
export function ordersToShow(all: readonly Order[], kept: number): Order[] {
  const newestLast = all.toSorted((a, b) => a.createdAt - b.createdAt)
  let room = kept
  return newestLast
    .toReversed()
    .filter((of) => isLive(of) || room-- > 0)
    .toReversed()
}

/** Whether two states of an order differ in nothing but when they were heard. */
export const saysTheSame = (a: Order, b: Order): boolean =>
  (Object.keys(a) as (keyof Order)[]).every(
    (field) => field === 'updatedAt' || JSON.stringify(a[field]) === JSON.stringify(b[field]),
  )

/** One thing that happened to an order, and what was known of it afterwards; `after` is null where nothing was known yet. */
export const orderMoment = z.strictObject({
  /** Venue and user whose records these are. */
  whose: z.string(),
  event: orderEvent,
  after: order.nullable(),
})
export type OrderMoment = z.infer<typeof orderMoment>
