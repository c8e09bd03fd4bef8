/** A block on its way: what became of each row, counts that add up, and the fills of the customers against each other. Pure; decides nothing. */

import { ZERO, absolute, add, compare, decimal, divide, subtract, type Decimal } from '../../base/decimal.ts'
import { blockQuality, executionQuality, type ExecutionQuality } from '../execution/executionQuality.ts'
import { isFull, isLive, isUnproven, type Order } from '../orders/order.ts'
import type { CustomerCode, ReferenceId } from '../scalars.ts'
import type { BlockRecord, BlockRowState } from './blockRecord.ts'

/**
 * `waiting`: its turn has not come · `not-sent`: no byte has left · `leaving`: requested, no answer yet · `unknown`: requested, and nothing proves what became
 * of it · `resting`: live, nothing filled · `part`: live, part filled · `filled` · `ended`: over at the venue before it was full · `refused`: by the venue.
 */
export const ROW_FATES = [
  'filled',
  'part',
  'resting',
  'leaving',
  'unknown',
  'refused',
  'ended',
  'not-sent',
  'waiting',
] as const
export type RowFate = (typeof ROW_FATES)[number]

export interface RowProgress {
  readonly customerCode: CustomerCode
  /** Contracts. */
  readonly amount: Decimal
  readonly referenceId: ReferenceId | null
  readonly fate: RowFate
  /** Why it is refused, not sent or unknown; null in every other fate. */
  readonly why: string | null
  /** Contracts. */
  readonly filled: Decimal
  /** USDC per contract; null without a fill. */
  readonly average: Decimal | null
  /** USDC per contract that the row's average is above the block's; null without a fill. */
  readonly deviation: Decimal | null
  /** Null where the row has no order here. */
  readonly quality: ExecutionQuality | null
}

export interface BlockProgress {
  /** In send order. */
  readonly rows: readonly RowProgress[]
  /** How many rows have each fate: together all rows. */
  readonly counts: Readonly<Record<RowFate, number>>
  /** Rows that were requested. */
  readonly requested: number
  /** Contracts of all rows, and those that filled. */
  readonly amount: Decimal
  readonly filled: Decimal
  /** USDC per contract over all fills; null without one. */
  readonly average: Decimal | null
  /** The lowest and highest average of a customer, and the largest distance from the block's; null without a fill. */
  readonly spread: { readonly low: Decimal; readonly high: Decimal; readonly deviation: Decimal } | null
  /** Of all its orders together. */
  readonly quality: ExecutionQuality
}

const fateOf = (row: BlockRowState, order: Order | undefined): Pick<RowProgress, 'fate' | 'why'> => {
  if (row.state === 'waiting' || row.isRetried) return { fate: 'waiting', why: null }
  if (row.state === 'not-sent') return { fate: 'not-sent', why: row.why ?? 'no reason is known' }
  if (order === undefined)
    return { fate: 'unknown', why: 'its order is not in the list of orders of this window' }
  const { phase, refusal, filledAmount } = order
  if (phase === 'not-sent') return { fate: 'not-sent', why: refusal?.message ?? 'no reason is known' }
  if (phase === 'rejected')
    return {
      fate: 'refused',
      why: [refusal?.message ?? 'no reason is known', ...(row.why === null ? [] : [row.why])].join(' '),
    }
  if (phase === 'intent' || phase === 'sent') return { fate: 'leaving', why: null }
  if (isUnproven(order)) return { fate: 'unknown', why: 'the venue has not shown what became of it' }
  if (isFull(order)) return { fate: 'filled', why: null }
  if (!isLive(order)) return { fate: 'ended', why: null }
  return { fate: compare(decimal(filledAmount), ZERO) > 0 ? 'part' : 'resting', why: null }
}

/** `orderOf`: the order of a row as the window knows it. */
export function blockProgress(
  block: Pick<BlockRecord, 'rows'>,
  orderOf: (customerCode: CustomerCode, referenceId: ReferenceId) => Order | undefined,
): BlockProgress {
  let [amount, filled, quote] = [ZERO, ZERO, ZERO]
  const orders: Order[] = []
  const joined = block.rows.map((row) => {
    const order = row.referenceId === null ? undefined : orderOf(row.customerCode, row.referenceId)
    if (order) orders.push(order)
    const own = decimal(order?.filledAmount ?? '0')
    const ownQuote = decimal(order?.filledQuote ?? '0')
    amount = add(amount, decimal(row.amount))
    filled = add(filled, own)
    quote = add(quote, ownQuote)
    return {
      customerCode: row.customerCode,
      amount: decimal(row.amount),
      referenceId: row.referenceId,
      ...fateOf(row, order),
      filled: own,
      average: own > ZERO ? divide(ownQuote, own) : null,
      quality: order ? executionQuality(order) : null,
    }
  })
  const average = filled > ZERO ? divide(quote, filled) : null
  const rows = joined.map((row): RowProgress => ({
    ...row,
    deviation: row.average === null || average === null ? null : subtract(row.average, average),
  }))
  const counts = Object.fromEntries(ROW_FATES.map((fate) => [fate, 0])) as Record<RowFate, number>
  for (const { fate } of rows) counts[fate]++
  const averages = rows.flatMap((row) => (row.average === null ? [] : [row.average]))
  const [first] = averages
  return {
    rows,
    counts,
    requested: block.rows.filter(({ state }) => state === 'requested').length,
    amount,
    filled,
    average,
    quality: blockQuality(orders),
    spread:
      first === undefined || average === null
        ? null
        : {
            low: averages.reduce((low, each) => (each < low ? each : low), first),
            high: averages.reduce((high, each) => (each > high ? each : high), first),
            deviation: rows.reduce(
              (most, { deviation }) =>
                deviation !== null && absolute(deviation) > most ? absolute(deviation) : most,
              ZERO,
            ),
          },
  }
}

/** Rows that may be sent once more: provably not sent, or refused by the venue. */
export const canRetry = ({ fate }: RowProgress): boolean => fate === 'refused' || fate === 'not-sent'

/** Whether every row has had its turn and nothing of the block is live or unknown. */
export const isOver = ({ counts }: BlockProgress): boolean =>
  counts.waiting + counts.leaving + counts.unknown + counts.resting + counts.part === 0
