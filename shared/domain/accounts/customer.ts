/** The customer directory of the terminal, because the API has no list (docs/api.md#gap.9). Holds no money and no positions. */

import { z } from 'zod'
import { decimal } from '../../base/decimal.ts'
import { customerCode, decimalText, type CustomerCode } from '../scalars.ts'

/** Characters that a field of an entry may have. */
export const MOST_CHARACTERS = { name: 80, group: 40, note: 400, tag: 24 } as const
export const MOST_TAGS = 12
const TAG = /^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u

/** One word: a space or a comma separates tags. */
export const customerTag = z.string().max(MOST_CHARACTERS.tag).regex(TAG, {
  error: 'must be letters, digits, _ or -',
})

/** Reads typed tags, separated by spaces, commas or semicolons. The same tag in other capitals counts once. */
export function readTags(text: string): readonly string[] {
  const tags = new Map<string, string>()
  for (const tag of text.split(/[\s,;]+/))
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  return [...tags.values()]
}

export const customer = z.strictObject({
  code: customerCode,
  /** The dealer's name for the customer; empty where only the code is known. */
  name: z.string().max(MOST_CHARACTERS.name),
  group: z.string().max(MOST_CHARACTERS.group),
  note: z.string().max(MOST_CHARACTERS.note),
  // Lists of earlier releases have neither tags nor ratio.
  tags: z.array(customerTag).max(MOST_TAGS).default([]),
  /** The customer's weight beside others, above 0; null: none. */
  ratio: decimalText
    .refine((text) => decimal(text) > 0n, { error: 'must be above 0' })
    .nullable()
    .default(null),
  /** `hand`: entered or confirmed here · `seen`: found in a trade, ledger row or balance event. */
  origin: z.enum(['hand', 'seen']),
})
export type Customer = z.infer<typeof customer>

/** An entry with a code alone. */
export const blankCustomer = (code: CustomerCode, origin: Customer['origin'] = 'seen'): Customer => ({
  code,
  name: '',
  group: '',
  note: '',
  tags: [],
  ratio: null,
  origin,
})

/** An entry as windows receive it. */
export const listedCustomer = customer.extend({
  /** Another customer with a code that looks the same. No new order or transfer is sent for this customer until the dealer confirms the code. */
  looksLike: customerCode.optional(),
  /** The code came from the venue, and nobody of this desk has entered or confirmed it. */
  isDetected: z.literal(true).optional(),
})
export type ListedCustomer = z.infer<typeof listedCustomer>

/** The stored entry of a listed one. */
export const entryOf = (listed: ListedCustomer): Customer => {
  const { code, name, group, note, tags, ratio, origin } = listed
  return { code, name, group, note, tags, ratio, origin }
}

/** One line of an import: the entry that the dealer saw in the preview, and the entry after it. */
export const customerChange = z.strictObject({
  /** Null: the code was not in the list. */
  before: customer.nullable(),
  after: customer,
})
export type CustomerChange = z.infer<typeof customerChange>

/** Whether two entries say the same. */
export const isSameCustomer = (a: Customer, b: Customer): boolean =>
  a.code === b.code &&
  a.name === b.name &&
  a.group === b.group &&
  a.note === b.note &&
  a.ratio === b.ratio &&
  a.origin === b.origin &&
  a.tags.length === b.tags.length &&
  a.tags.every((tag, index) => tag === b.tags[index])
