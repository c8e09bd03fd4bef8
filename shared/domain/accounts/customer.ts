/** The desk's own directory of customers: the API has no list (docs/api.md#gap.9). Holds no money and no positions. */

import { z } from 'zod'
import { customerCode } from '../scalars.ts'

export const customer = z.strictObject({
  code: customerCode,
  /** The dealer's words; empty when only the code was seen. */
  name: z.string().max(80),
  group: z.string().max(40),
  note: z.string().max(400),
  /** `hand`: entered here · `seen`: met in a trade, ledger row or balance event. */
  origin: z.enum(['hand', 'seen']),
})
export type Customer = z.infer<typeof customer>

/** An entry as windows are shown it. */
export const listedCustomer = customer.extend({
  /** Another customer whose code this one may be taken for, until the dealer has confirmed it: nothing is traded for it before. */
  looksLike: customerCode.optional(),
})
export type ListedCustomer = z.infer<typeof listedCustomer>
