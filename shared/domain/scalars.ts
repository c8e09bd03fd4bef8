/** The schemas of single values, used by every record. Knows no resource of the API. */

import { z } from 'zod'
import { canonical, type DecimalText } from '../base/decimal.ts'
import type { Brand } from '../base/brand.ts'
import { visibleWord } from '../base/visibleText.ts'

/** Names a customer of the broker. Never shown in a URL unescaped. */
export type CustomerCode = Brand<string, 'CustomerCode'>
/** Client-supplied order id: at most 40 of `[a-zA-Z0-9_-]` (docs/api.md#2.order.referenceId). */
export type ReferenceId = Brand<string, 'ReferenceId'>
/** Internal form `<BASE><QUOTE>_PERP` (docs/api.md#1.symbols). The API allows any letters: escape a symbol in addresses and file names. */
export type Symbol = Brand<string, 'Symbol'>

/** Canonical decimal text, as `shared/base/decimal` writes it. */
export const decimalText = z.custom<DecimalText>(
  (value) => {
    if (typeof value !== 'string') return false
    const text = canonical(value)
    return text.ok && text.value === value
  },
  { error: 'must be a decimal in canonical form' },
)

/**
 * A customer code. The API gives no form (docs/api.md#1.customers), so printable text passes. Excluded is what the command line and paths read in
 * their own way: spaces, `: , = / @ # ? %`, `.`, `..`, and the path word `transactions`. Letters without ink and letters from right to left are refused
 * too, so that a code reads the same in every sentence.
 */
export const customerCode = z.custom<CustomerCode>(
  (value) =>
    typeof value === 'string' &&
    /^[^\s:,=/@#?%\\"'<>\p{C}]{1,64}$/u.test(value) &&
    !['.', '..', 'transactions'].includes(value) &&
    visibleWord(value) === value,
  { error: 'must be a customer code: 1 to 64 visible characters without spaces or : , = / @ # ? %' },
)

export const referenceId = z.custom<ReferenceId>(
  (value) => typeof value === 'string' && /^[a-zA-Z0-9_-]{1,40}$/.test(value),
  { error: 'must be at most 40 letters, digits, _ or -' },
)

/**
 * Printable text without the signs of docs/api.md#symbol-filters, and without text that would change an address. Letters without ink, letters from right
 * to left and marks on letters are refused, so that a symbol reads the same in every sentence.
 */
export const symbol = z.custom<Symbol>(
  (value) =>
    typeof value === 'string' &&
    /^(?!\.{1,2}$)[^\s|*\p{C}\p{M}]{1,40}$/u.test(value) &&
    visibleWord(value) === value,
  { error: 'must be an instrument symbol: 1 to 40 visible characters without spaces, | or *' },
)

/** The last ms of ECMAScript's time values: a later time can be neither shown nor written. */
const LAST_MS = 8.64e15
/** Ms since epoch, UTC. */
export const epochMs = z.number().min(-LAST_MS).max(LAST_MS)

export const side = z.enum(['buy', 'sell'])
export type Side = z.infer<typeof side>

/** +1 for a buy, −1 for a sell. */
export const signOfSide = (traded: Side): 1 | -1 => (traded === 'buy' ? 1 : -1)
export const oppositeSide = (traded: Side): Side => (traded === 'buy' ? 'sell' : 'buy')
