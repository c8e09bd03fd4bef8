/** Splits a block into whole lots per customer, exactly. The children add up to the parent, or to the percents of those who take part, by largest remainder, counting what earlier blocks owe; equal remainders take turns. Pure. */

import { ZERO, add, compare, decimalOf, isMultiple, toText, type Decimal } from '../../base/decimal.ts'
import type { CustomerCode } from '../scalars.ts'
import { methodGoesByPosition, methodShares, type BlockMethod } from './blockMethods.ts'
import { ownAmount, tooSmall, whyNoPercent, type OwnSizing } from './ownAmount.ts'
import { moveRotation, type Rotation } from './rotation.ts'
import type { RotationMove } from './rotationMove.ts'
import type { Claims } from './shares/claims.ts'
import { shareLots, type Share } from './shares/shareLots.ts'

/** One customer of the group. */
export interface BlockCandidate {
  readonly customerCode: CustomerCode
  /** What the method goes by: the typed weight, percent or amount, the equity, the free margin or the signed position; USDC for `cash`. Ignored by `equal`. */
  readonly measure: Decimal | null
  /** Why the measure is unknown or may be wrong: a clause without a full stop. The customer then drops out of every method that needs the measure. */
  readonly why: string | null
  /** Why this customer gets nothing, whatever the method: a clause without a full stop. Null: the customer takes part. */
  readonly out: string | null
}

/** `parent`: contracts of the block, where the method shares them. */
export interface AllocationInput extends OwnSizing {
  readonly rows: readonly BlockCandidate[]
  readonly rotation: Rotation
  /** What earlier blocks of the instrument and side owe each customer. Left out or null: nothing. */
  readonly claims?: Claims | null
}

export interface AllocatedRow {
  readonly customerCode: CustomerCode
  /** Contracts, a multiple of the lot above 0. */
  readonly amount: Decimal
  /** What the amount is a share by; null where the method shares nothing. */
  readonly weight: Decimal | null
  /** The row got one of the lots that remained. */
  readonly extraLot: boolean
  /** The signed position that gave the amount; null where none did. */
  readonly sizedBy: Decimal | null
  /** USDC of its cash amount that whole lots leave over. Left out: no cash amount gave the contracts. */
  readonly left?: Decimal
}

export interface DroppedRow {
  readonly customerCode: CustomerCode
  readonly reason: string
}

export interface Allocated {
  /** In send order. */
  readonly rows: readonly AllocatedRow[]
  readonly dropped: readonly DroppedRow[]
  /** Those who take part and among whom the whole is shared, also where a share is less than a lot; empty where the method shares nothing. */
  readonly shares: readonly Share[]
  /** Contracts of which the weights are parts; null where the method shares nothing. */
  readonly whole: Decimal | null
  /** Contracts of all rows: the parent where the method shares a whole, and of that the percents of those who take part where they are typed. */
  readonly sum: Decimal
  /** The weights of all rows together; null where the method shares nothing. */
  readonly weights: Decimal | null
  /** Lots that the largest remainders got. */
  readonly extraLots: number
  /** How this block moves the rotation, once it is sent. */
  readonly move: RotationMove
  /** The rotation of the next block, once this block is sent. */
  readonly next: Rotation
}

/** The split, or one sentence that says why there is none. The customers that dropped out stay visible. */
export type Allocation =
  | { readonly ok: true; readonly value: Allocated }
  | { readonly ok: false; readonly sentence: string; readonly dropped: readonly DroppedRow[] }

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** By code, beginning at `start` or at the next code behind it. */
function rotated<T extends { readonly customerCode: CustomerCode }>(
  rows: readonly T[],
  start: CustomerCode | null,
): readonly T[] {
  const sorted = rows.toSorted((a, b) => inOrder(a.customerCode, b.customerCode))
  const at = start === null ? 0 : sorted.findIndex(({ customerCode }) => customerCode >= start)
  return at <= 0 ? sorted : [...sorted.slice(at), ...sorted.slice(0, at)]
}

/** The code behind `code` in the circle of all candidates. */
function behind(rows: readonly BlockCandidate[], code: CustomerCode): CustomerCode | null {
  const circle = rotated(rows, null)
  const at = circle.findIndex(({ customerCode }) => customerCode === code)
  return circle[(at + 1) % circle.length]?.customerCode ?? null
}

/** In the order that decides among equal remainders. */
function byTurn<T extends { readonly customerCode: CustomerCode }>(
  rows: readonly T[],
  { extra, served }: Rotation,
): readonly T[] {
  const turns = new Map(served.map((customer, at) => [customer, at + 1]))
  const turnOf = ({ customerCode }: T) => turns.get(customerCode) ?? 0
  return rotated(rows, extra).toSorted((a, b) => turnOf(a) - turnOf(b))
}

