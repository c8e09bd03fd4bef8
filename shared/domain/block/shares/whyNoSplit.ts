/** Says why the split that a window sent with its block cannot have given the rows of that block. What blocks owe and what the fairness report judges come from the split. Pure. */

import { ZERO, compare, decimal, decimalOf, isMultiple, type Decimal } from '../../../base/decimal.ts'
import { shownCode } from '../../../base/shownCode.ts'
import { BLOCK_METHODS, methodShares } from '../blockMethods.ts'
import type { BlockPlan, BlockSplit } from '../blockRecord.ts'
import type { RotationMove } from '../rotationMove.ts'
import { partOf, type Claims } from './claims.ts'

/**
 * Lots that a row may be away from its share, or from what its customer is due where that is more. One comes from the rounding. Two more come from a block
 * that another window sent after this one was sized.
 */
const MOST_LOTS_AWAY = 3n
const NEXT =
  'The sizes in this sheet do not fit the block any more. Press Alt R to take them anew, then send the block again.'
const HUNDRED = decimalOf(100)

export interface SentSplit extends Pick<BlockPlan, 'method' | 'rows' | 'split'> {
  readonly rotation?: RotationMove | undefined
}

interface Shared {
  readonly lot: Decimal
  readonly whole: Decimal
  readonly weights: Decimal
  readonly shares: ReadonlyMap<string, Decimal>
}

const sum = (values: Iterable<Decimal>): Decimal => {
  let all: bigint = ZERO
  for (const value of values) all += value
  return all as Decimal
}

/** The figures of a split that shares a whole, or why they are none: a sentence. */
function sharedOf({ lot, whole, weights, shares }: BlockSplit): Shared | string {
  if (lot === null || compare(decimal(lot), ZERO) <= 0) return 'Lot: the split names none.'
  const step = decimal(lot)
  if (whole === null || compare(decimal(whole), ZERO) <= 0 || !isMultiple(decimal(whole), step))
    return `Amount: the split shares ${whole ?? 'nothing'}, which is no multiple of the lot ${lot}.`
  if (weights === null) return 'Weight: the split names no sum of the weights.'
  const weighed = new Map<string, Decimal>()
  for (const { customerCode, weight } of shares) {
    if (weighed.has(customerCode)) return `Weight: the split names ${shownCode(customerCode)} twice.`
    if (compare(decimal(weight), ZERO) <= 0)
      return `Weight: ${shownCode(customerCode)} has ${weight}, which is not above 0.`
    weighed.set(customerCode, decimal(weight))
  }
  return { lot: step, whole: decimal(whole), weights: decimal(weights), shares: weighed }
}

/** Why the weights are not those of the way to split: a sentence. */
function whyNoWeights(method: string, { weights, shares }: Shared): string | null {
  const all = sum(shares.values())
  if (method === 'percent')
    return compare(weights, HUNDRED) === 0 && compare(all, HUNDRED) <= 0
      ? null
      : 'Weight: the percents of the split do not total 100.'
  if (compare(all, weights) !== 0) return 'Weight: the weights of the split do not add up to its sum.'
  const [first] = shares.values()
  return method === 'equal' && [...shares.values()].some((weight) => weight !== first)
    ? 'Weight: the block is split equally, and the weights of the split differ.'
    : null
}

/** Why the rows are not the shares of the whole: a sentence. `claims`: of the lot of the split. */
function whyNoShares(shared: Shared, rows: SentSplit['rows'], claims: Claims | null): string | null {
  const { lot, whole, weights, shares } = shared
  const given = new Map<string, Decimal>(rows.map((row) => [row.customerCode, decimal(row.amount)]))
  for (const { customerCode, amount } of rows) {
    if (!shares.has(customerCode)) return `Customer: ${shownCode(customerCode)} has no weight in the split.`
    if (!isMultiple(decimal(amount), lot))
      return `Amount: that of ${shownCode(customerCode)}, ${amount}, is no multiple of the lot of the split.`
  }
  const amounts = sum(given.values())
  // A typed percent of a customer who drops out goes to nobody.
  const isAll = sum(shares.values()) === weights
  if (isAll ? amounts !== whole : amounts > whole)
    return 'Amount: the rows do not add up to the amount that the split shares.'
  const denominator = BigInt(claims?.denominator ?? '1')
  const owed = new Map([...shares.keys()].map((code) => [code, claims ? partOf(claims, code as never) : 0n]))
  const rest = [...owed.values()].reduce((all, part) => all + part, 0n)
  const lots = whole / lot
  // Every figure is in parts of a lot: so many are one lot.
  const one = weights * denominator
  for (const [code, weight] of shares) {
    const share = lots * weight * denominator
    const due = share + (owed.get(code) ?? 0n) * weights - rest * weight
    const got = ((given.get(code) ?? ZERO) / lot) * one
    const [least, most] = share < due ? [share, due] : [due, share]
    if (got < least - MOST_LOTS_AWAY * one || got > most + MOST_LOTS_AWAY * one)
      return `Amount: that of ${shownCode(code)} does not fit its weight in the split.`
  }
  return null
}

/** Who takes a turn among equal remainders got a lot. What an absent customer of typed percents does not get takes a turn, too. */
function whyNoTurns({ method, rows, rotation }: SentSplit): string | null {
  if (!rotation || method === 'percent') return null
  const codes = new Set(rows.map(({ customerCode }) => customerCode))
  const strange = rotation.served.find((code) => !codes.has(code))
  return strange === undefined ? null : `Turn: ${shownCode(strange)} has no row in the block.`
}

function whyWrong(sent: SentSplit, lot: string | null, claims: Claims | null): string | null {
  const { method, rows, split } = sent
  const turns = whyNoTurns(sent)
  if (turns !== null || split === undefined) return turns
  const known = BLOCK_METHODS.find((each) => each === method)
  if (known === undefined) return 'Split: the block names no known way to split.'
  if (lot !== null && split.lot !== lot)
    return `Lot: the split has ${split.lot ?? 'none'}, and the lot of the instrument is ${lot}.`
  if (!methodShares(known))
    return split.whole === null && split.weights === null && split.shares.length === 0
      ? null
      : 'Split: this way gives each customer an amount of its own, and the split shares an amount.'
  const shared = sharedOf(split)
  if (typeof shared === 'string') return shared
  return whyNoWeights(known, shared) ?? whyNoShares(shared, rows, claims?.lot === split.lot ? claims : null)
}

/**
 * What to do, and the field with what is wrong; null: the split fits. A dealer meets it where the lot of the instrument changed, or other blocks were sent, after the sizes were taken. A block without a split owes nobody anything. `lot`: contracts, as the core knows
 * the instrument; null: not known. `claims`: of the instrument and side, as the core has them.
 */
export function whyNoSplit(sent: SentSplit, lot: string | null, claims: Claims | null): string | null {
  const why = whyWrong(sent, lot, claims)
  return why === null ? null : `${NEXT} ${why}`
}
