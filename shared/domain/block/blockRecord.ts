/** A block as the desk knows it: its plan, its state, and what became of each row so far. Schemas only. */

import { z } from 'zod'
import { orderDraft } from '../orders/order.ts'
import { MOST_BLOCK_ROWS, blockId, blockRow, blockRowList } from '../orders/rows/blockTag.ts'
import { customerCode, decimalText, epochMs, referenceId } from '../scalars.ts'

/** The order that every customer gets; customer and amount are those of the row. */
export const blockDraft = orderDraft.omit({ customerCode: true, amount: true })
export type BlockDraft = z.infer<typeof blockDraft>

/** `stop`: a refused row pauses the block, until the dealer resumes or stops it. `continue`: the other rows go on. */
export const onRefused = z.enum(['stop', 'continue'])

/** What the amounts are parts of, as it was when the dealer sent them: only a record, by which the fairness of many blocks is judged. */
export const blockSplit = z.strictObject({
  /** Contracts, and USDC per contract; null where the step was not known. */
  lot: decimalText.nullable(),
  tick: decimalText.nullable(),
  /** Contracts that were shared, and the weights of all who had a part in them; null where the method shares nothing. */
  whole: decimalText.nullable(),
  weights: decimalText.nullable(),
  /** The weight of each customer who took part, also of those whose share was less than a lot. */
  shares: z.array(z.strictObject({ customerCode, weight: decimalText })).max(5_000),
})
export type BlockSplit = z.infer<typeof blockSplit>

/** What the dealer sent. On disk before the first order of the block. */
export const blockPlan = z.strictObject({
  blockId,
  /** The dealer's act, which makes one block. */
  intentId: z.string(),
  createdAt: epochMs,
  /** The customer group that the dealer chose; null: single customers. */
  group: z.string().max(100).nullable(),
  /** How the amounts came about, in the dealer's words. */
  method: z.string().max(100),
  draft: blockDraft,
  rows: blockRowList,
  onRefused,
  /** Most requests under way at once. */
  inFlight: z.number().int().min(1).max(16),
  /** Left out by releases that did not record it. */
  split: blockSplit.optional(),
  /** Who sent it, in the dealer's own words; null: nobody was named. Left out by releases that did not record it. */
  dealer: z.string().nullable().optional(),
})
export type BlockPlan = z.infer<typeof blockPlan>

/**
 * `sending`: rows leave in turn · `paused`: only the dealer resumes it · `stopped`: rows that had not left never leave by themselves · `sent`: every row
 * had its turn · `closed`: the dealer put the block away.
 */
export const blockPhase = z.enum(['sending', 'paused', 'stopped', 'sent', 'closed'])
export type BlockPhase = z.infer<typeof blockPhase>

/** USDC per contract; null: the order has no such price. */
export const rowPrices = z.strictObject({
  limitPrice: decimalText.nullable(),
  triggerPrice: decimalText.nullable(),
})
export type RowPrices = z.infer<typeof rowPrices>

/** How an order of a row ended. The block stores it, because the order itself is not stored for ever. `never-arrived`: proven never to have been at the venue. */
export const rowEnd = z.strictObject({
  as: z.enum(['rejected', 'not-sent', 'never-arrived', 'filled', 'ended']),
  /** It is proven that the venue has nothing of it and that nothing filled. */
  isProvenDead: z.boolean(),
  filledAmount: decimalText,
  filledQuote: decimalText,
  why: z.string().nullable(),
  /** Contracts and prices that the order had last, also after changes. Left out by releases that did not record them. */
  terms: rowPrices.extend({ amount: decimalText.nullable() }).optional(),
})
export type RowEnd = z.infer<typeof rowEnd>

/**
 * `waiting`: its turn has not come · `not-sent`: no byte of it has left, and nothing sends it by itself · `requested`: the order with `referenceId` says what became
 * of it. A row that was journaled and not sent has its reference id too.
 */
export const blockRowState = blockRow.extend({
  referenceId: referenceId.nullable(),
  state: z.enum(['waiting', 'not-sent', 'requested']),
  /** Why the row was not sent; of a requested row: why it was not sent once more. */
  why: z.string().nullable(),
  /** It waits for its turn to be sent once more. */
  isRetried: z.boolean().default(false),
  /** How the order with `referenceId` ended. Null or left out: it is not over. */
  end: rowEnd.nullable().optional(),
  /** Orders that were made of the row before it was sent once more, oldest first. Left out: none. One that is not over came back. */
  earlier: z.array(z.strictObject({ referenceId, end: rowEnd.nullable() })).optional(),
  /** The prices with which the row would be sent once more. Left out: those of the plan. */
  prices: rowPrices.optional(),
})
export type BlockRowState = z.infer<typeof blockRowState>

/** How far the cancel of a whole block got. It is over when `done` equals `orders`. */
export const blockCancel = z.strictObject({
  orders: z.number().int(),
  /** The venue showed their end, or they never reached it. */
  done: z.number().int(),
  /** Of those that are done: filled before the cancel arrived. */
  filled: z.number().int(),
  /** Treat these as live. */
  unverified: z.array(z.strictObject({ referenceId, reason: z.string() })),
  /** It goes on after a restart; orders that were done before the restart are not counted. Left out: it does not. */
  isResumed: z.boolean().optional(),
})
export type BlockCancel = z.infer<typeof blockCancel>

/** How far the last amend of a whole block got. It is over when `moved`, `over` and `failed` are together `orders`. */
export const blockAmend = z.strictObject({
  /** USDC per contract; null: the limit prices stay. */
  limitPrice: decimalText.nullable(),
  /** USDC per contract; left out: the trigger prices stay. */
  triggerPrice: decimalText.optional(),
  /** Contracts of the whole block, with what has filled; left out: the amounts stay. */
  total: decimalText.optional(),
  orders: z.number().int(),
  /** The change has not left: its turn comes, or the limits of a second keep it back for a moment. */
  waiting: z.number().int(),
  /** The venue shows the new prices or amounts, also of an order that has ended. */
  moved: z.number().int(),
  /** Ended at others. */
  over: z.number().int(),
  failed: z.array(z.strictObject({ customerCode, why: z.string() })),
})
export type BlockAmend = z.infer<typeof blockAmend>

/** A change of the amount of a block: the orders that take part, before and after, and what they are shares by. */
export const amountChange = z.strictObject({
  /** Contracts of the whole block, with what has filled. */
  total: decimalText,
  /** Contracts. */
  lot: decimalText,
  /** The orders that take part, also those whose amount stays. `row`: from 1. `weight`: null where the amounts are shares of nothing. */
  rows: z
    .array(
      z.strictObject({
        row: z.number().int().min(1),
        from: decimalText,
        to: decimalText,
        weight: decimalText.nullable(),
      }),
    )
    .min(1)
    .max(MOST_BLOCK_ROWS),
})
export type AmountChange = z.infer<typeof amountChange>

export const blockRecord = blockPlan.omit({ intentId: true, rows: true, split: true }).extend({
  state: blockPhase,
  /** Why it paused or stopped; null in every other state. */
  why: z.string().nullable(),
  rows: z.array(blockRowState),
  /** The cancel that the dealer asked for last, as far as it went in this run; null: none. */
  cancel: blockCancel.nullable(),
  /** The same of its amend. */
  amend: blockAmend.nullable(),
})
export type BlockRecord = z.infer<typeof blockRecord>
