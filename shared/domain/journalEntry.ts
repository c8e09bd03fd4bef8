/** The entries of the order journal: one per event, in plain words and exact numbers. Never a secret. */

import { z } from 'zod'
import { approvalKind } from './fourEyes/fourEyesRules.ts'
import { limitFinding } from './orders/limitDecision.ts'
import { askedFees, askedTransfer } from './dealers/dealtRequests.ts'
import { bracket } from './orders/bracket/bracket.ts'
import { claimBook } from './block/shares/claims.ts'
import { block, blockEvent } from './block/blockFold.ts'
import { dealerName } from './settings/dealerName.ts'
import { blockId } from './orders/rows/blockTag.ts'
import { order } from './orders/order.ts'
import { orderEvent } from './orders/orderLife.ts'
import { customerCode, decimalText, epochMs, referenceId, symbol } from './scalars.ts'

/** Requests that move money or rights besides orders: journaled when they are sent and when they are answered. */
const auditedRequestKind = z.enum(['transfer', 'fees', 'webhook'])

/** What was requested, so that a later start can look for the outcome. */
export const auditedPayload = z.discriminatedUnion('deed', [
  askedTransfer,
  askedFees,
  z.strictObject({ deed: z.literal('webhook') }),
])
export type AuditedPayload = z.infer<typeof auditedPayload>

/** A request that was sent and has no known outcome. */
export const openAuditedRequest = z.strictObject({
  intentId: z.string(),
  customerCode: customerCode.nullable(),
  what: z.string(),
  /** Core's wall clock when the request was sent. */
  at: epochMs,
  asked: auditedPayload,
})
export type UnansweredRequest = z.infer<typeof openAuditedRequest>

/** One order or amend that passed the limits. */
export const limitSend = z.strictObject({
  /** The intent of an order, so that it counts once; an amend has an id of its own. */
  id: z.string(),
  /** Core's wall clock when it passed. */
  at: epochMs,
  customerCode,
  symbol,
  /** USDC at most. */
  value: decimalText,
  /** What makes another order the same one; left out where it is too long ago to count. */
  same: z.string().optional(),
})
export type LimitSend = z.infer<typeof limitSend>

/** A cancel-all that has not ended, within an entry of rules. */
export const storedCancelAll = z.strictObject({
  /** Core's wall clock at the dealer's act. */
  at: epochMs,
  /** What is canceled, as its notice names it. */
  words: z.string(),
  customerCode,
  /** Null: every instrument. */
  symbol: symbol.nullable(),
  /** How many orders it had at its start. */
  orders: z.number().int(),
})
export type StoredCancelAll = z.infer<typeof storedCancelAll>

/** The phase of the session entry that names the dealer of every entry after it. */
export const DEALER_PHASE = 'dealer'

/** Bodies by `type`; docs/order-lifecycle.md#journal-entries. */
export const journalBody = z.discriminatedUnion('type', [
  /** Openpit started. `install` names this machine, `run` this start: both are parts of every reference id. */
  z.strictObject({ type: z.literal('started'), install: z.string(), run: z.string() }),
  /** `signed-in` · `signed-out` · `signed-off-by-venue`: the message names user and venue. `dealer`: it names who deals from here on; null: nobody is named. */
  z.strictObject({ type: z.literal('session'), phase: z.string(), message: z.string().nullable() }),
  /** One event of an order of this desk. */
  z
    .strictObject({ type: z.literal('order'), customerCode, referenceId, event: orderEvent })
    .refine(({ customerCode: of, event }) => event.kind !== 'intent' || event.draft.customerCode === of, {
      error: 'must be the order of one customer',
    }),
  /** What a segment begins with, so that no earlier segment has to be read: live orders and used intents. */
  z.strictObject({
    type: z.literal('carried'),
    whose: z.string(),
    orders: z.array(order),
    intents: z.record(z.string(), referenceId),
    /** Requests without a known outcome, and ledger codes that are known to come from earlier transfers. */
    deeds: z.array(openAuditedRequest).optional(),
    transferred: z.array(z.string()).optional(),
    /** Brackets that are not over. Left out by versions without brackets. */
    brackets: z.array(bracket).optional(),
    /** Blocks that are not over, and the newest of the others. Left out by versions without blocks. */
    blocks: z.array(block).optional(),
    /** What the splits of blocks owe. Left out by versions without. */
    claims: claimBook.optional(),
  }),
  /** One event of a block. The orders of its rows have entries of their own, which name the block. */
  z
    .strictObject({ type: z.literal('block'), blockId, event: blockEvent })
    .refine(({ blockId: of, event }) => event.kind !== 'planned' || event.plan.blockId === of, {
      error: 'must plan the block that it names',
    }),
  /**
   * A transfer, fee write or webhook change was sent or answered. `what` describes it. `settled`: after an answer that proved nothing, the
   * outcome became known, or the dealer was informed that no record shows it. The detail of an accepted transfer is its ledger code.
   */
  z.strictObject({
    type: z.literal('deed'),
    deed: auditedRequestKind,
    intentId: z.string(),
    customerCode: customerCode.nullable(),
    stage: z.enum(['sending', 'accepted', 'refused', 'not-sent', 'unknown', 'settled']),
    what: z.string(),
    detail: z.string().nullable(),
    /** With `sending`. */
    asked: auditedPayload.optional(),
  }),
  /** The limits blocked an order, or asked the dealer for a number that was not typed. */
  z.strictObject({
    type: z.literal('limit'),
    customerCode,
    intentId: z.string(),
    version: z.number().int(),
    findings: z.array(limitFinding),
    what: z.string(),
  }),
  /**
   * What the windows of the limits count besides the intents that follow in this segment: at its start what was sent before, later an
   * amend that passed.
   */
  z.strictObject({
    type: z.literal('sends'),
    /** Nothing sent since then is missing here; null: nothing is missing. */
    since: epochMs.nullable(),
    sends: z.array(limitSend),
  }),
  /** A request for a second dealer: made, decided or ended, and after an approval what became of the act. */
  z.strictObject({
    type: z.literal('approval'),
    /** Counts up from 1 after each `started`. */
    id: z.number().int(),
    stage: z.enum(['asked', 'approved', 'done', 'not-done', 'unknown', 'refused', 'expired', 'taken-back']),
    kind: approvalKind,
    what: z.string(),
    maker: dealerName,
    /** Who decided; null: nobody. */
    dealer: dealerName.nullable(),
    detail: z.string().nullable(),
  }),
  /** JSON text of limits, halts and other settings of the desk that came into force. */
  z.strictObject({ type: z.literal('rules'), name: z.string(), version: z.number().int(), json: z.string() }),
  z.strictObject({
    type: z.literal('reconciled'),
    customerCode: customerCode.nullable(),
    ties: z.boolean(),
    detail: z.string(),
  }),
  /** The machine slept, or its clock was set by `stepMs`. */
  z.strictObject({ type: z.literal('clock'), stepMs: z.number() }),
  /** A notice that a dealer must acknowledge was raised (level `error`), or a dealer acknowledged the notice (level `acknowledged`). */
  z.strictObject({ type: z.literal('alert'), level: z.string(), message: z.string() }),
])
export type JournalBody = z.infer<typeof journalBody>

export const journalEntry = z.strictObject({
  /** Core's wall clock. */
  at: epochMs,
  /** Venue and user whose records these are; empty before anybody signed in. */
  whose: z.string(),
  body: journalBody,
})
export type JournalEntry = z.infer<typeof journalEntry>
