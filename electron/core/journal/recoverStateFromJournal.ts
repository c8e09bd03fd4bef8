/** State recovered from the journal at start-up, per venue and user: live orders, used intent ids, unanswered requests, limits and halts. Pure. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import { isLive, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import { applyOrderEvent, type OrderEvent } from '../../../shared/domain/orders/orderLife.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'
import { foldAuditedRequest, noAuditedRequests, type RecoveredRequests } from './recoverUnansweredRequests.ts'

/** The records of one account: one user at one venue. */
export interface RecoveredRecords {
  /** By customer and reference id. */
  readonly orders: Map<string, Order>
  /** The order that each used intent became. */
  readonly intents: Map<string, ReferenceId>
  readonly requests: RecoveredRequests
}

export interface RecoveredState {
  /** The records of an account; empty where the journal has none. The maps are changed in place. */
  recordsOf(accountKey: string): RecoveredRecords
  accountKeys(): readonly string[]
  /** The newest JSON text of a rule by name (limits, halts), with its version; null where the journal has none. */
  rules(name: string): { readonly version: number; readonly json: string } | null
}

/** The events that the end of the process means for an order: a request that was on its way may have arrived. */
function afterRestart(order: Order, at: EpochMs): OrderEvent[] {
  const events: OrderEvent[] = []
  if (order.phase === 'intent')
    events.push({ kind: 'not-sent', at, act: 'order', message: 'The desk ended before it was sent.' })
  if (order.phase === 'sent')
    events.push({ kind: 'unproven', at, act: 'order', message: 'The desk ended before an answer came.' })
  if (order.pending !== null) events.push({ kind: 'wish-over', at, act: order.pending, proven: false })
  return events
}

/** The events that the end of the process means for all recovered orders; the new run journals them. */
export const restartEvents = (
  records: RecoveredRecords,
  at: EpochMs,
): readonly { readonly order: Order; readonly event: OrderEvent }[] =>
  [...records.orders.values()].flatMap((order) => afterRestart(order, at).map((event) => ({ order, event })))

export function recoverState(entries: readonly JournalEntry[]): RecoveredState {
  const byAccount = new Map<string, RecoveredRecords>()
  const rules = new Map<string, { version: number; json: string }>()
  const recordsOf = (accountKey: string): RecoveredRecords => {
    const known = byAccount.get(accountKey) ?? {
      orders: new Map(),
      intents: new Map(),
      requests: noAuditedRequests(),
    }
    byAccount.set(accountKey, known)
    return known
  }
  for (const { at, whose: accountKey, body } of entries) {
    if (body.type === 'carried') {
      const records = recordsOf(body.whose)
      for (const order of body.orders) records.orders.set(orderKey(order), order)
      for (const [intent, id] of Object.entries(body.intents)) records.intents.set(intent, id)
      for (const request of body.deeds ?? []) records.requests.open.set(request.intentId, request)
      for (const code of body.transferred ?? []) records.requests.transferred.add(code)
    } else if (body.type === 'deed') foldAuditedRequest(recordsOf(accountKey).requests, at, body)
    else if (body.type === 'order') {
      const records = recordsOf(accountKey)
      const key = orderKey(body)
      const now = applyOrderEvent(records.orders.get(key), body.customerCode, body.referenceId, body.event)
      // An order of another desk that this desk only canceled is read from the venue, which is its record.
      if (now?.origin === 'desk') records.orders.set(key, now)
      if (body.event.kind === 'intent') records.intents.set(body.event.intentId, body.referenceId)
    } else if (body.type === 'rules') rules.set(body.name, { version: body.version, json: body.json })
  }
  return {
    recordsOf,
    accountKeys: () => [...byAccount.keys()],
    rules: (name) => rules.get(name) ?? null,
  }
}

/** Newest intents that a new segment begins with, per account. */
const INTENTS_CARRIED = 10_000

/** The entries with which a new segment of the journal must begin. */
export const carriedOver = (recovered: RecoveredState, at: EpochMs): JournalEntry[] =>
  recovered.accountKeys().map((accountKey) => {
    const { orders, intents, requests } = recovered.recordsOf(accountKey)
    return {
      at,
      whose: accountKey,
      body: {
        type: 'carried' as const,
        whose: accountKey,
        orders: [...orders.values()].filter(isLive),
        // Includes intents of terminal orders: a ticket that lost its answer keeps its intent, and may be sent again much later.
        intents: Object.fromEntries([...intents].slice(-INTENTS_CARRIED)),
        deeds: [...requests.open.values()],
        // Rows of known transfers matter only while another transfer is looked for.
        transferred: requests.open.size === 0 ? [] : [...requests.transferred],
      },
    }
  })
