/** Conflicts between customers of one desk, as the journal shows them. Schemas only. */

import { z } from 'zod'
import { customerFairness } from '../fairness/fairnessReport.ts'
import { blockId } from '../orders/rows/blockTag.ts'
import { customerCode, decimalText, epochMs, referenceId, side, symbol } from '../scalars.ts'

/** Orders of the journal that a report judges, the newest: the core reads it while orders are live, so that its memory and time are bounded. */
export const MOST_ORDERS = 20_000
/** Rows that one list of a report holds at most, the newest. */
export const MOST_CONFLICTS = 1_000

/**
 * `crossed`: the order might trade with another customer's order · `ahead`: it would go ahead of one that waits · `preference`: its customer would be
 * first of a series once more · `one-sided`: its customer was filled where another one was not.
 */
export const warnedOf = z.enum(['crossed', 'ahead', 'preference', 'one-sided'])
export type WarnedOf = z.infer<typeof warnedOf>

/** A warning that a dealer got before an order was sent, because of other customers. */
export const conflictWarning = z.strictObject({
  kind: warnedOf,
  /** When the warning was given, and for a sent order when it was admitted. */
  at: epochMs,
  customerCode,
  /** `buy 1 BTCUSDC_PERP limit @ 62150`. */
  what: z.string(),
  /** The order that the dealer sent in spite of the warning, of a scale its first; null: none was sent under this act. */
  referenceId: referenceId.nullable(),
  /** The warning as the dealer saw it. */
  sentence: z.string(),
})
export type ConflictWarning = z.infer<typeof conflictWarning>

/** A fill of one customer while older orders of others waited on the same side at a price at least as good. */
export const tradedAhead = z.strictObject({
  /** When the report of its first fill arrived. */
  at: epochMs,
  symbol,
  side,
  customerCode,
  referenceId,
  /** USDC: the average price of the fills. */
  price: decimalText,
  /** The order that had waited longest. */
  waiting: z.strictObject({ customerCode, referenceId, limitPrice: decimalText, since: epochMs }),
  /** Further customers whose older orders waited. */
  more: z.number().int(),
})
export type TradedAhead = z.infer<typeof tradedAhead>

/** An order of which nothing filled. */
export const unfilledOrder = z.strictObject({
  customerCode,
  referenceId,
  /** Contracts; null for an order in cash, of `cashAmount` USDC. */
  amount: decimalText.nullable(),
  cashAmount: decimalText.nullable(),
  limitPrice: decimalText.nullable(),
  /** Whether it may fill yet. */
  isLive: z.boolean(),
})
export type UnfilledOrder = z.infer<typeof unfilledOrder>

/** Orders that belong together, of which one customer's filled and another's did not: a block, or single orders on one side of one instrument sent one after the other. */
export const oneSidedFills = z.strictObject({
  /** When the first of them was sent. */
  at: epochMs,
  symbol,
  side,
  /** Null: single orders. */
  blockId: blockId.nullable(),
  /** Of each customer with a fill: the first order that filled, and the contracts of all. */
  filled: z.array(z.strictObject({ customerCode, referenceId, amount: decimalText })),
  /** Of each customer without one: the newest order. */
  unfilled: z.array(unfilledOrder),
  /** Customers of whom nobody can say whether they were filled. */
  unknown: z.number().int(),
  /** Rows of the block that had their turn, and of which no order was made. */
  rowsWithoutOrder: z.number().int(),
})
export type OneSidedFills = z.infer<typeof oneSidedFills>

/** One customer over the series of one dealer; `blocks` counts series. */
export const seriesCustomer = customerFairness.extend({
  /** Who dealt, in the dealer's own words; null: nobody was named, or the journal does not say who. */
  dealer: z.string().nullable(),
})
export type SeriesCustomer = z.infer<typeof seriesCustomer>

export const conflictReport = z.strictObject({
  /** When the oldest entry of the journal was written; null without one. */
  from: epochMs.nullable(),
  /** When the journal was read. */
  to: epochMs,
  /** Whether every entry of the journal was read as it was written. */
  isProven: z.boolean(),
  /** Orders of this desk in the journal that the report judges, the newest. */
  orders: z.number().int(),
  /** Older orders, for which it has no room. */
  ordersLeftOut: z.number().int(),
  /** Newest first. */
  warned: z.array(conflictWarning),
  ahead: z.array(tradedAhead),
  oneSided: z.array(oneSidedFills),
  /** Older rows for which the report has no room. */
  leftOut: z.number().int(),
  /** Filled orders the time of whose first fill is not known, so that nobody can say whom they went ahead of. */
  untimed: z.number().int(),
  /** Series of single orders for several customers. */
  series: z.number().int(),
  /** Each customer over the series of each dealer, those who stand out first. */
  customers: z.array(seriesCustomer),
})
export type ConflictReport = z.infer<typeof conflictReport>
