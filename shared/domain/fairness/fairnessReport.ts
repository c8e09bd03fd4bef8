/** How fairly the blocks of a desk treated their customers: each block, and each customer over many blocks. Schemas only. */

import { z } from 'zod'
import { blockId } from '../orders/rows/blockTag.ts'
import { customerCode, decimalText, epochMs, side, symbol } from '../scalars.ts'

/** Blocks that a report judges, the newest. */
export const MOST_BLOCKS = 500
/** Customers of all groups together that a report names: those who stand out before the others. */
export const MOST_CUSTOMERS = 2_500

/** `within` one lot or one tick for every customer · `beyond` for one at least · `unknown` · `none`: the block has nothing to judge by it. */
export const criterion = z.strictObject({
  kind: z.enum(['within', 'beyond', 'unknown', 'none']),
  /** A clause without a full stop; null where it is within or beyond. */
  why: z.string().max(200).nullable(),
  /** The customer farthest away, in lots or ticks; null unless beyond. */
  worst: z.strictObject({ customerCode, by: decimalText }).nullable(),
})
export type Criterion = z.infer<typeof criterion>

export const blockFairness = z.strictObject({
  blockId,
  createdAt: epochMs,
  group: z.string().nullable(),
  method: z.string(),
  symbol,
  side,
  customers: z.number().int(),
  /** Whether "within one lot and one tick" holds. */
  verdict: z.enum(['holds', 'fails', 'unknown']),
  lots: criterion,
  price: criterion,
})
export type BlockFairness = z.infer<typeof blockFairness>

/** By what a customer stands out over many blocks. */
export const standOut = z.enum(['first', 'lots', 'price'])
export type StandOut = z.infer<typeof standOut>

/** One customer over the blocks of one group. A sum or mean is over the blocks that are counted beside it, and null without one. */
export const customerFairness = z.strictObject({
  customerCode,
  blocks: z.number().int(),
  /** Blocks in which it was sent first, and in how many it would be by turns. */
  first: z.number().int(),
  expectedFirst: decimalText,
  /** The mean place in the send order, from 1, and the mean of the middle places. */
  place: decimalText.nullable(),
  expectedPlace: decimalText.nullable(),
  /** Lots above its exact shares, summed up. */
  lots: decimalText.nullable(),
  lotsBlocks: z.number().int(),
  /** The mean by which its average price was worse than the block's; below 0: better. */
  ticks: decimalText.nullable(),
  ticksBlocks: z.number().int(),
  bps: decimalText.nullable(),
  bpsBlocks: z.number().int(),
  standsOut: z.array(standOut),
})
export type CustomerFairness = z.infer<typeof customerFairness>

export const groupFairness = z.strictObject({
  /** Null: blocks of single customers. */
  group: z.string().nullable(),
  /** Those who stand out first, then by code. */
  customers: z.array(customerFairness),
})
export type GroupFairness = z.infer<typeof groupFairness>

export const fairnessReport = z.strictObject({
  /** When the oldest entry was written that this journal has of it; null without one. What is older is not in this journal. */
  from: epochMs.nullable(),
  /** When the journal was read. */
  to: epochMs,
  /** Whether every entry of the journal was read as it was written. */
  isProven: z.boolean(),
  /** Newest first. */
  blocks: z.array(blockFairness),
  groups: z.array(groupFairness),
  /** Blocks that are not over. */
  underWay: z.number().int(),
  /** Blocks with orders here whose plan is not in this journal. */
  withoutPlan: z.number().int(),
  /** Older blocks, and customers who do not stand out, for whom a report has no room. */
  blocksLeftOut: z.number().int(),
  customersLeftOut: z.number().int(),
})
export type FairnessReport = z.infer<typeof fairnessReport>