const NO_MEASURE: Readonly<Partial<Record<BlockMethod, string>>> = {
  equity: 'it has no equity',
  freeMargin: 'it has no free margin',
  cash: 'its cash is 0',
}

/** Why a customer has no measure that the method can go by; null where it has. */
function whyNoMeasure(method: BlockMethod, { measure, why }: BlockCandidate): string | null {
  if (method === 'equal') return null
  if (why !== null) return why
  if (measure === null) return 'nothing is known to share by'
  if (methodGoesByPosition(method) || measure > ZERO) return null
  return NO_MEASURE[method] ?? 'its share is 0'
}

/** What is wrong with the whole, before any customer is looked at. */
function problemOf({ method, side, parent, rows, lot }: AllocationInput): string | null {
  if (lot <= ZERO) return 'The lot of the instrument is not known yet. Wait, then open the block again.'
  if (method === 'percent') {
    const sum = rows.reduce((all, { measure }) => add(all, measure ?? ZERO), ZERO)
    if (compare(sum, decimalOf(100)) !== 0)
      return `Percent: the customers add up to ${toText(sum)} %. Type shares that add up to 100 %.`
  }
  const noPercent = whyNoPercent({ method, parent })
  if (noPercent !== null) return noPercent
  if (methodShares(method) && (parent <= ZERO || !isMultiple(parent, lot)))
    return `Amount: ${toText(parent)} is not a multiple of the lot ${toText(lot)} above 0 to ${side}.`
  return null
}

export function allocate(input: AllocationInput): Allocation {
  const { method, parent, rows, lot, rotation } = input
  const dropped: DroppedRow[] = []
  const none = (sentence: string): Allocation => ({ ok: false, sentence, dropped })
  const problem = problemOf(input)
  if (problem !== null) return none(problem)

  const weighed: Share[] = []
  const own: AllocatedRow[] = []
  const absent = new Set<CustomerCode>()
  for (const row of byTurn(rows, rotation)) {
    const { customerCode } = row
    const reason = row.out ?? whyNoMeasure(method, row)
    const measure = row.measure ?? ZERO
    if (reason !== null) {
      dropped.push({ customerCode, reason })
      // A typed percent is of the parent: what this customer does not get goes to nobody.
      if (method === 'percent' && measure > ZERO) {
        absent.add(customerCode)
        weighed.push({ customerCode, weight: measure })
      }
    } else if (methodShares(method))
      weighed.push({ customerCode, weight: method === 'equal' ? decimalOf(1) : measure })
    else {
      const given = ownAmount(input, measure)
      if ('reason' in given) dropped.push({ customerCode, reason: given.reason })
      else own.push({ customerCode, weight: null, extraLot: false, ...given })
    }
  }
  const isShared = methodShares(method)
  if (weighed.length - absent.size + own.length === 0)
    return none('No customer is left: every one of them dropped out.')

  const owed = input.claims?.lot === toText(lot) ? input.claims : null
  const split = isShared ? shareLots(parent / lot, weighed, owed) : { shared: [], served: [] }
  const { served: servedNow } = split
  const lastServed = servedNow.at(-1)
  const shared = split.shared.filter(({ customerCode }) => !absent.has(customerCode))
  for (const { customerCode, lots } of shared)
    if (lots === 0n) dropped.push({ customerCode, reason: tooSmall(lot) })
  const given = isShared
    ? shared
        .filter(({ lots }) => lots > 0n)
        .map(({ customerCode, weight, lots, extraLot }) => ({
          customerCode,
          weight,
          extraLot,
          sizedBy: null,
          amount: (lots * lot) as Decimal,
        }))
    : own
  const order = rotated(given, rotation.first)
  const first = order[0]?.customerCode
  const move: RotationMove = {
    first: first === undefined ? null : behind(rows, first),
    extra: lastServed === undefined ? null : behind(rows, lastServed),
    served: servedNow,
  }
  return {
    ok: true,
    value: {
      rows: order,
      dropped: dropped.toSorted((a, b) => inOrder(a.customerCode, b.customerCode)),
      shares: weighed.filter(({ customerCode }) => !absent.has(customerCode)),
      whole: isShared ? parent : null,
      sum: order.reduce((sum, { amount }) => add(sum, amount), ZERO),
      weights: isShared ? weighed.reduce((sum, { weight }) => add(sum, weight), ZERO) : null,
      extraLots: order.filter(({ extraLot }) => extraLot).length,
      move,
      next: moveRotation(rotation, move),
    },
  }
}
