/** Every command about blocks: one order for many customers, sent as one order per customer. Requests and replies. */

import { z } from 'zod'
import { fairnessReport } from '../../domain/fairness/fairnessReport.ts'
import { blockPlan, rowPrices } from '../../domain/block/blockRecord.ts'
import { rotationMove } from '../../domain/block/rotationMove.ts'
import { MOST_BLOCK_ROWS, blockId, blockRowList } from '../../domain/orders/rows/blockTag.ts'
import { limitFinding } from '../../domain/orders/limitDecision.ts'
import { orderDraft } from '../../domain/orders/order.ts'
import { customerCode, decimalText, referenceId } from '../../domain/scalars.ts'
import { command, type Command } from '../define.ts'
import { intentId, limitsWarned } from './orderCommands.ts'

const done = z.strictObject({})
const block = z.strictObject({ blockId })

/** The amend of these live orders of a block to other prices, one at least, or to the amounts of a new total. */
export const blockAmend = block.extend({
  orders: z
    .array(
      z.strictObject({
        customerCode,
        referenceId,
        /** Contracts, with what has filled, where a total is named: as `block.splitAnew` gave them to the dealer. */
        amount: decimalText.optional(),
      }),
    )
    .min(1)
    .max(MOST_BLOCK_ROWS),
  /** Null: it stays. */
  limitPrice: decimalText.nullable(),
  /** Left out: it stays. */
  triggerPrice: decimalText.optional(),
  /** Contracts of the whole block, with what has filled. Left out: the amounts stay. Never beside a price. */
  total: decimalText.optional(),
})

/** What the core says to a block as a whole. */
const wholeChecked = z.strictObject({
  refusal: z.string().nullable(),
  /** Limits that the block exceeds, refusals first, one per limit. */
  findings: z.array(limitFinding),
  /** USDC of all orders at most, as the limits calculate it; null without a price. */
  notional: decimalText.nullable(),
})

export const blockCommands = {
  /**
   * Sends the same order for every row, in the order of the rows. `draft`: the order of the first row. `taken`: the plan is in the journal; the rows leave in turn,
   * and the topic `blocks` reports them. `warned`: nothing was done, as for `order.submit`. `rotation`: how the block moves the rotation of its group
   * once it is sent, by approval too; left out: not at all.
   */
  'order.submitBlock': command({
    request: blockPlan
      .pick({ group: true, method: true, onRefused: true, inFlight: true, split: true })
      .extend({
        intentId,
        draft: orderDraft,
        rows: blockRowList,
        typed: z.string().max(40).nullable(),
        rotation: rotationMove.optional(),
      }),
    reply: z.discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.literal('taken'), blockId }),
      limitsWarned,
    ]),
    scope: 'trade',
    expires: true,
  }),
  /** What would become of a block if it were sent now, judged as a whole. Sends nothing and counts nothing. `refusal`: why the block would not be sent. */
  'order.checkBlock': command({
    request: z.strictObject({ draft: orderDraft, rows: blockRowList }),
    reply: wholeChecked,
    scope: 'read',
  }),
  /** What would become of the amend of a block if it were sent now, judged by the block as it would be after the change. Sends nothing and counts nothing. `refusal`: why nothing would be amended. */
  'block.checkAmend': command({ request: blockAmend, reply: wholeChecked, scope: 'read' }),
  /** No further row leaves. Requests that are under way run to their end. */
  'block.pause': command({ request: block, reply: done, scope: 'trade' }),
  'block.resume': command({ request: block, reply: done, scope: 'trade', expires: true }),
  /** Rows that have not left never leave by themselves. Orders that left stay as they are. */
  'block.stop': command({ request: block, reply: done, scope: 'trade' }),
  /** Stops the block, and cancels its orders until the venue shows that each is done. `orders`: how many are being canceled. */
  'block.cancel': command({
    request: block,
    reply: z.strictObject({ orders: z.number().int() }),
    scope: 'trade',
  }),
  /**
   * How a new total of the block would be split over its live orders, by the way it was split and by what earlier blocks owe. Sends nothing. `sentence`: why it is
   * not split; null: it is.
   */
  'block.splitAnew': command({
    request: block.extend({ total: decimalText }),
    reply: z.strictObject({
      sentence: z.string().nullable(),
      /** Contracts of the whole block now, with what has filled. */
      from: decimalText,
      /** Every row of the block, in send order; none where it is not split. */
      rows: z.array(
        z.strictObject({
          customerCode,
          referenceId: referenceId.nullable(),
          filled: decimalText,
          from: decimalText,
          to: decimalText,
          /** Why the amount stays, a clause; null: the row takes part. */
          why: z.string().nullable(),
        }),
      ),
    }),
    scope: 'read',
  }),
  /**
   * Moves these live orders of the block to other prices, or to the amounts of a new total, so many at once as the block sends. The topic `blocks` reports what became of each. Refused while
   * rows have not left, and while an amend of the block is under way. `warned`: nothing was done, as for `order.submit`.
   */
  'block.amend': command({
    request: blockAmend.extend({
      /** The number that the dealer typed at a warning of this change. Left out: none. */
      typed: z.string().max(40).optional(),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.literal('taken'), orders: z.number().int() }),
      limitsWarned,
    ]),
    scope: 'trade',
    expires: true,
  }),
  /**
   * Sends rows once more, each under a new intent, in turn like the first time. Only a row that was provably not sent, or that the venue refused. `read`: the amount
   * and the prices that the dealer read; a row that would leave with others is refused. `taken`: how many wait for their turn now. A later pause, stop or cancel keeps
   * back those that have not left.
   */
  'block.retryRows': command({
    request: block.extend({
      customerCodes: z
        .array(customerCode)
        .min(1)
        .max(MOST_BLOCK_ROWS)
        .refine((codes) => new Set(codes).size === codes.length, { error: 'must hold each customer once' }),
      read: z
        .array(rowPrices.extend({ customerCode, amount: decimalText }))
        .max(MOST_BLOCK_ROWS)
        .optional(),
    }),
    reply: z.strictObject({
      taken: z.number().int(),
      refused: z.array(z.strictObject({ customerCode, why: z.string() })),
    }),
    scope: 'trade',
    expires: true,
  }),
  /** Judges from the journal how fairly the blocks of this account that are over treated their customers. */
  'block.fairness': command({ request: z.strictObject({}), reply: fairnessReport, scope: 'read' }),
  /** Puts a block away that is over. */
  'block.close': command({ request: block, reply: done, scope: 'trade' }),
} as const satisfies Record<string, Command>
