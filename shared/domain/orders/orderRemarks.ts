/** What a dealer writes on an order beside its fields: a part of its reference id, and a note. Neither decides anything about the order. */

import { z } from 'zod'
import { visible } from '../../base/visibleText.ts'

/** With ten characters of a dealer, a reference id still holds install, time, run and count, which make it unique. */
export const LONGEST_REFERENCE = 10
export const LONGEST_NOTE = 80

export const orderReference = z.string().regex(new RegExp(`^[a-zA-Z0-9_-]{1,${LONGEST_REFERENCE}}$`), {
  error: `must be 1 to ${LONGEST_REFERENCE} letters, digits, _ or -`,
})

export const orderNote = z
  .string()
  .min(1)
  .max(LONGEST_NOTE)
  .refine((text) => visible(text) === text && !/["\n]/.test(text), {
    error: 'must be visible text without quotation marks',
  })

export const orderRemarks = z.strictObject({
  /** Becomes a part of the reference id, which the venue sees. Null: none. */
  reference: orderReference.nullable(),
  /** Stays on this desk: in the journal, the audit trail and the notices. Null: none. */
  note: orderNote.nullable(),
})
export type OrderRemarks = z.infer<typeof orderRemarks>

export const NO_REMARKS: OrderRemarks = { reference: null, note: null }
