/** The limits' findings on an order, as journaled and shown to the dealer. Decides nothing. */

import { z } from 'zod'
import { customerCode, decimalText } from '../scalars.ts'

/** `block`: refused, and no dealer can override it. `warn`: sent only after the dealer typed the number it asks for. */
export const limitFinding = z.strictObject({
  level: z.enum(['block', 'warn']),
  /** Name of the limit: `notional`, `touch`, … */
  limit: z.string(),
  /** One line: the value, the bound and the scope of the bound. */
  sentence: z.string(),
})
export type LimitFinding = z.infer<typeof limitFinding>

/** The warnings of one limit that a dealer answered for a block: those of the whole, and those of single customers' orders, by a limit of all or by one of the customer's own. */
export const blockWarning = z.strictObject({
  limit: z.string(),
  whole: z.boolean(),
  customers: z.array(customerCode),
  own: z.array(customerCode),
})
export type BlockWarning = z.infer<typeof blockWarning>

/** The number that a dealer types to confirm warnings: the order's notional in thousands of USDC, or its amount where no price is known. */
export const numberMeaning = z.enum(['notional', 'amount'])
export type NumberMeaning = z.infer<typeof numberMeaning>

export const limitDecision = z.strictObject({
  /** Version of the limits that decided. */
  version: z.number().int(),
  /** Worst first. */
  findings: z.array(limitFinding),
  /** What the dealer typed to confirm warnings; null without warnings. */
  typed: z.string().nullable(),
  /** The order's notional in USDC at most, at the prices of the check; left out where no price was known. */
  notional: decimalText.optional(),
})
export type LimitDecision = z.infer<typeof limitDecision>
