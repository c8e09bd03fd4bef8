/** Folds of orders: what was sent, what the venue says of it, what is shown. Pure. */

import { compare, decimal, zeroText } from '../../shared/base/decimal.ts'
import type { EpochMs } from '../../shared/base/clock.ts'
import { sentenceOfCode } from '../../shared/broker/errorCodes.ts'
import {
  applyOrderReport,
  isLive,
  isOver,
  type Order,
  type OrderDraft,
  type OrderPhase,
} from '../../shared/domain/order.ts'
import { TYPE_RULES, defaultTimeInForce } from '../../shared/domain/orderRules.ts'
import type { CustomerCode, ReferenceId } from '../../shared/domain/text.ts'
import type { OrderReport } from './ports.ts'

/** News of one order and how old it can be. */
export interface Sighting {
  readonly report: OrderReport
  readonly customerCode: CustomerCode
  /** Core's wall clock when it arrived. */
  readonly seenAt: EpochMs
  /** When the question that it answers was asked; null for a stream message, which is as new as its arrival. */
  readonly askedAt: EpochMs | null
}

/** The draft with the defaults that go on the wire (gaps 21 and 22), so that what is shown is what was sent. */
export const withDefaults = (draft: OrderDraft): OrderDraft => ({
  ...draft,
  timeInForce: draft.timeInForce ?? defaultTimeInForce(draft.type, draft.cashAmount !== null),
  triggerPriceType: draft.triggerPriceType ?? TYPE_RULES[draft.type].triggerPriceType,
})

/** The order as it stands before any answer. */
export const sentOrder = (referenceId: ReferenceId, draft: OrderDraft, at: EpochMs): Order => ({
  ...draft,
  referenceId,
  phase: 'sent',
  pending: null,
  status: null,
  filledAmount: zeroText,
  filledQuote: zeroText,
  refusal: null,
  origin: 'desk',
  validUntil: null,
  createdAt: at,
  updatedAt: at,
})

function phaseOf(report: OrderReport): OrderPhase {
  if (report.status === 'rejected') return 'rejected'
  if (isOver(report.status)) return 'closed'
  // A venue may know more words than we do (gaps 13); an order filled to its amount is over whatever it is called.
  const full =
    report.amount !== null &&
    report.cashAmount === null &&
    compare(decimal(report.filledAmount), decimal(report.amount)) >= 0
  return full ? 'closed' : 'working'
}

/** Folds news into what is known. Late and repeated news changes nothing (reference/reliability.md §3.5, rule of merge). */
export function applySighting(known: Order | undefined, sighting: Sighting): Order {
  const { report, customerCode, seenAt, askedAt } = sighting
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
        ? { code: 'ORDER_REJECTED', message: sentenceOfCode('ORDER_REJECTED') }
        : phase === 'working' && known?.phase === 'working'
          ? known.refusal
          : null,
    origin: 'external',
    validUntil: null,
    createdAt: report.createdAt ?? seenAt,
    updatedAt: askedAt ?? seenAt,
  }
  if (!known) return told
  // Our own refusal was an inference from an HTTP answer; the venue showing the order outranks it.
  if (known.phase === 'rejected' && known.status === null)
    return applyOrderReport({ ...known, phase: 'unknown', refusal: null }, told)
  const sameFill = compare(decimal(told.filledAmount), decimal(known.filledAmount)) === 0
  const olderAnswer = askedAt !== null && askedAt < known.updatedAt && known.status !== null
  if (olderAnswer && sameFill && isLive(told) && known.phase === 'working') return known
  return applyOrderReport(known, told)
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
