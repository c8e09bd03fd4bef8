/** State recovered from the journal at start-up, per venue and user: live orders, used intent ids, unanswered requests, limits and halts. Pure. */

import { DEALER_PHASE, type JournalBody, type JournalEntry } from '../../../shared/domain/journalEntry.ts'
import { foldBlockEvent, foldBlockOrder, type Block } from '../../../shared/domain/block/blockFold.ts'
import { foldClaims, type ClaimBook } from '../../../shared/domain/block/shares/claims.ts'
import { withCounted } from '../../../shared/domain/block/withCounted.ts'
import { foldBracket, type Bracket } from '../../../shared/domain/orders/bracket/bracket.ts'
import { orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import { applyOrderEvent, type OrderEvent } from '../../../shared/domain/orders/orderLife.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'
import {
  foldAuditedRequest,
  noAuditedRequests,
  type RecoveredRequests,
} from './recoverRequestsOtherThanOrders.ts'

/** The records of one account: one user at one venue. */
export interface RecoveredRecords {
  /** By customer and reference id. */
  readonly orders: Map<string, Order>
  /** The order that each used intent became. */
  readonly intents: Map<string, ReferenceId>
  /** By customer and reference id of the entry. */
  readonly brackets: Map<string, Bracket>
  /** By block id, oldest first. */
  readonly blocks: Map<string, Block>
  /** What the splits of earlier blocks owe, by instrument and side. */
  readonly claims: ClaimBook
  readonly requests: RecoveredRequests
}

export interface RecoveredState {
  /** The records of an account; empty where the journal has none. The maps are changed in place. */
  recordsOf(accountKey: string): RecoveredRecords
  accountKeys(): readonly string[]
  /** The newest JSON text of a rule by name (limits, halts), with its version; null where the journal has none. */
  rules(name: string): { readonly version: number; readonly json: string } | null
}

type Carried = Extract<JournalBody, { type: 'carried' }>

/** Intents of earlier versions do not name the dealer, and the session's entries before them do. A leg is placed by the desk, perhaps in another dealer's time. */
const withDealer = (event: OrderEvent, dealer: string | null | undefined): OrderEvent =>
  event.kind === 'intent' && event.dealer === undefined && event.legOf === undefined && dealer !== undefined
    ? { ...event, dealer }
    : event

/** A segment of a release without claims owes what the blocks in it owe. */
function recoverBlocks({ blocks, claims }: RecoveredRecords, carried: Carried): void {
  if (carried.claims) {
    claims.clear()
    for (const [key, each] of Object.entries(carried.claims)) claims.set(key, each)
  }
  for (const each of carried.blocks ?? []) {
    const block = withCounted(each)
    const { blockId } = block.plan
    if (!carried.claims && !blocks.has(blockId)) foldClaims(claims, undefined, block)
    blocks.set(blockId, block)
  }
}

export function recoverState(entries: readonly JournalEntry[]): RecoveredState {
  const byAccount = new Map<string, RecoveredRecords>()
  const rules = new Map<string, { version: number; json: string }>()
  /** Events of orders whose intent had not come yet, by account, customer and reference id. */
  const early = new Map<string, OrderEvent[]>()
  /** Who dealt from the entry before on; undefined before the first such entry. */
  let dealer: string | null | undefined
  const recordsOf = (accountKey: string): RecoveredRecords => {
    const known = byAccount.get(accountKey) ?? {
      orders: new Map(),
      intents: new Map(),
      brackets: new Map(),
      blocks: new Map(),
      claims: new Map(),
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
      for (const carried of body.brackets ?? [])
        records.brackets.set(
          orderKey({ customerCode: carried.customerCode, referenceId: carried.entry }),
          carried,
        )
      recoverBlocks(records, body)
    } else if (body.type === 'block') {
      const { blocks, claims } = recordsOf(accountKey)
      const before = blocks.get(body.blockId)
      foldBlockEvent(blocks, body.blockId, body.event)
      foldClaims(claims, before, blocks.get(body.blockId))
    } else if (body.type === 'deed') foldAuditedRequest(recordsOf(accountKey).requests, at, body)
    else if (body.type === 'order') {
      const records = recordsOf(accountKey)
      const key = orderKey(body)
      const before = records.orders.get(key)
      const isIntent = body.event.kind === 'intent'
      const waiting = `${accountKey} ${key}`
      // An intent behind a request or an answer would make an order that left one that did not.
      if (!before && !isIntent) early.set(waiting, [...(early.get(waiting) ?? []), body.event])
      let order = before
      for (const event of [body.event, ...((isIntent && early.get(waiting)) || [])]) {
        const now = applyOrderEvent(order, body.customerCode, body.referenceId, withDealer(event, dealer))
        if (now) foldBracket(records.brackets, now, order, event)
        if (now) foldBlockOrder(records.blocks, now)
        // An order of another desk that this desk only canceled is read from the venue, which is its record.
        if (now?.origin === 'desk') records.orders.set(key, now)
        order = now
      }
      if (isIntent) early.delete(waiting)
      if (body.event.kind === 'intent') records.intents.set(body.event.intentId, body.referenceId)
    } else if (body.type === 'session' && body.phase === DEALER_PHASE) dealer = body.message
    else if (body.type === 'rules') rules.set(body.name, { version: body.version, json: body.json })
  }
  return {
    recordsOf,
    accountKeys: () => [...byAccount.keys()],
    rules: (name) => rules.get(name) ?? null,
  }
}
