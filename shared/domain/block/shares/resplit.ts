/** Splits a new amount of a block over its live orders by the weights of the block. What has filled stays, and the whole is exact. Pure. */

import { ZERO, add, decimal, isMultiple, subtract, toText, type Decimal } from '../../../base/decimal.ts'
import type { CustomerCode } from '../../scalars.ts'
import type { AmountChange, BlockPlan } from '../blockRecord.ts'
import { claimKey, moveClaims, type ClaimBook } from './claims.ts'
import { countedByChange, countedOf, type CountedBlock } from './counted.ts'
import { shareLots } from './shareLots.ts'

/** A row of the block as its orders are now. */
export interface RowNow {
  readonly customerCode: CustomerCode
  /** Contracts that the row counts with: of its order, or what filled where it is over. */
  readonly amount: Decimal
  readonly filled: Decimal
  /** Why the amount cannot change, a clause; null: it can. */
  readonly fixed: string | null
}

export interface ResplitRow {
  readonly customerCode: CustomerCode
  readonly filled: Decimal
  readonly from: Decimal
  readonly to: Decimal
  /** Why the amount stays, a clause; null: the row takes part. */
  readonly why: string | null
}

export type Resplit =
  | { readonly ok: true; readonly rows: readonly ResplitRow[]; readonly change: AmountChange }
  | { readonly ok: false; readonly sentence: string }

export interface ResplitInput {
  readonly plan: Pick<BlockPlan, 'draft' | 'rows' | 'split'>
  /** As the block stores it. */
  readonly counted: CountedBlock['counted']
  /** One for each row of the plan. */
  readonly rows: readonly RowNow[]
  /** Contracts of the whole block, with what has filled. */
  readonly total: Decimal
  readonly lot: Decimal
  /** What blocks owe; not changed. */
  readonly claims: ClaimBook
}

const sum = (values: readonly Decimal[]): Decimal => values.reduce(add, ZERO)

/** What each customer's part goes by: the weight of the split, else the amount that the block was sent with. */
function weightsOf({ rows, split }: ResplitInput['plan']): {
  readonly weights: ReadonlyMap<CustomerCode, Decimal>
  readonly isShared: boolean
} {
  const isShared = split !== undefined && split.whole !== null && split.shares.length > 0
  const by = isShared
    ? split.shares.map(({ customerCode, weight }) => [customerCode, decimal(weight)] as const)
    : rows.map(({ customerCode, amount }) => [customerCode, decimal(amount)] as const)
  return { weights: new Map(by), isShared }
}

const clauseOf = (to: Decimal, filled: Decimal, lot: Decimal): string | null => {
  if (to === ZERO) return `its share is less than a lot of ${toText(lot)}`
  return to <= filled
    ? `its share is ${toText(to)}, and ${toText(filled)} have filled: cancel its order to stop there`
    : null
}

/** The amounts of those who take part. A row whose share is filled already, or less than a lot, keeps its order, and the others share what that leaves. */
export function resplit({ plan, counted, rows, total, lot, claims }: ResplitInput): Resplit {
  const fail = (sentence: string): Resplit => ({ ok: false, sentence })
  if (lot <= ZERO)
    return fail('The lot of the instrument is not known yet. Wait, then type the amount again.')
  if (total <= ZERO || !isMultiple(total, lot))
    return fail(`Amount: ${toText(total)} is not a multiple of the lot ${toText(lot)} above 0.`)
  const { weights, isShared } = weightsOf(plan)
  const why = new Map<CustomerCode, string>()
  for (const { customerCode, fixed } of rows) {
    if (fixed !== null) why.set(customerCode, fixed)
    else if (!weights.has(customerCode)) why.set(customerCode, 'the split of the block names no weight of it')
  }
  const least = sum(rows.map((row) => (why.has(row.customerCode) ? row.amount : row.filled)))
  if (why.size === rows.length) return fail('No order of this block can change its amount now.')
  if (total <= least)
    return fail(
      `Amount: type more than ${toText(least)}. That much has filled or cannot change. To ${plan.draft.side} no more, cancel the block.`,
    )
  // Each turn one more row keeps its order at least, so it ends. A row keeps more than its share, so that the others share less.
  for (;;) {
    const taking = rows.filter(({ customerCode }) => !why.has(customerCode))
    const left = subtract(
      total,
      sum(rows.filter((row) => why.has(row.customerCode)).map(({ amount }) => amount)),
    )
    if (taking.length === 0 || left <= ZERO)
      return fail(
        `Amount: at ${toText(total)} the customers who can change have filled their shares already. Cancel the block to stop there, or type more.`,
      )
    if (!isMultiple(left, lot))
      return fail(`Amount: an order of this block is no multiple of the lot ${toText(lot)}.`)
    const shares = taking.map(({ customerCode }) => ({
      customerCode,
      weight: weights.get(customerCode) ?? ZERO,
    }))
    const change = (to: (at: number) => Decimal): AmountChange => ({
      total: toText(total),
      lot: toText(lot),
      rows: taking.map(({ customerCode, amount }, at) => ({
        row: rows.findIndex((row) => row.customerCode === customerCode) + 1,
        from: toText(amount),
        to: toText(to(at)),
        weight: isShared ? toText(weights.get(customerCode) ?? ZERO) : null,
      })),
    })
    const book: ClaimBook = new Map(claims)
    const key = claimKey(plan.draft.symbol, plan.draft.side)
    // What the block counted for these orders is shared anew, whatever became of them.
    const { shared: before } = countedByChange(
      { plan, counted },
      change(() => ZERO),
    )
    moveClaims(book, key, countedOf({ plan, counted }), before)
    const known = book.get(key)
    const owed = isShared && known?.lot === toText(lot) ? known : null
    const { shared } = shareLots(left / lot, shares, owed)
    const given = shared.map(({ lots }) => (lots * lot) as Decimal)
    const kept = taking.flatMap(({ customerCode, filled }, at) => {
      const clause = clauseOf(given[at] ?? ZERO, filled, lot)
      return clause === null ? [] : [[customerCode, clause] as const]
    })
    if (kept.length > 0) {
      for (const [code, clause] of kept) why.set(code, clause)
      continue
    }
    const to = new Map(taking.map(({ customerCode }, at) => [customerCode, given[at] ?? ZERO]))
    if (taking.every(({ customerCode, amount }) => to.get(customerCode) === amount))
      return fail(`Amount: the orders of this block have ${toText(total)} already.`)
    return {
      ok: true,
      rows: rows.map(({ customerCode, amount, filled }) => ({
        customerCode,
        filled,
        from: amount,
        to: to.get(customerCode) ?? amount,
        why: why.get(customerCode) ?? null,
      })),
      change: change((at) => given[at] ?? ZERO),
    }
  }
}
