/** What the market was when an order of this desk was admitted, and when the order left and filled. Schemas, and the fold of the times. Never guesses a price or a time. */

import { z } from 'zod'
import { compare, decimal } from '../../../base/decimal.ts'
import { decimalText, epochMs } from '../../scalars.ts'

/** The middle of the book when the order was admitted. Exactly one of the two is null. */
export const arrival = z.strictObject({
  /** USDC per contract: the middle of the best bid and the best ask. */
  mid: decimalText.nullable(),
  /** Why the middle is not known: a clause without a full stop. */
  why: z.string().max(200).nullable(),
})
export type Arrival = z.infer<typeof arrival>

/** Times are the core's wall clock. */
export const orderExecution = z.strictObject({
  arrival,
  /** Right before the first byte of the request; null before that. */
  sentAt: epochMs.nullable(),
  /** When the report of the first fill arrived; null without a fill, and where a list or look-up showed the fill some time afterwards. */
  firstFillAt: epochMs.nullable(),
  /** The same of the newest fill. */
  lastFillAt: epochMs.nullable(),
})
export type OrderExecution = z.infer<typeof orderExecution>

export const executionFrom = (from: Arrival): OrderExecution => ({
  arrival: from,
  sentAt: null,
  firstFillAt: null,
  lastFillAt: null,
})

interface Executed {
  readonly filledAmount: string
  readonly execution?: OrderExecution | undefined
}

/** The order with the times of its fills, after a report. `at`: when the report arrived; null: the fill may be older than the report. */
export function withFillTimes<Subject extends Executed>(
  before: Executed | undefined,
  now: Subject,
  at: number | null,
): Subject {
  const { execution } = now
  const filledBefore = decimal(before?.filledAmount ?? '0')
  if (!execution || compare(decimal(now.filledAmount), filledBefore) <= 0) return now
  return {
    ...now,
    execution: {
      ...execution,
      firstFillAt: filledBefore === 0n ? at : execution.firstFillAt,
      lastFillAt: at,
    },
  }
}
