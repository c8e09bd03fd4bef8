/** The customer directory of the terminal, because the API has no list (docs/api.md#gap.9). Holds no money and no positions. */

import { z } from 'zod'
import { customerCode } from '../scalars.ts'

export const customer = z.strictObject({
  code: customerCode,
  /** The dealer's name for the customer; empty where only the code is known. */
  name: z.string().max(80),
  group: z.string().max(40),
  note: z.string().max(400),
  /** `hand`: entered here · `seen`: found in a trade, ledger row or balance event. */
  origin: z.enum(['hand', 'seen']),
})
export type Customer = z.infer<typeof customer>

/** An entry as windows receive it. */
export const listedCustomer = customer.extend({
  /** Another customer with a code that looks the same. Nothing is traded for this customer until the dealer confirms the code. */
  looksLike: customerCode.optional(),
})
export type ListedCustomer = z.infer<typeof listedCustomer>
