/** Every command about orders, halts and positions, with its request and its reply. */

import { z } from 'zod'
import { conflictReport } from '../../domain/conflicts/conflictReport.ts'
import { haltMode, haltScope } from '../../domain/orders/halt.ts'
import { limitFinding, numberMeaning } from '../../domain/orders/limitDecision.ts'
import { bracketPrices } from '../../domain/orders/bracketPrices.ts'
import { orderChanges, orderDraft } from '../../domain/orders/order.ts'
import { scaleRowList } from '../../domain/orders/rows/scaleTag.ts'
import { orderMoment } from '../../domain/orders/orderLife.ts'
import { orderRemarks } from '../../domain/orders/orderRemarks.ts'
import { customerCode, decimalText, referenceId, side, symbol } from '../../domain/scalars.ts'
import { command, type Command } from '../define.ts'

const done = z.strictObject({})
/** Created when a ticket opens. The core never sends twice for the same id. */
export const intentId = z.string().regex(/^[a-zA-Z0-9_-]{8,40}$/)

/** Nothing was done: the dealer must type the text in `type` first. */
export const limitsWarned = z.strictObject({
  outcome: z.literal('warned'),
  /** Worst first. */
  warnings: z.array(limitFinding).min(1).max(3),
  type: z.string(),
  /** The meaning of the number in `type`. */
  means: numberMeaning,
  /** USDC at most, as the limits calculate it; null without a price. */
  notional: decimalText.nullable(),
})

export const orderCommands = {
  /**
   * `taken`: the core accepted the order and wrote it to the journal (C7); the outcome arrives on `orders`. `warned`: nothing was done. The
   * same intent is accepted once `typed` is the text in `type`.
   */
  'order.submit': command({
    request: z.strictObject({
      intentId,
      draft: orderDraft,
      typed: z.string().max(40).nullable(),
      /** Left out: none. */
      remarks: orderRemarks.optional(),
      /** The customer's position, signed contracts, that gave side and amount: the order is refused once the position is another. Left out: none did. */
      sizedBy: decimalText.optional(),
      /** The core places these prices as legs for what fills of the order. Left out: none. */
      bracket: bracketPrices.optional(),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.literal('taken'), referenceId }),
      limitsWarned,
    ]),
    scope: 'trade',
    expires: true,
  }),
  /**
   * Sends the rows of a scale as limit orders, all or none admitted. `draft`: the whole, with the amount of all rows. `taken`: every order is in the
   * journal; `orders` has their ids in the order of `rows`, and the outcomes arrive on the topic. `warned`: nothing was done, as for `order.submit`.
   */
  'order.submitScale': command({
    request: z.strictObject({
      intentId,
      draft: orderDraft,
      rows: scaleRowList,
      typed: z.string().max(40).nullable(),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.literal('taken'), orders: z.array(referenceId) }),
      limitsWarned,
    ]),
    scope: 'trade',
    expires: true,
  }),
  /** What would become of an order if it were sent now. Sends nothing and counts nothing. `refusal`: why it would not be sent. */
  'order.check': command({
    request: z.strictObject({ draft: orderDraft, bracket: bracketPrices.optional() }),
    reply: z.strictObject({
      refusal: z.string().nullable(),
      /** Whether the refusal may end while order and customer stay as they are: a matter of the desk or the market, or records that are not read back yet. */
      mayPass: z.boolean(),
      /** Limits that the order exceeds, worst first. */
      findings: z.array(limitFinding),
      /** USDC at most, as the limits calculate it; null without a price. */
      notional: decimalText.nullable(),
    }),
    scope: 'read',
  }),
  /** The dealer declares an order of unknown status done. `typed` is the last four characters of its id. */
  'order.writeOff': command({
    request: z.strictObject({ customerCode, referenceId, typed: z.string().max(40) }),
    reply: done,
    scope: 'trade',
  }),
  'order.cancel': command({
    request: z.strictObject({ customerCode, referenceId }),
    reply: done,
    scope: 'trade',
  }),
  /** The reply confirms acceptance (C7); the outcome arrives on `orders`. Where the venue has no amend, the refusal says what to do instead. */
  'order.amend': command({
    request: z.strictObject({ customerCode, referenceId, changes: orderChanges }),
    reply: done,
    scope: 'trade',
    expires: true,
  }),
  'order.cancelAll': command({
    request: z.strictObject({ customerCode, symbol: symbol.nullable(), side: side.nullable() }),
    /** The orders that are canceled until the venue shows their end; a notice reports the progress. */
    reply: z.strictObject({ count: z.number().int() }),
    scope: 'trade',
  }),
  /**
   * Halts a scope. The halt is in force when this replies; `halts` then reports canceled and unverified orders. Works in every phase and never
   * expires. `orders`: how many orders are being canceled.
   */
  'halt.start': command({
    request: z.strictObject({ scope: haltScope, mode: haltMode }),
    reply: z.strictObject({ id: z.string(), orders: z.number().int() }),
    scope: 'trade',
  }),
  /** `typed` is the word of the halt's scope: DESK, the customer code, the symbol, … */
  'halt.lift': command({
    request: z.strictObject({ id: z.string().max(40), typed: z.string().max(100) }),
    reply: done,
    scope: 'trade',
  }),
  /** The journal's events of one order that was sent from here, oldest first. `isProven`: every segment of the journal was verified, so that no event is missing or changed. */
  'order.auditTrail': command({
    request: z.strictObject({ customerCode, referenceId }),
    reply: z.strictObject({ moments: z.array(orderMoment), isProven: z.boolean() }),
    scope: 'read',
  }),
  /** Reads from the journal where customers of this account were in conflict: warnings before orders were sent, fills ahead of older orders, and who was sent first again and again. */
  'order.conflicts': command({ request: z.strictObject({}), reply: conflictReport, scope: 'read' }),
  /** Reads a customer back from the venue now and compares its records; null: every customer. The outcome arrives on `reconciliation`. */
  'reconciliation.readAgain': command({
    request: z.strictObject({ customerCode: customerCode.nullable() }),
    reply: done,
    scope: 'read',
  }),
  /** Queries the venue about one order now. */
  'order.lookUp': command({
    request: z.strictObject({ customerCode, referenceId }),
    reply: done,
    scope: 'read',
  }),
  /**
   * Cancels the customer's orders of the instrument, then sends one market order against the derived position. `warned`: a private channel
   * is not live, and the dealer must type the customer code first. `taken`: the core accepted the market order (C7).
   */
  'position.flatten': command({
    request: z.strictObject({ intentId, customerCode, symbol, typed: z.string().max(100).nullable() }),
    reply: z.discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.literal('taken'), referenceId }),
      z.strictObject({
        outcome: z.literal('warned'),
        /** Sentences about the age of the known data. */
        warnings: z.array(z.string()).min(1).max(3),
        type: z.string(),
      }),
    ]),
    scope: 'trade',
    expires: true,
  }),
} as const satisfies Record<string, Command>
