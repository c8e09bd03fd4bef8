/** What the dealer chose for time and sales, as saved with the window. Reads no prints. */

import { z } from 'zod'
import { decimalText } from '../../../shared/domain/scalars.ts'

const sizes = z.strictObject({
  /** Rows below it are left out, contracts; null for none. */
  minimum: decimalText.nullable(),
  /** Rows from it on are marked, contracts; null for none. */
  big: decimalText.nullable(),
})
export type SalesSizes = z.infer<typeof sizes>

export const salesChoices = z.object({
  /** Ms between two prints of one run; null joins nothing. */
  bound: z.number().int().min(0).max(10_000).nullable(),
  /** By symbol: a big print of one instrument is a small one of another. */
  sizes: z.record(z.string(), sizes),
})
export type SalesChoices = z.infer<typeof salesChoices>

/** Joins what the venue stamped with the same instant. */
export const DEFAULT_SALES: SalesChoices = { bound: 0, sizes: {} }

export const NO_SIZES: SalesSizes = { minimum: null, big: null }
