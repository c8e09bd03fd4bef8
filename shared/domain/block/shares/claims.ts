/** What each customer is owed by the splits of past blocks, in exact parts of a lot, per instrument and side. Folded from the plans of the journal. Pure. */

import { z } from 'zod'
import { decimal } from '../../../base/decimal.ts'
import { customerCode, decimalText, type CustomerCode } from '../../scalars.ts'
import { changedPart } from './changedAmount.ts'
import type { Block, BlockEvent } from '../blockFold.ts'
import type { BlockPlan } from '../blockRecord.ts'

/** A copy for every window. The journal has the truth: the core writes the setting anew at each sign-in. */
export const CLAIMS_SETTING = 'block.claims'

/** Claims that are remembered, of all instruments and sides, the newest: every window gets all of them. */
const MOST_CLAIMS = 5_000
/** A larger denominator is rounded to this one: weights that change every time, such as equities, have no small common one. */
const MOST_DENOMINATOR = 10n ** 24n

const whole = z.string().regex(/^-?\d{1,60}$/u)
const claims = z.strictObject({
  /** Contracts of the lot that the parts are of. */
  lot: decimalText,
  denominator: z.string().regex(/^[1-9]\d{0,59}$/u),
  /** Parts of a lot by customer: above 0 it got less than its share. Left out: 0. */
  parts: z.record(customerCode, whole),
})
export type Claims = z.infer<typeof claims>

/** By instrument and side, the oldest first. */
export const claimBook = z.record(z.string(), claims)
export type ClaimBook = Map<string, Claims>

export const claimKey = (symbol: string, side: string): string => `${symbol} ${side}`

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b))

/** To the nearest part of another denominator. */
const rounded = (part: bigint, from: bigint, to: bigint): bigint => {
  const twice = 2n * part * to
  return (twice < 0n ? twice - from : twice + from) / (2n * from)
}

/** The lots of the plan above or below the exact share of each customer, times the sum of the weights; null where the plan shares nothing. */
function sharesOf({ split, rows }: Pick<BlockPlan, 'split' | 'rows'>) {
  const { lot, whole: shared, weights } = split ?? {}
  if (!split || !lot || !shared || !weights) return null
  const oneLot: bigint = decimal(lot)
  const all: bigint = decimal(weights)
  if (oneLot <= 0n || all <= 0n) return null
  const amounts = new Map<CustomerCode, bigint>(
    rows.map(({ customerCode: code, amount }) => [code, decimal(amount)]),
  )
  const lots: bigint = decimal(shared) / oneLot
  const owed = split.shares.map(({ customerCode: code, weight }): [CustomerCode, bigint] => [
    code,
    lots * decimal(weight) - ((amounts.get(code) ?? 0n) / oneLot) * all,
  ])
  const divisor = owed.reduce<bigint>((common, [, part]) => gcd(common, part), all)
  return {
    lot,
    denominator: all / divisor,
    owed: owed.map(([code, part]): [CustomerCode, bigint] => [code, part / divisor]),
  }
}

/** What the claims count: the instrument and side, the amounts, and what they are shares of. */
export type CountedSplit = Pick<BlockPlan, 'split' | 'rows'> & {
  readonly draft: Pick<BlockPlan['draft'], 'symbol' | 'side'>
}

/** `sign` -1 takes a plan back. */
export function addPlan(book: ClaimBook, plan: CountedSplit, sign: 1n | -1n): void {
  const made = sharesOf(plan)
  if (made === null) return
  const key = claimKey(plan.draft.symbol, plan.draft.side)
  const known = book.get(key)
  // A part of another lot is worth something else.
  const before = known?.lot === made.lot ? known : null
  const old = before ? BigInt(before.denominator) : 1n
  const exact = (old / gcd(old, made.denominator)) * made.denominator
  const denominator = exact > MOST_DENOMINATOR ? MOST_DENOMINATOR : exact
  const parts = new Map<string, bigint>(
    Object.entries(before?.parts ?? {}).map(([code, part]) => [
      code,
      rounded(BigInt(part), old, denominator),
    ]),
  )
  for (const [code, part] of made.owed)
    parts.set(code, (parts.get(code) ?? 0n) + sign * rounded(part, made.denominator, denominator))
  book.delete(key)
  const left = [...parts].filter(([, part]) => part !== 0n)
  if (left.length === 0) return
  const common = left.reduce((divisor, [, part]) => gcd(divisor, part), denominator)
  const owed = claims.safeParse({
    lot: made.lot,
    denominator: String(denominator / common),
    parts: Object.fromEntries(left.map(([code, part]) => [code, String(part / common)])),
  })
  // A plan whose split does not fit its rows can owe numbers that no segment of the journal may hold.
  if (!owed.success) return
  book.set(key, owed.data)
  let count = 0
  for (const [each, { parts: kept }] of [...book].toReversed()) {
    count += Object.keys(kept).length
    if (count > MOST_CLAIMS && each !== key) book.delete(each)
  }
}

/**
 * Call before the block itself is folded. A plan counts once it is on disk, with what it gave each customer. What the venue refuses, or what is not sent, counts as
 * given: it is sent once more in the same amount, and a customer without money must not collect lots that others wait for. A block that is stopped
 * before any row had its turn gave nothing. A change of the amount shares what its orders had, and then what they get, as a block of these customers alone.
 */
export function foldClaims(book: ClaimBook, event: BlockEvent, before: Block | undefined): void {
  if (event.kind === 'planned') {
    if (!before) addPlan(book, event.plan, 1n)
  } else if (event.kind === 'stopped' && before && before.state !== 'stopped') {
    if (!hadTurn(before)) addPlan(book, before.plan, -1n)
  } else if (event.kind === 'amount-changed' && before) {
    addPlan(book, changedPart(before.plan, event, 'from'), -1n)
    addPlan(book, changedPart(before.plan, event, 'to'), 1n)
  }
}

const hadTurn = ({ rows }: Block): boolean =>
  rows.some(({ state, attempts }) => state !== 'waiting' || attempts > 0)

/** The claims of a segment that was written before there were any: of the blocks in it, oldest first. */
export function foldOldBlock(book: ClaimBook, block: Block): void {
  if (block.state !== 'stopped' || hadTurn(block)) addPlan(book, block.plan, 1n)
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
