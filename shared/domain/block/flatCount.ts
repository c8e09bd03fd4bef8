/** Whether a block closes positions, and which of its customers are flat by now. Calls nobody flat whose position was not read whole, or whose order may still fill. Pure. */

import { ZERO, add, compare, decimal, multiply, decimalOf, type Decimal } from '../../base/decimal.ts'
import { signOfSide, type CustomerCode } from '../scalars.ts'
import { isOpenRow, type BlockProgress } from './blockProgress.ts'
import type { BlockRecord } from './blockRecord.ts'

/** A position as the window knows it. */
export interface KnownPosition {
  /** Contracts, signed; null: not known. */
  readonly size: Decimal | null
  /** Why it is not known, a clause; null where it is. */
  readonly why: string | null
}

export interface FlatCount {
  /** Customers whose whole position the block closes. */
  readonly meant: number
  readonly flat: number
  /** Those that are known not to be flat, with their contracts. */
  readonly holding: readonly { readonly customerCode: CustomerCode; readonly size: Decimal }[]
  /** Those whose order of the block waits, is live, or has an unknown status. */
  readonly open: readonly CustomerCode[]
  /** Of the others, those whose position was not read whole: they may be flat or not. */
  readonly unread: readonly { readonly customerCode: CustomerCode; readonly why: string }[]
  /** Customers of whose position the block closes only a part. */
  readonly parts: number
}

/** Contracts that the row leaves of the position that sized it; null: it does not only reduce one. */
function restOf(
  { draft }: Pick<BlockRecord, 'draft'>,
  { amount, sizedBy }: BlockRecord['rows'][number],
): Decimal | null {
  if (sizedBy === undefined) return null
  const sign = decimalOf(signOfSide(draft.side))
  const held = multiply(decimal(sizedBy), sign)
  const rest = add(held, decimal(amount))
  // On the side of the block, a position to close is below zero, and its rest is not above.
  return compare(held, ZERO) < 0 && compare(rest, ZERO) <= 0 ? multiply(rest, sign) : null
}

/** Null: the block does not only close positions, or closes none of them whole. */
export function flatCount(
  block: Pick<BlockRecord, 'draft' | 'rows'>,
  progress: Pick<BlockProgress, 'rows'>,
  positionNow: (customerCode: CustomerCode) => KnownPosition,
): FlatCount | null {
  const rests = block.rows.map((row) => restOf(block, row))
  if (rests.some((rest) => rest === null)) return null
  const closed = block.rows.filter((_, at) => rests[at] === ZERO)
  if (closed.length === 0) return null
  const holding: { customerCode: CustomerCode; size: Decimal }[] = []
  const unread: { customerCode: CustomerCode; why: string }[] = []
  const stillOpen = new Set(progress.rows.filter(isOpenRow).map(({ customerCode }) => customerCode))
  const open = closed.flatMap(({ customerCode }) => (stillOpen.has(customerCode) ? [customerCode] : []))
  for (const { customerCode } of closed) {
    if (stillOpen.has(customerCode)) continue
    const { size, why } = positionNow(customerCode)
    if (size === null || why !== null) unread.push({ customerCode, why: why ?? 'its position is not known' })
    else if (compare(size, ZERO) !== 0) holding.push({ customerCode, size })
  }
  return {
    meant: closed.length,
    flat: closed.length - open.length - holding.length - unread.length,
    open,
    holding,
    unread,
    parts: block.rows.length - closed.length,
  }
}
