/** What the limits said of an order, as it stands in the journal and on the dealer's screen. Decides nothing. */

import { z } from 'zod'
import { decimalText } from '../scalars.ts'

/** `block`: refused, and no dealer can override it. `warn`: sent only after the dealer typed the number it asks for. */
export const limitFinding = z.strictObject({
  level: z.enum(['block', 'warn']),
  /** Which limit: `maxNotional`, `collar`, … */
  limit: z.string(),
  /** One line: what is over what, and by how much. */
  sentence: z.string(),
})
export type LimitFinding = z.infer<typeof limitFinding>

/** What the number is that a dealer types to override warnings: the order's notional in thousands of USDC, or its amount where no price tells one. */
export const numberMeaning = z.enum(['notional', 'amount'])
export type NumberMeaning = z.infer<typeof numberMeaning>

export const limitDecision = z.strictObject({
  /** Version of the limits that decided. */
  version: z.number().int(),
  /** Worst first. */
  findings: z.array(limitFinding),
  /** What the dealer typed to override warnings; null without any. */
  typed: z.string().nullable(),
  /** USDC of the order at most, at the prices it was checked with; left out where none was known. */
  notional: decimalText.optional(),
})
export type LimitDecision = z.infer<typeof limitDecision>
