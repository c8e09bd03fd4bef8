/** Who deals at this desk, as the dealer says at the sign-in: a name and a role. Proves nothing: the venue's user is what was checked. */

import { z } from 'zod'
import { visible } from '../../base/visibleText.ts'

export const LONGEST_DEALER = 40

const words = z
  .string()
  .max(LONGEST_DEALER)
  .refine((text) => visible(text) === text && text.trim() === text && !text.includes('\n'), {
    error: 'must be visible text without spaces at its ends',
  })

export const dealerName = z.strictObject({
  name: words.min(1),
  /** Such as `senior dealer`; empty: none given. */
  role: words,
})
export type DealerName = z.infer<typeof dealerName>

/** `J. Smith, senior dealer`. */
export const dealerWords = ({ name, role }: DealerName): string => (role === '' ? name : `${name}, ${role}`)
