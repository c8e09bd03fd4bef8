/** Folds the journal's entries about orders and warnings of crosses, of one account, in the order in which they were written. Pure apart from its own maps. */

import { compare, decimal } from '../../../../shared/base/decimal.ts'
import {
  MOST_CONFLICTS,
  MOST_ORDERS,
  type WarnedCross,
} from '../../../../shared/domain/conflicts/conflictReport.ts'
import type { PricedAt } from '../../../../shared/domain/conflicts/tradedAhead.ts'
import type { JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import type { LimitFinding } from '../../../../shared/domain/orders/limitDecision.ts'
import { orderKey, type Order } from '../../../../shared/domain/orders/order.ts'
import { applyOrderEvent } from '../../../../shared/domain/orders/orderLife.ts'
import { createTimeLine, type TimeLine } from './timeLine.ts'
import { draftWords } from '../../risk/limits/journalLimitFindings.ts'

/** What every entry that counts contains one of. */
const TEXTS = ['"type":"order"', '"type":"carried"', '"type":"limit"', '"type":"started"'] as const

export interface ConflictRecords {
  readonly texts: readonly string[]
  take(entry: JournalEntry): void
  /** The newest, in the order in which they were made. Their times are on a line that never goes back: `wallOf` gives the clock's. */
  orders(): readonly Order[]
  /** When an amend gave the order the limit price that it has, on that line; null: it had it from its start. */
  readonly pricedAt: PricedAt
  readonly wallOf: TimeLine['wallOf']
  /** The newest, oldest first. */
  crosses(): readonly WarnedCross[]
  /** Older ones, which were let go. */
  leftOut(): { readonly orders: number; readonly crosses: number }
  /** When the oldest entry was written; null before the first. */
  from(): number | null
}

const crossOf = (findings: readonly LimitFinding[]): string | null =>
  findings.find(({ limit }) => limit === 'crosses')?.sentence ?? null

/** The act of which an order is a row, as `intentOfBlockRow` and `intentOfRow` name it; its own act for every other order. */
const actOf = (intentId: string): string => intentId.replace(/ row \d+(?: attempt \d+)?$/, '')

const isSamePrice = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : compare(decimal(a), decimal(b)) === 0

/** Lets the oldest go where there are more than `most`. Whether one was. */
function keepNewest(map: Map<string, unknown>, most: number): boolean {
  if (map.size <= most) return false
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
  return true
}

export function createConflictRecords(accountKey: string): ConflictRecords {
  const orders = new Map<string, Order>()
  /** By the act that was warned of. */
  const crosses = new Map<string, WarnedCross>()
  /** Goes with its order. */
  const pricedAt = new WeakMap<Order, number>()
  const leftOut = { orders: 0, crosses: 0 }
  const line = createTimeLine()
  let from: number | null = null

  const put = (order: Order): void => {
    orders.set(orderKey(order), order)
    if (keepNewest(orders, MOST_ORDERS)) leftOut.orders++
  }
  const warn = (intentId: string, cross: WarnedCross): void => {
    // The newest of an act last, and never a warning in the place of the order that was sent after it.
    const sent = crosses.get(intentId)?.referenceId ?? null
    crosses.delete(intentId)
    crosses.set(intentId, { ...cross, referenceId: cross.referenceId ?? sent })
    if (keepNewest(crosses, MOST_CONFLICTS)) leftOut.crosses++
  }

  /** A scale is warned of once, as a whole: its orders are one row, with the first of them that was sent. */
  const takeScale = (act: string, order: WarnedCross): void => {
    const warned = crosses.get(act)
    if (warned && warned.referenceId !== null) return
    warn(act, { ...order, what: warned?.what ?? order.what })
  }

  const takeOrder = (at: number, body: Extract<JournalEntry['body'], { type: 'order' }>): void => {
    const { customerCode, referenceId, event } = body
    const known = orders.get(orderKey(body))
    // The events of an order from before this journal say nothing of its intent.
    if (!known && event.kind !== 'intent') return
    const inLine = { ...event, at: event.at + line.ahead }
    const now = applyOrderEvent(known, customerCode, referenceId, inLine)
    if (now) put(now)
    if (known && now) {
      const since = isSamePrice(known.limitPrice, now.limitPrice) ? pricedAt.get(known) : at + line.ahead
      if (since !== undefined) pricedAt.set(now, since)
    }
    const sentence = event.kind === 'intent' ? crossOf(event.check?.findings ?? []) : null
    if (event.kind !== 'intent' || sentence === null) return
    const act = actOf(event.intentId)
    if (event.scale)
      return takeScale(act, { at, customerCode, what: draftWords(event.draft), referenceId, sentence })
    // The whole was warned of under its own act. Its orders that were sent say more.
    if (act !== event.intentId && crosses.get(act)?.referenceId === null) crosses.delete(act)
    warn(event.intentId, { at, customerCode, what: draftWords(event.draft), referenceId, sentence })
  }

  return {
    texts: TEXTS,
    take({ at, whose: writtenFor, body }) {
      from ??= at
      line.take(at)
      if (body.type === 'carried' && body.whose === accountKey) {
        for (const order of body.orders) if (!orders.has(orderKey(order))) put(order)
      }
      if (writtenFor !== accountKey) return
      if (body.type === 'order') takeOrder(at, body)
      else if (body.type === 'limit') {
        const sentence = crossOf(body.findings)
        if (sentence === null) return
        const { intentId, customerCode, what } = body
        warn(intentId, { at, customerCode, what, referenceId: null, sentence })
      }
    },
    orders: () => [...orders.values()],
    pricedAt: (order) => pricedAt.get(order) ?? null,
    wallOf: (moment) => line.wallOf(moment),
    crosses: () => [...crosses.values()],
    leftOut: () => leftOut,
    from: () => from,
  }
}
