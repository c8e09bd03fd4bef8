/** Learns what a venue means by the words of `direction` (docs/api.md#gap.17) from movements whose sign the stream reported. Pure; one row proves nothing. */

import { decimal, negate, signOf, toText } from '../../../shared/base/decimal.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'

type Sign = 1 | -1

/** Movements that must agree, and none differ, before a word counts. */
const AGREEING = 2

/** The sign of each movement by its code, by the word that the ledger shows for the movement. */
export type Directions = ReadonlyMap<string, ReadonlyMap<string, Sign>>

/**
 * Learns from two records of one movement: the ledger's with a word and without a sign, the stream's with a sign and without a word. Any
 * other pair teaches nothing.
 */
export function learnDirection(known: Directions, a: LedgerRow | undefined, b: LedgerRow): Directions {
  const listed = [a, b].find((row) => row && row.direction !== null && row.signedAmount === null)
  const signed = [a, b].find((row) => row && row.direction === null && row.signedAmount !== null)
  const word = listed?.direction
  const sign = signed?.signedAmount ? signOf(decimal(signed.signedAmount)) : 0
  if (word === undefined || word === null || sign === 0) return known
  const seen = known.get(word)
  // A known meaning is not learned again: only a movement that differs adds something.
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

/** The row with the sign that was learned for its word, where it has none of its own. */
export function withMeaning(known: Directions, row: LedgerRow): LedgerRow {
  const sign = row.signedAmount === null && row.direction !== null ? meaningOf(known, row.direction) : null
  if (sign === null) return row
  const total = decimal(row.totalAmount)
  return { ...row, signedAmount: toText(sign > 0 ? total : negate(total)) }
}
