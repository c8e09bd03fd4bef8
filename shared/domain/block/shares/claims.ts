/** What each customer is owed by the splits of past blocks, in exact parts of a lot, per instrument and side. Folded from the plans of the journal. Pure. */

import { z } from 'zod'
import type { CustomerCode } from '../../scalars.ts'
import type { BlockPlan } from '../blockRecord.ts'
import { addedClaims, claims, countedOf, type Claims, type CountedBlock } from './counted.ts'

export type { Claims }

/** A copy for every window. The journal has the truth: the core writes the setting anew at each sign-in. */
export const CLAIMS_SETTING = 'block.claims'

/** Claims that are remembered, of all instruments and sides, the newest: every window gets all of them. */
const MOST_CLAIMS = 5_000
/** By instrument and side, the oldest first. */
export const claimBook = z.record(z.string(), claims)
export type ClaimBook = Map<string, Claims>

export const claimKey = (symbol: string, side: string): string => `${symbol} ${side}`

function add(book: ClaimBook, key: string, more: Claims, sign: 1 | -1): void {
  const known = book.get(key)
  // A part of another lot is worth something else.
  const made = addedClaims(more.lot, known?.lot === more.lot ? known : null, more, sign)
  // A plan whose split does not fit its rows can owe numbers that no segment of the journal may hold.
  if (made === null) return
  book.delete(key)
  if (Object.keys(made.parts).length === 0) return
  book.set(key, made)
  let count = 0
  for (const [each, { parts: kept }] of [...book].toReversed()) {
    count += Object.keys(kept).length
    if (count > MOST_CLAIMS && each !== key) book.delete(each)
  }
}

/** One block counts other claims than before; changes the book. Null: it counts none. */
export function moveClaims(book: ClaimBook, key: string, before: Claims | null, after: Claims | null): void {
  if (before !== null && after?.lot === before.lot) {
    const more = addedClaims(after.lot, after, before, -1)
    if (more !== null) add(book, key, more, 1)
    return
  }
  if (before !== null && (book.get(key)?.lot ?? before.lot) === before.lot) add(book, key, before, -1)
  if (after !== null) add(book, key, after, 1)
}

/** A block with the instrument and side of its claims. */
export interface ClaimedBlock extends CountedBlock {
  readonly plan: CountedBlock['plan'] & { readonly draft: Pick<BlockPlan['draft'], 'symbol' | 'side'> }
}

/**
 * Call with the block before and after each of its events; undefined: there is none. A plan counts with what it gave each customer. What the venue refuses, or what is not
 * sent, counts as given: it is sent once more in the same amount, and a customer without money must not collect lots that others wait for. A block that
 * is stopped before any row had its turn gave nothing, until the dealer sends rows of it after all. A change of the amount shares what the block counted for its orders, and then
 * what they get. The block itself says what it counts, so that an entry that comes twice counts once.
 */
export function foldClaims(
  book: ClaimBook,
  before: ClaimedBlock | undefined,
  after: ClaimedBlock | undefined,
): void {
  const block = after ?? before
  if (!block || (before && after && before.counted === after.counted)) return
  const { symbol, side } = block.plan.draft
  moveClaims(book, claimKey(symbol, side), before ? countedOf(before) : null, after ? countedOf(after) : null)
}

export const writeClaims = (book: ClaimBook): string => JSON.stringify(Object.fromEntries(book))

/** Parts of a lot that a customer is owed; below 0: it got more than its share. */
export const partOf = ({ parts }: Claims, code: CustomerCode): bigint =>
  Object.hasOwn(parts, code) ? BigInt(parts[code] ?? '0') : 0n

/** Null where nothing is stored for them, or nothing that can be read. `text`: the setting. */
export function readClaims(text: string | undefined, symbol: string, side: string): Claims | null {
  try {
    return claimBook.parse(JSON.parse(text ?? '{}'))[claimKey(symbol, side)] ?? null
  } catch {
    return null
  }
}
