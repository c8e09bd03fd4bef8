/** What a venue means by the words of `direction` (docs/api.md#gap.17), learnt from movements that the stream told with their sign. Pure; one row proves nothing. */

import { decimal, negate, signOf, toText } from '../../../shared/base/decimal.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'

type Sign = 1 | -1

/** Movements that must agree, and none differ, before a word counts. */
const AGREEING = 2

/** Sign of each movement, by the word that the ledger has for it. */
export type Directions = ReadonlyMap<string, ReadonlyMap<string, Sign>>

/**
 * Joins two tellings of one movement: the ledger's with a word and without a sign, the stream's with a sign and without a word. Any other
 * pair teaches nothing.
 */
export function learnDirection(known: Directions, a: LedgerRow | undefined, b: LedgerRow): Directions {
  const listed = [a, b].find((row) => row && row.direction !== null && row.signedAmount === null)
  const told = [a, b].find((row) => row && row.direction === null && row.signedAmount !== null)
  const word = listed?.direction
  const sign = told?.signedAmount ? signOf(decimal(told.signedAmount)) : 0
  if (word === undefined || word === null || sign === 0) return known
  const seen = known.get(word)
  // What a word means already is not learnt again: only a movement that differs says something.
  if (seen?.get(b.code) === sign || meaningOf(known, word) === sign) return known
  return new Map(known).set(word, new Map(seen).set(b.code, sign))
}

/** The sign of a word; null while too few movements agree or one differs. */
export function meaningOf(known: Directions, word: string): Sign | null {
  const signs = [...(known.get(word)?.values() ?? [])]
  const [first] = signs
  return first !== undefined && signs.length >= AGREEING && signs.every((sign) => sign === first)
    ? first
    : null
}

/** The row with the sign that its word has come to mean, where it has none of its own. */
export function withMeaning(known: Directions, row: LedgerRow): LedgerRow {
  const sign = row.signedAmount === null && row.direction !== null ? meaningOf(known, row.direction) : null
  if (sign === null) return row
  const total = decimal(row.totalAmount)
  return { ...row, signedAmount: toText(sign > 0 ? total : negate(total)) }
}
