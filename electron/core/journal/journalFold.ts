/** What earlier runs left in the journal, by venue and user: live orders, intents already used, deeds without an end, rules in force. Reads the journal once; sends nothing. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import { isLive, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import { applyOrderEvent, type OrderEvent } from '../../../shared/domain/orders/orderLife.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'
import { foldAuditedRequest, noAuditedRequests, type RecoveredRequests } from './auditedRequestsFold.ts'

/** One user's records at one venue. */
export interface Kept {
  /** By customer and reference id. */
  readonly orders: Map<string, Order>
  /** Which order each intent became. */
  readonly intents: Map<string, ReferenceId>
  readonly deeds: RecoveredRequests
}

export interface RecoveredState {
  /** The records of a venue and user as they stand; empty where there are none. */
  of(whose: string): Kept
  whoses(): readonly string[]
  /** The newest text of a rule by name (limits, halts), with its version; null where none was written. */
  rules(name: string): { readonly version: number; readonly json: string } | null
}

/** What is known of an order when the process that sent it has ended: what was on the way may have arrived. */
function afterRestart(order: Order, at: EpochMs): OrderEvent[] {
  const events: OrderEvent[] = []
  if (order.phase === 'intent')
    events.push({ kind: 'not-sent', at, act: 'order', message: 'The desk ended before it was sent.' })
  if (order.phase === 'sent')
    events.push({ kind: 'unproven', at, act: 'order', message: 'The desk ended before an answer came.' })
  if (order.pending !== null) events.push({ kind: 'wish-over', at, act: order.pending, proven: false })
  return events
}

/** Events that the end of the process means for the orders of `kept`; to be filed with the new run. */
export const restartEvents = (
  kept: Kept,
  at: EpochMs,
): readonly { readonly order: Order; readonly event: OrderEvent }[] =>
  [...kept.orders.values()].flatMap((order) => afterRestart(order, at).map((event) => ({ order, event })))

export function readKept(entries: readonly JournalEntry[]): RecoveredState {
  const byWhose = new Map<string, Kept>()
  const rules = new Map<string, { version: number; json: string }>()
  const of = (whose: string): Kept => {
    const known = byWhose.get(whose) ?? { orders: new Map(), intents: new Map(), deeds: noAuditedRequests() }
    byWhose.set(whose, known)
    return known
  }
  for (const { at, whose, body } of entries) {
    if (body.type === 'carried') {
      const kept = of(body.whose)
      for (const order of body.orders) kept.orders.set(orderKey(order), order)
      for (const [intent, id] of Object.entries(body.intents)) kept.intents.set(intent, id)
      for (const deed of body.deeds ?? []) kept.deeds.open.set(deed.intentId, deed)
      for (const code of body.transferred ?? []) kept.deeds.transferred.add(code)
    } else if (body.type === 'deed') foldAuditedRequest(of(whose).deeds, at, body)
    else if (body.type === 'order') {
      const kept = of(whose)
      const key = orderKey(body)
      const now = applyOrderEvent(kept.orders.get(key), body.customerCode, body.referenceId, body.event)
      // What another desk sent and this one only cancelled is read from the venue, which is its record.
      if (now?.origin === 'desk') kept.orders.set(key, now)
      if (body.event.kind === 'intent') kept.intents.set(body.event.intentId, body.referenceId)
    } else if (body.type === 'rules') rules.set(body.name, { version: body.version, json: body.json })
  }
  return { of, whoses: () => [...byWhose.keys()], rules: (name) => rules.get(name) ?? null }
}

/** Newest intents that a new segment remembers, by venue and user. */
const INTENTS_CARRIED = 10_000

/** What a new segment of the journal must begin with. */
export const carriedOver = (kept: RecoveredState, at: EpochMs): JournalEntry[] =>
  kept.whoses().map((whose) => {
    const { orders, intents, deeds } = kept.of(whose)
    return {
      at,
      whose,
      body: {
        type: 'carried' as const,
        whose,
        orders: [...orders.values()].filter(isLive),
        // Also of orders that are over: a ticket whose answer was lost keeps its intent, and may be sent again long after.
        intents: Object.fromEntries([...intents].slice(-INTENTS_CARRIED)),
        deeds: [...deeds.open.values()],
        // Which rows are taken matters only to a transfer that is still looked for.
        transferred: deeds.open.size === 0 ? [] : [...deeds.transferred],
      },
    }
  })
