/** What the journal holds of a change of the customer list: which act, by whom, and which entries. Pure. */

import { z } from 'zod'
import { customerCode } from '../scalars.ts'

/** Name of the journal's `rules` entries that hold such a change. Releases that do not know the name skip them. */
export const CUSTOMER_CHANGES = 'customer-changes'

/** Codes that an entry names of each kind, so that an import of any size fits into one entry. */
export const MOST_CODES = 500

const named = z.strictObject({
  /** How many there were in all. */
  count: z.number().int(),
  /** The first of them. */
  codes: z.array(customerCode).max(MOST_CODES),
})

export const CHANGE_KINDS = ['added', 'changed', 'removed'] as const

export const customerChanges = z.strictObject({
  act: z.enum(['save', 'import', 'undo of an import', 'remove']),
  /** The dealer and the venue's user. */
  by: z.string(),
  added: named,
  changed: named,
  removed: named,
})
export type CustomerChanges = z.infer<typeof customerChanges>

/** Null: no such change, or a later release wrote it. */
export function readCustomerChanges(json: string): CustomerChanges | null {
  try {
    const read = customerChanges.safeParse(JSON.parse(json))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** For example `import, 2 added, 1 changed, 0 removed`. */
export const changesWords = (changes: CustomerChanges): string =>
  [changes.act, ...CHANGE_KINDS.map((kind) => `${changes[kind].count} ${kind}`)].join(', ')
