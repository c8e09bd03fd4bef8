/** How one block moves the rotation of its group. A schema of its own, because every window loads it at its start. */

import { z } from 'zod'
import { customerCode } from '../scalars.ts'

/** How one block moves the rotation of its group, once it is sent. */
export const rotationMove = z.strictObject({
  /** Behind the customer that this block sends first. Null: it stays. */
  first: customerCode.nullable(),
  /** Behind the last customer in `served`. Null: it stays. */
  extra: customerCode.nullable(),
  /** Who got a lot among equal remainders of this block, in turn. */
  served: z.array(customerCode).max(5_000).readonly(),
})
export type RotationMove = z.infer<typeof rotationMove>
