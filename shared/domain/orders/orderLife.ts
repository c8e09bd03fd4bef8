/** The events of an order, and the one fold that gives its state after each event. Pure. */

import { z } from 'zod'
import { compare, decimal, zeroText } from '../../base/decimal.ts'
import { bracketPrices } from './bracketPrices.ts'
import { limitDecision } from './limitDecision.ts'
import { arrival, executionFrom, withFillTimes } from './execution/orderExecution.ts'
import { blockTag } from './rows/blockTag.ts'
import { scaleTag } from './rows/scaleTag.ts'
import {
  applyOrderReport,
  order,
  isEndDoubted,
  isFull,
  isLive,
  isTerminal,
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
import { orderNote } from './orderRemarks.ts'
import { amendOver, askedFor, isGone, requested, withUnconfirmed } from './requests/pendingRequest.ts'
import { TYPE_RULES, defaultTimeInForce } from './orderFieldRules.ts'
import { decimalText, epochMs, referenceId, type CustomerCode, type ReferenceId } from '../scalars.ts'

/** Which request about an order was sent or answered. */
export const orderAct = z.enum(['order', 'cancel', 'amend'])
export type OrderAct = z.infer<typeof orderAct>

const at = epochMs
const venueWords = { code: z.string(), message: z.string() }

/**
 * Everything that can happen to an order (docs/order-lifecycle.md#events). `at` is the core's wall clock, ms. The journal stores an order as a
 * list of these events.
 */
export const orderEvent = z.discriminatedUnion('kind', [
  /** The dealer's intent passed the limits. On disk before any byte is sent. */
  z.strictObject({
    kind: z.literal('intent'),
    at,
    intentId: z.string(),
    draft: orderDraft,
    check: limitDecision,
    /** The dealer's note; left out where there is none. */
    note: orderNote.optional(),
    /** Of an entry: the prices of its bracket; left out where there is none. */
    bracket: bracketPrices.optional(),
    /** Of a leg: the entry that it closes; left out for every other order. */
    legOf: referenceId.optional(),
    /** Of an order of a scale; left out for every other order. */
    scale: scaleTag.optional(),
    /** Of an order of a block; left out for every other order. */
    block: blockTag.optional(),
    /** The market at this moment. Left out by versions that did not record it. */
    arrival: arrival.optional(),
    /** Who dealt, in the dealer's own words; null: nobody was named. Of a leg: who dealt its entry. Left out by versions that did not record it. */
    dealer: z.string().nullable().optional(),
  }),
  /** The request is about to be sent. On disk before the first byte. `validUntil`: the venue's time after which it refuses the request for its age. */
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
  /** The venue showed the order. `stale`: newer news of the order came after this request was sent. */
  z.strictObject({
    kind: z.literal('shown'),
    at,
    by: z.enum(['answer', 'stream', 'look-up', 'list']),
    stale: z.boolean(),
    report: orderReport,
  }),
  /** Refused by a known code. */
  z.strictObject({ kind: z.literal('refused'), at, act: orderAct, ...venueWords }),
  /** No byte of the request was sent. */
  z.strictObject({ kind: z.literal('not-sent'), at, act: orderAct, message: z.string() }),
  /** Time-out, reset, 401, 5xx, an unreadable answer, the end of the process: the outcome is not proven. */
  z.strictObject({ kind: z.literal('unproven'), at, act: orderAct, message: z.string() }),
  /** The venue acknowledged a cancel or an amend. The order itself must still show it. */
  z.strictObject({ kind: z.literal('taken'), at, act: orderAct }),
  /** Openpit is querying the venue about the order. */
  z.strictObject({ kind: z.literal('asking'), at }),
  /** The venue does not know the order. Never a proof by itself. */
  z.strictObject({ kind: z.literal('absent'), at, stale: z.boolean() }),
  /** The proof of death is complete (docs/order-lifecycle.md#proof-of-death). `proof` says it for the dealer. */
  z.strictObject({ kind: z.literal('dead'), at, proof: z.string() }),
  /** Queries cannot prove the outcome any more: the dealer decides. */
  z.strictObject({ kind: z.literal('unresolved'), at, why: z.string() }),
  /** The dealer declares the order done. */
  z.strictObject({ kind: z.literal('written-off'), at, by: z.string() }),
  z.strictObject({ kind: z.literal('cancel-asked'), at }),
  z.strictObject({ kind: z.literal('amend-asked'), at, changes: orderChanges }),
  /** Of an entry: so many of its filled contracts get no leg any more, because the position no longer holds them. `released`: all of them so far. */
  z.strictObject({ kind: z.literal('leg-released'), at, released: decimalText, why: z.string() }),
  /** A cancel or amend is closed: the order shows it (`proven`), or did not show it in time. */
  z.strictObject({ kind: z.literal('wish-over'), at, act: orderAct, proven: z.boolean() }),
])
export type OrderEvent = z.infer<typeof orderEvent>

/** The draft with the defaults that are sent (docs/api.md#gap.21 and #gap.22), so that the dealer sees what was sent. */
export const withDefaults = (draft: OrderDraft): OrderDraft => ({
  ...draft,
  timeInForce: draft.timeInForce ?? defaultTimeInForce(draft.type, draft.cashAmount !== null),
  triggerPriceType: draft.triggerPriceType ?? TYPE_RULES[draft.type].triggerPriceType,
})

const intended = (
  id: ReferenceId,
  {
    draft,
    at: when,
    note,
    bracket,
    legOf,
    scale,
    block,
    arrival: market,
    dealer,
  }: Extract<OrderEvent, { kind: 'intent' }>,
): Order => ({
  ...draft,
  referenceId: id,
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
  ...(note === undefined ? {} : { note }),
  ...(bracket === undefined ? {} : { bracket: { ...bracket, released: zeroText } }),
  ...(legOf === undefined ? {} : { legOf }),
  ...(scale === undefined ? {} : { scale }),
  ...(block === undefined ? {} : { block }),
  ...(market === undefined ? {} : { execution: executionFrom(market) }),
  ...(dealer === undefined ? {} : { dealer }),
})

/** Whether the report itself shows the order as one that can still fill. */
export const isShownLive = (report: OrderReport): boolean => phaseOf(report) === 'working'

function phaseOf(report: OrderReport): OrderPhase {
  if (report.status === 'rejected') return 'rejected'
  if (isTerminal(report.status)) return 'closed'
  // A venue may use a status that we do not know (docs/api.md#gap.13). Then an order filled to its amount is done. A known resting status wins.
  return isFull(report) && !isResting(report.status) ? 'closed' : 'working'
}

/** The code of an order that a dealer declared done without a proof. */
export const WRITTEN_OFF = 'WRITTEN_OFF'

/** Whether a dealer declared the order done. It proves nothing about the venue. */
export const isWrittenOff = ({ refusal }: Pick<Order, 'refusal'>): boolean => refusal?.code === WRITTEN_OFF

const REJECTED_LATER = {
  code: 'ORDER_REJECTED',
  message: 'The venue accepted the order and rejected it afterwards.',
}

/** Whether we inferred the order's end without the venue having shown the order. A report of the venue outranks the inference. */
const isInferred = ({ status, phase }: Order): boolean =>
  status === null && (phase === 'rejected' || phase === 'not-sent' || phase === 'dead')

/**
 * A terminal order is shown live by a later read, or it filled further. Its fills stay. One read only puts an end that the venue itself reported
 * in doubt, because the venue's reads may lag behind its stream. A look-up after that proves that the order is live (ADR 14).
 */
function revived(known: Order, shown: Order, by: 'look-up' | 'other'): Order {
  const isLess = compare(decimal(shown.filledAmount), decimal(known.filledAmount)) < 0
  // The report shows less of an order that had filled whole, so it is older than that fill.
  if (isLess && known.status === 'filled') return known
  const { filledAmount, filledQuote } = isLess ? known : shown
  const isProven = !isTerminal(known.status) || (isEndDoubted(known) && by === 'look-up')
  if (isProven)
    return applyOrderReport(
      { ...known, phase: 'unknown', refusal: null },
      { ...shown, filledAmount, filledQuote },
    )
  const phase = isLive(known) ? known.phase : 'unknown'
  const updatedAt = Math.max(known.updatedAt, shown.updatedAt)
  return { ...known, phase, refusal: null, filledAmount, filledQuote, updatedAt }
}

/** Folds a report in. Late and repeated reports change nothing (docs/order-lifecycle.md#rule-of-merge). */
function applyShown(
  known: Order | undefined,
  customerCode: CustomerCode,
  { report, at: seenAt, stale, by }: Extract<OrderEvent, { kind: 'shown' }>,
): Order {
  const phase = phaseOf(report)
  const shown: Order = {
    ...report,
    customerCode,
    // A stream message may leave out values that did not change.
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
  if (!known) return shown
  if (isInferred(known)) return applyOrderReport({ ...known, phase: 'unknown', refusal: null }, shown)
  const fills = compare(decimal(shown.filledAmount), decimal(known.filledAmount))
  const isTerminalHere = !isLive(known) || isEndDoubted(known)
  const isAskedSince = !stale && (by === 'look-up' || by === 'list')
  if (isTerminalHere && isLive(shown) && (isAskedSince || fills > 0))
    return revived(known, shown, isAskedSince && by === 'look-up' ? 'look-up' : 'other')
  if (isEndDoubted(known) && isLive(shown)) return known
  const sameFill = fills === 0
  if (stale && sameFill && isLive(shown) && known.phase === 'working') return known
  return applyOrderReport(known, shown)
}

/** The venue refused a request, or it was not sent. Ends the order where the request was the order itself; else only closes the cancel or amend. */
function applyStopped(
  known: Order,
  act: OrderAct,
  phase: 'rejected' | 'not-sent',
  refusal: { code: string; message: string },
): Order {
  // The newer of two requests stays pending. The outcome of the older does not replace it.
  if (act !== 'order')
    return known.pending === act
      ? amendOver({ ...known, ...(isGone(refusal) ? withUnconfirmed(known) : {}), pending: null, refusal })
      : known
  // The venue may have shown the order before the answer came. Then the order is there, whatever the answer says.
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
 * The order after one more event. Undefined only where the order is not known and the event does not describe it: for instance the answer to a
 * request after another user signed in.
 */
export function applyOrderEvent(
  known: Order | undefined,
  customerCode: CustomerCode,
  id: ReferenceId,
  event: OrderEvent,
): Order | undefined {
  if (event.kind === 'shown') {
    const isPrompt = !event.stale && (event.by === 'stream' || event.by === 'answer')
    return withFillTimes(known, applyShown(known, customerCode, event), isPrompt ? event.at : null)
  }
  if (event.kind === 'intent') return known ?? intended(id, event)
  if (!known) return undefined
  switch (event.kind) {
    case 'sending':
      return event.act === 'order' && known.phase === 'intent'
        ? touched(known, event.at, {
            phase: 'sent',
            validUntil: event.validUntil,
            ...(known.execution && { execution: { ...known.execution, sentAt: event.at } }),
          })
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
      // The venue had reported the end of an order in doubt. That end is confirmed.
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
              code: WRITTEN_OFF,
              message: `${event.by} declared this order done.`,
            },
          })
        : known
    case 'cancel-asked':
      return isLive(known) ? touched(known, event.at, requested(known, 'cancel')) : known
    case 'amend-asked':
      return isLive(known)
        ? touched(known, event.at, { ...requested(known, 'amend'), ...askedFor(known, event.changes.amount) })
        : known
    case 'leg-released':
      return known.bracket
        ? touched(known, event.at, { bracket: { ...known.bracket, released: event.released } })
        : known
    case 'wish-over':
      return known.pending === event.act
        ? amendOver(
            touched(known, event.at, { ...(event.proven ? {} : withUnconfirmed(known)), pending: null }),
          )
        : known
    case 'taken':
      return known
  }
}

/** The orders that windows show: every live order and the newest `most` others, oldest first. */
export function ordersToShow(all: readonly Order[], most: number): Order[] {
  const newestLast = all.toSorted((a, b) => a.createdAt - b.createdAt)
  let room = most
  return newestLast
    .toReversed()
    .filter((candidate) => isLive(candidate) || room-- > 0)
    .toReversed()
}

/** Whether two states of an order differ in `updatedAt` only. */
export const saysTheSame = (a: Order, b: Order): boolean =>
  (Object.keys(a) as (keyof Order)[]).every(
    (field) => field === 'updatedAt' || JSON.stringify(a[field]) === JSON.stringify(b[field]),
  )

/** One event of an order and the order after it. `after` is null where the order was not known yet. */
export const orderMoment = z.strictObject({
  /** Account key: venue and user. */
  whose: z.string(),
  /** Who dealt, as the dealer said; null: nobody was named. */
  dealer: z.string().nullable(),
  event: orderEvent,
  after: order.nullable(),
})
export type OrderMoment = z.infer<typeof orderMoment>
