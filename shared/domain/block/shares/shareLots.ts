/** Shares whole lots by weight so that nobody is a lot away from its exact share, in the block and over all blocks of the same customers and weights. Pure; exact. */

import type { Decimal } from '../../../base/decimal.ts'
import type { CustomerCode } from '../../scalars.ts'
import { partOf, type Claims } from './claims.ts'

export interface Share {
  readonly customerCode: CustomerCode
  readonly weight: Decimal
}

export interface SharedLots extends Share {
  readonly lots: bigint
  /** More lots than the whole lots of its share. */
  readonly extraLot: boolean
}

export interface LotShares {
  readonly shared: readonly SharedLots[]
  /** Who got a lot that others with an equal remainder did not get. */
  readonly served: readonly CustomerCode[]
}

/** A customer in parts of a lot: all figures have one denominator, `one`. */
interface Part {
  readonly at: number
  readonly weight: bigint
  /** Whole lots of the share of this block. */
  readonly whole: bigint
  readonly isWhole: boolean
  /** The share of this block, and what earlier blocks owe. */
  readonly due: bigint
}

interface Parts {
  readonly one: bigint
  readonly all: bigint
  readonly parts: readonly Part[]
}

function partsOf(lots: bigint, rows: readonly Share[], claims: Claims | null): Parts {
  const all = rows.reduce((sum, { weight }) => sum + weight, 0n)
  const denominator = BigInt(claims?.denominator ?? '1')
  const owed = rows.map(({ customerCode }) => (claims ? partOf(claims, customerCode) : 0n))
  // What customers owe or are owed who take no part now is spread over those who do.
  const rest = owed.reduce((sum, part) => sum + part, 0n)
  const parts = rows.map(({ weight }, at): Part => ({
    at,
    weight,
    whole: (lots * weight) / all,
    isWhole: (lots * weight) % all === 0n,
    due: (owed[at] ?? 0n) * all - rest * weight + lots * weight * denominator,
  }))
  return { one: all * denominator, all, parts }
}

type Given = readonly bigint[]

const bySize = (difference: bigint): number => (difference === 0n ? 0 : difference > 0n ? 1 : -1)

/** The lots that remain go to those who are owed most, one each. */
function byRemainder(lots: bigint, { one, parts }: Parts): Given {
  const remainder = ({ due, whole }: Part) => due - whole * one
  const left = lots - parts.reduce((sum, { whole }) => sum + whole, 0n)
  const more = new Set(
    parts
      .filter(({ isWhole }) => !isWhole)
      .toSorted((a, b) => bySize(remainder(b) - remainder(a)))
      .filter((_, place) => BigInt(place) < left),
  )
  return parts.map((part) => part.whole + (more.has(part) ? 1n : 0n))
}

/** Turns that are looked ahead, a lot each. Where that is not far enough, the lots go by deadline. */
const LOOKED_AHEAD = 2_000n

/**
 * Whether nobody is a lot away from what is due, and each further lot can go to somebody so that this stays so: by any turn, no more lots
 * have fallen due than turns have passed. Looks until everybody who got more than its share is even.
 */
function isLasting(given: Given, { one, all, parts }: Parts): boolean {
  const owed = parts.map(({ due, at }) => due - (given[at] ?? 0n) * one)
  if (owed.some((part) => part >= one || part <= -one)) return false
  const perTurn = one / all
  const turns = parts.reduce((most, { weight, at }) => {
    const ahead = -(owed[at] ?? 0n)
    const until = ahead <= 0n ? 0n : (ahead + weight * perTurn - 1n) / (weight * perTurn)
    return until > most ? until : most
  }, 0n)
  if (turns > LOOKED_AHEAD) return false
  const dueAt = new Map<bigint, bigint>()
  for (const { weight, at } of parts) {
    const step = weight * perTurn
    for (let lot = 1n; ; lot++) {
      const turn = (lot * one - (owed[at] ?? 0n) + step - 1n) / step
      if (turn > turns) break
      dueAt.set(turn, (dueAt.get(turn) ?? 0n) + 1n)
    }
  }
  let due = 0n
  for (let turn = 1n; turn <= turns; turn++) {
    due += dueAt.get(turn) ?? 0n
    if (due > turn) return false
  }
  return true
}

/** Whole lots that are due, and the lots that remain to those who would be a whole lot short first. Null where what is owed does not allow it. */
function byDeadline(lots: bigint, { one, parts }: Parts): Given | null {
  const least = parts.map(({ due }) => (due > 0n ? due / one : 0n))
  const left = lots - least.reduce((sum, each) => sum + each, 0n)
  const rest = ({ due, at }: Part) => due - (least[at] ?? 0n) * one
  // Turns until a whole lot is missing, compared without dividing.
  const later = (a: Part, b: Part) => (one - rest(a)) * b.weight - (one - rest(b)) * a.weight
  const next = parts.filter((part) => rest(part) > 0n).toSorted((a, b) => bySize(later(a, b)))
  if (left < 0n || left > BigInt(next.length) || parts.some((part) => rest(part) <= -one)) return null
  const more = new Set(next.filter((_, place) => BigInt(place) < left).map(({ at }) => at))
  return parts.map(({ at }) => (least[at] ?? 0n) + (more.has(at) ? 1n : 0n))
}

/**
 * `rows`: in the order that decides among equal remainders. By largest remainder, counting what earlier blocks owe. Where that would later leave somebody a whole lot
 * short, by deadline: earliest deadline first keeps every customer within one lot whatever blocks follow, because together they are due one lot a lot.
 */
export function shareLots(lots: bigint, rows: readonly Share[], claims: Claims | null): LotShares {
  const parts = partsOf(lots, rows, claims)
  const plain = byRemainder(lots, parts)
  const given = isLasting(plain, parts) ? plain : (byDeadline(lots, parts) ?? plain)
  const shared = rows.map((row, at): SharedLots => {
    const [count, whole] = [given[at] ?? 0n, parts.parts[at]?.whole ?? 0n]
    return { ...row, lots: count, extraLot: count > whole }
  })
  const remainder = (at: number) => (parts.parts[at]?.due ?? 0n) - (parts.parts[at]?.whole ?? 0n) * parts.one
  const winners = [...shared.keys()].filter((at) => shared[at]?.extraLot)
  const least = winners.reduce<bigint | null>(
    (low, at) => (low === null || remainder(at) < low ? remainder(at) : low),
    null,
  )
  const isContested = shared.some(({ extraLot }, at) => !extraLot && remainder(at) === least)
  return {
    shared,
    served: winners.flatMap((at) =>
      isContested && remainder(at) === least ? (shared[at]?.customerCode ?? []) : [],
    ),
  }
}
