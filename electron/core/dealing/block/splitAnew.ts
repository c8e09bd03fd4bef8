/** Splits a new amount of a block over its live orders, by the way the block was split. Sends nothing. */

import {
  ZERO,
  add,
  decimal,
  maximum,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import type { Failure } from '../../../../shared/contract/failure.ts'
import { NO_BLOCK_AMEND } from '../../../../shared/domain/block/blockAct.ts'
import { hasWaiting, isRetrying, isUnderWay, type Block } from '../../../../shared/domain/block/blockFold.ts'
import { BLOCK_METHODS, methodGoesByPosition } from '../../../../shared/domain/block/blockMethods.ts'
import type { ClaimBook } from '../../../../shared/domain/block/shares/claims.ts'
import { resplit, type Resplit, type RowNow } from '../../../../shared/domain/block/shares/resplit.ts'
import { isFull, isLive, isUnproven, type Order } from '../../../../shared/domain/orders/order.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'

export interface SplitAnewOptions {
  readonly orderStore: Pick<OrderStore, 'get'>
  /** What the splits of blocks owe. */
  readonly claims: () => ClaimBook
  /** Contracts of a lot; null: not known. */
  readonly lotOf: (symbol: Symbol) => DecimalText | null
  /** Whether the venue signed in to has an amend. */
  readonly hasAmend: () => boolean
}

export const ROWS_LEAVE =
  'Some orders of this block have not been sent. Stop the block, or wait until each was sent or refused.'
const BY_POSITION =
  'Positions gave the sizes of this block, so a total cannot be split over it. Change single orders, or cancel the block and send a new one.'

/** Why no amount of the block can change: a sentence. */
function whyNoTotal({ hasAmend }: SplitAnewOptions, block: Block): string | null {
  const { plan } = block
  if (!hasAmend()) return NO_BLOCK_AMEND
  if ((isUnderWay(block) && hasWaiting(block)) || isRetrying(block)) return ROWS_LEAVE
  const method = BLOCK_METHODS.find((each) => each === plan.method)
  return (method !== undefined && methodGoesByPosition(method)) ||
    plan.rows.some(({ sizedBy }) => sizedBy !== undefined)
    ? BY_POSITION
    : null
}

/** Why the amount of the order cannot change, a clause; null: it can. */
function whyFixed(order: Order): string | null {
  if (isFull(order)) return 'it is filled'
  if (!isLive(order)) return 'its order is over'
  if (isUnproven(order)) return 'its order has an unknown status'
  if (order.phase !== 'working') return 'the venue has not confirmed its order'
  if (order.pending !== null) return 'its order is being changed or canceled'
  return order.amount === null ? 'its order has no amount in contracts' : null
}

function rowNow(options: SplitAnewOptions, { plan, rows }: Block, at: number): RowNow | null {
  const [planned, row] = [plan.rows[at], rows[at]]
  if (!planned || !row) return null
  const { customerCode } = planned
  const { referenceId } = row
  const before = (row.earlier ?? []).reduce<Decimal>(
    (sum, { end }) => add(sum, end === null ? decimal(planned.amount) : decimal(end.filledAmount)),
    ZERO,
  )
  const known = (amount: Decimal, filled: Decimal, fixed: string | null): RowNow => ({
    customerCode,
    amount: add(amount, before),
    filled: add(filled, before),
    fixed: before > ZERO ? 'an earlier order of it came back' : fixed,
  })
  if (row.state !== 'requested' || referenceId === null) return known(ZERO, ZERO, 'it has no order')
  const order = options.orderStore.get(customerCode, referenceId)
  const filled = decimal(order?.filledAmount ?? row.end?.filledAmount ?? '0')
  if (order && isLive(order))
    return known(decimal(order.amount ?? row.amended ?? planned.amount), filled, whyFixed(order))
  if (!order && !row.end)
    return known(decimal(row.amended ?? planned.amount), filled, 'its order is not known here any more')
  return known(filled, filled, order ? whyFixed(order) : 'its order is over')
}

/** The rows of the block as they are now, in send order. */
const rowsNow = (options: SplitAnewOptions, block: Block): readonly RowNow[] =>
  block.plan.rows.flatMap((_, at) => rowNow(options, block, at) ?? [])

export interface SplitAnew {
  /** Contracts of the whole block now, with what has filled. */
  contractsOf(block: Block): Decimal
  /** The same with each live order at the larger of its amount and the new one that it was given. */
  mostContractsOf(block: Block): Decimal
  /** How the total would be split now. */
  split(block: Block, total: DecimalText): Resplit
  /** The same for a window. */
  answer(block: Block, request: Request<'block.splitAnew'>): Result<Reply<'block.splitAnew'>, Failure>
}

export function createSplitAnew(options: SplitAnewOptions): SplitAnew {
  const split = (block: Block, total: DecimalText): Resplit => {
    const sentence = whyNoTotal(options, block)
    if (sentence !== null) return { ok: false, sentence }
    const { plan } = block
    return resplit({
      plan,
      counted: block.counted,
      rows: rowsNow(options, block),
      total: decimal(total),
      lot: decimal(options.lotOf(plan.draft.symbol) ?? plan.split?.lot ?? '0'),
      claims: options.claims(),
    })
  }
  const contractsOf = (block: Block): Decimal =>
    rowsNow(options, block).reduce<Decimal>((sum, { amount }) => add(sum, amount), ZERO)
  return {
    contractsOf,
    mostContractsOf: (block) =>
      block.plan.rows.reduce<Decimal>((sum, _, at) => {
        const { amount = ZERO } = rowNow(options, block, at) ?? {}
        const { amended, end } = block.rows[at] ?? {}
        return add(sum, amended === undefined || end ? amount : maximum(amount, decimal(amended)))
      }, ZERO),
    split,
    answer(block, { total }) {
      const made = split(block, total)
      const from = contractsOf(block)
      return ok({
        sentence: made.ok ? null : made.sentence,
        from: toText(from),
        rows: made.ok
          ? made.rows.map(({ customerCode, why, ...row }, at) => ({
              customerCode,
              referenceId: block.rows[at]?.referenceId ?? null,
              filled: toText(row.filled),
              from: toText(row.from),
              to: toText(row.to),
              why,
            }))
          : [],
      })
    },
  }
}
