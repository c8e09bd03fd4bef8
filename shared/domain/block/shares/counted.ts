/** What one block counts in the claims of its customers: by its plan, and since a change of its amount by what that change gave. In exact parts of a lot. Pure. */

import { z } from 'zod'
import { ZERO, decimal } from '../../../base/decimal.ts'
import { customerCode, decimalText, type CustomerCode } from '../../scalars.ts'
import type { AmountChange, BlockPlan } from '../blockRecord.ts'

/** A larger denominator is rounded to this one: weights that change every time, such as equities, have no small common one. */
const MOST_DENOMINATOR = 10n ** 24n

const whole = z.string().regex(/^-?\d{1,60}$/u)
export const claims = z.strictObject({
  /** Contracts of the lot that the parts are of. */
  lot: decimalText,
  denominator: z.string().regex(/^[1-9]\d{0,59}$/u),
  /** Parts of a lot by customer: above 0 it got less than its share. Left out: 0. */
  parts: z.record(customerCode, whole),
})
export type Claims = z.infer<typeof claims>

/** Parts of a lot by customer, as whole numbers. */
interface Parts {
  readonly denominator: bigint
  readonly parts: ReadonlyMap<string, bigint>
}
const NO_PARTS: Parts = { denominator: 1n, parts: new Map() }

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b))

/** To the nearest part of another denominator. */
const rounded = (part: bigint, from: bigint, to: bigint): bigint => {
  const twice = 2n * part * to
  return (twice < 0n ? twice - from : twice + from) / (2n * from)
}

const partsOf = (known: Claims | null): Parts =>
  known === null
    ? NO_PARTS
    : {
        denominator: BigInt(known.denominator),
        parts: new Map(Object.entries(known.parts).map(([code, part]) => [code, BigInt(part)])),
      }

/** In lowest terms. */
const reduced = ({ denominator, parts }: Parts): Parts => {
  const common = [...parts.values()].reduce((divisor, part) => gcd(divisor, part), denominator)
  return common === 1n
    ? { denominator, parts }
    : {
        denominator: denominator / common,
        parts: new Map([...parts].map(([code, part]) => [code, part / common])),
      }
}

const sumOf = (a: Parts, b: Parts): Parts => {
  const exact = (a.denominator / gcd(a.denominator, b.denominator)) * b.denominator
  const denominator = exact > MOST_DENOMINATOR ? MOST_DENOMINATOR : exact
  const parts = new Map<string, bigint>()
  for (const each of [a, b])
    for (const [code, part] of each.parts)
      parts.set(code, (parts.get(code) ?? 0n) + rounded(part, each.denominator, denominator))
  return { denominator, parts }
}

const negative = ({ denominator, parts }: Parts): Parts => ({
  denominator,
  parts: new Map([...parts].map(([code, part]) => [code, -part])),
})

/** In lowest terms. Null: the numbers are larger than a segment of the journal may hold. */
function claimsOf(lot: Claims['lot'], given: Parts): Claims | null {
  const { denominator, parts } = reduced(sumOf(reduced(given), NO_PARTS))
  const left = [...parts].filter(([, part]) => part !== 0n)
  const read = claims.safeParse({
    lot,
    denominator: String(denominator),
    parts: Object.fromEntries(left.map(([code, part]) => [code, String(part)])),
  })
  return read.success ? read.data : null
}

/** Of one lot. `sign` -1 takes the second ones back. Null as for `claimsOf`. */
export const addedClaims = (
  lot: Claims['lot'],
  a: Claims | null,
  b: Claims | null,
  sign: 1 | -1,
): Claims | null => claimsOf(lot, sumOf(partsOf(a), sign === 1 ? partsOf(b) : negative(partsOf(b))))

/** A customer, its weight, and the contracts that it got. */
interface Share {
  readonly customerCode: CustomerCode
  readonly weight: bigint
  readonly amount: bigint
}

/** The exact share of each customer, less what it got. */
function owedBy(shared: bigint, all: bigint, lot: bigint, shares: readonly Share[]): Parts {
  const lots = shared / lot
  return reduced({
    denominator: all,
    parts: new Map(
      shares.map(({ customerCode: code, weight, amount }) => [code, lots * weight - (amount / lot) * all]),
    ),
  })
}

/** What the plan gives each customer less, or more, than its exact share. Null where the plan shares nothing. */
function countedOfPlan({ split, rows }: Pick<BlockPlan, 'split' | 'rows'>): Claims | null {
  const { lot, whole: shared, weights } = split ?? {}
  if (!split || !lot || !shared || !weights) return null
  const [oneLot, all] = [decimal(lot), decimal(weights)]
  if (oneLot <= ZERO || all <= ZERO) return null
  const amounts = new Map(rows.map(({ customerCode: code, amount }) => [code, decimal(amount)]))
  const shares = split.shares.map(({ customerCode: code, weight }) => ({
    customerCode: code,
    weight: decimal(weight),
    amount: amounts.get(code) ?? ZERO,
  }))
  return claimsOf(lot, owedBy(decimal(shared), all, oneLot, shares))
}

/** A block, as far as the claims go. `counted`: left out while its plan counts; null: it was stopped before any row had its turn, and counts nothing. */
export interface CountedBlock {
  readonly plan: Pick<BlockPlan, 'split' | 'rows'>
  readonly counted?: Claims | null | undefined
}

export const countedOf = ({ plan, counted }: CountedBlock): Claims | null =>
  counted === undefined ? countedOfPlan(plan) : counted

/** The customers who share a new amount, with their weights. None where the block shared nothing. */
const sharersOf = (
  { rows: planned }: CountedBlock['plan'],
  { rows }: Pick<AmountChange, 'rows'>,
): readonly Share[] =>
  rows.flatMap(({ row, to, weight }) => {
    const code = planned[row - 1]?.customerCode
    return code === undefined || weight === null
      ? []
      : [{ customerCode: code, weight: decimal(weight), amount: decimal(to) }]
  })

/** What the block counts for these customers together goes to each by its weight. What it counts for all others stays. */
function spread(known: Parts, sharers: readonly Share[], all: bigint): Parts {
  const part = (code: string): bigint => known.parts.get(code) ?? 0n
  const together = sharers.reduce((sum, { customerCode: code }) => sum + part(code), 0n)
  return reduced({
    denominator: known.denominator * all,
    parts: new Map([
      ...[...known.parts].map(([code, each]) => [code, each * all] as const),
      ...sharers.map(({ customerCode: code, weight }) => [code, together * weight] as const),
    ]),
  })
}

/**
 * What the block counts before and after the orders of the change get their new amounts. `shared`: what they were given counts for none of them by itself any more,
 * and what all of them together are owed stays. `after`: each with its new amount.
 */
export function countedByChange(
  block: CountedBlock,
  change: Pick<AmountChange, 'lot' | 'rows'>,
): { readonly shared: Claims | null; readonly after: Claims | null } {
  const counted = countedOf(block)
  const sharers = sharersOf(block.plan, change)
  const lot = decimal(change.lot)
  const all = sharers.reduce<bigint>((sum, { weight }) => sum + weight, 0n)
  if (all <= 0n || lot <= ZERO) return { shared: counted, after: counted }
  // A part of another lot is worth something else.
  const known = partsOf(counted?.lot === change.lot ? counted : null)
  const shared = spread(known, sharers, all)
  const given = sharers.reduce<bigint>((sum, { amount }) => sum + amount, 0n)
  return {
    shared: claimsOf(change.lot, shared),
    after: claimsOf(change.lot, sumOf(shared, owedBy(given, all, lot, sharers))),
  }
}
