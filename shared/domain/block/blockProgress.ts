/** A block on its way: what became of each row, counts that add up, and the fills of the customers against each other. Pure; decides nothing. */

import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  divide,
  subtract,
  toText,
  type Decimal,
} from '../../base/decimal.ts'
import { blockQuality, executionQuality, type ExecutionQuality } from '../execution/executionQuality.ts'
import { isFull, isUnproven, type Order } from '../orders/order.ts'
import type { CustomerCode, ReferenceId } from '../scalars.ts'
import type { BlockRecord, BlockRowState, RowEnd, RowPrices } from './blockRecord.ts'
import { endOf } from './rows/rowOrders.ts'

/**
 * `waiting`: its turn has not come · `not-sent`: no byte has left · `leaving`: requested, no answer yet · `unknown`: requested, and nothing proves what became
 * of it · `resting`: live, nothing filled · `part`: live, part of it or all of it filled · `filled` · `ended`: over at the venue before it was full · `refused`: by the venue ·
 * `never-arrived`: it left, and the venue is proven never to have had it.
 */
export const ROW_FATES = [
  'filled',
  'part',
  'resting',
  'leaving',
  'unknown',
  'refused',
  'never-arrived',
  'ended',
  'not-sent',
  'waiting',
] as const
export type RowFate = (typeof ROW_FATES)[number]

export interface RowProgress {
  readonly customerCode: CustomerCode
  /** Contracts. */
  readonly amount: Decimal
  /** With which it would be sent once more, where they are not those of the block. */
  readonly prices: RowPrices | null
  readonly referenceId: ReferenceId | null
  readonly fate: RowFate
  /** Why it is refused, not sent, unknown or live although it is full, or that an earlier order of the row came back; null otherwise. */
  readonly why: string | null
  /** Contracts, of every order that was made of the row. */
  readonly filled: Decimal
  /** USDC of the fills. */
  readonly quote: Decimal
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

/** What is known of one order of a row. */
interface Seen extends Pick<RowProgress, 'fate' | 'why' | 'filled'> {
  readonly quote: Decimal
}

const NO_REASON = 'no reason is known'
const FATE_OF_END: Readonly<Record<RowEnd['as'], RowFate>> = {
  rejected: 'refused',
  'not-sent': 'not-sent',
  'never-arrived': 'never-arrived',
  filled: 'filled',
  ended: 'ended',
}

function seenAtEnd({ as, filledAmount, filledQuote, why }: RowEnd): Seen {
  const fate = FATE_OF_END[as]
  return {
    fate,
    why: fate === 'refused' || fate === 'not-sent' ? (why ?? NO_REASON) : null,
    filled: decimal(filledAmount),
    quote: decimal(filledQuote),
  }
}

/** `stored`: how it ended, as the block stored it. */
function seenOf(order: Order | undefined, stored: RowEnd | null): Seen {
  const end = order === undefined ? stored : endOf(order)
  if (end) return seenAtEnd(end)
  if (order === undefined)
    return {
      fate: 'unknown',
      why: 'its order is not in the list of orders of this window',
      filled: ZERO,
      quote: ZERO,
    }
  const [filled, quote] = [decimal(order.filledAmount), decimal(order.filledQuote)]
  const live = (fate: RowFate, why: string | null = null): Seen => ({ fate, why, filled, quote })
  if (order.phase === 'intent' || order.phase === 'sent') return live('leaving')
  if (isUnproven(order)) return live('unknown', 'the venue has not shown what became of it')
  if (isFull(order)) return live('part', 'all of it is filled, but the venue still calls its order live')
  return live(compare(filled, ZERO) > 0 ? 'part' : 'resting')
}

const NOTHING: Omit<Seen, 'fate' | 'why'> = { filled: ZERO, quote: ZERO }

/** The newest order of a row. */
function newestSeen(row: BlockRowState, order: Order | undefined): Seen {
  if (row.state === 'waiting' || row.isRetried) return { ...NOTHING, fate: 'waiting', why: null }
  if (row.state === 'not-sent') return { ...NOTHING, fate: 'not-sent', why: row.why ?? NO_REASON }
  const seen = seenOf(order, row.end ?? null)
  if (seen.fate !== 'refused' && seen.fate !== 'never-arrived') return seen
  const why = [seen.why, row.why].filter((each) => each !== null).join(' ')
  return { ...seen, why: why === '' ? null : why }
}

/** A row of which several orders were made is what the most open of them is. */
const OPEN_FIRST: readonly RowFate[] = ['unknown', 'leaving', 'part', 'resting', 'filled', 'ended']

/** The row by its newest order, and by those before it that came back. */
function seenTogether(newest: Seen, earlier: readonly Seen[]): Seen {
  const back = earlier.filter(({ fate, filled }) => compare(filled, ZERO) > 0 || !ENDED_FATES.has(fate))
  if (back.length === 0) return newest
  const all = [newest, ...back]
  const filled = back.reduce((sum, each) => add(sum, each.filled), ZERO)
  return {
    fate: OPEN_FIRST.find((fate) => all.some((each) => each.fate === fate)) ?? newest.fate,
    why: `an earlier order of this row came back, with ${toText(filled)} filled: the customer may have it twice`,
    filled: all.reduce((sum, each) => add(sum, each.filled), ZERO),
    quote: all.reduce((sum, each) => add(sum, each.quote), ZERO),
  }
}

const ENDED_FATES: ReadonlySet<RowFate> = new Set(['refused', 'never-arrived', 'not-sent', 'ended'])

type OrderOf = (customerCode: CustomerCode, referenceId: ReferenceId) => Order | undefined

/** The newest order of a row, and those before it that filled nevertheless. */
const ordersOfRow = (row: BlockRowState, newest: Order | undefined, orderOf: OrderOf): readonly Order[] =>
  [newest, ...(row.earlier ?? []).map(({ referenceId }) => orderOf(row.customerCode, referenceId))].filter(
    (order, at): order is Order => order !== undefined && (at === 0 || decimal(order.filledAmount) > ZERO),
  )

/** One order has an arrival before its first fill. */
function qualityOfRow(orders: readonly Order[], filled: Decimal): ExecutionQuality | null {
  const [only, ...more] = orders
  if (only === undefined && filled === ZERO) return null
  return only !== undefined && more.length === 0 && decimal(only.filledAmount) === filled
    ? executionQuality(only)
    : blockQuality(orders, filled)
}

/** As the order shows it while it is known: a change of its amount may have been refused. */
const sizeOfRow = ({ amount, state, isRetried }: BlockRowState, order: Order | undefined): Decimal =>
  decimal((state === 'requested' && !isRetried ? order?.amount : null) ?? amount)

/** `orderOf`: the order of a row as the window knows it. */
export function blockProgress(block: Pick<BlockRecord, 'rows'>, orderOf: OrderOf): BlockProgress {
  let [amount, filled, quote] = [ZERO, ZERO, ZERO]
  const orders: Order[] = []
  const joined = block.rows.map((row) => {
    const order = row.referenceId === null ? undefined : orderOf(row.customerCode, row.referenceId)
    const earlier = (row.earlier ?? []).map(({ referenceId, end }) =>
      seenOf(orderOf(row.customerCode, referenceId), end),
    )
    const seen = seenTogether(newestSeen(row, order), earlier)
    const made = ordersOfRow(row, order, orderOf)
    orders.push(...made)
    const size = sizeOfRow(row, order)
    amount = add(amount, size)
    filled = add(filled, seen.filled)
    quote = add(quote, seen.quote)
    return {
      customerCode: row.customerCode,
      amount: size,
      prices: row.prices ?? null,
      referenceId: row.referenceId,
      fate: seen.fate,
      why: seen.why,
      filled: seen.filled,
      quote: seen.quote,
      average: seen.filled > ZERO ? divide(seen.quote, seen.filled) : null,
      quality: qualityOfRow(made, seen.filled),
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
    quality: blockQuality(orders, filled),
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

/** Rows that may be sent once more: provably not sent, refused by the venue, or proven never to have arrived there. */
export const canRetry = ({ fate }: RowProgress): boolean =>
  fate === 'refused' || fate === 'not-sent' || fate === 'never-arrived'

const OPEN_FATES: ReadonlySet<RowFate> = new Set(['waiting', 'leaving', 'unknown', 'resting', 'part'])

/** Whether the row waits for its turn, or has an order that is live or unknown. */
export const isOpenRow = ({ fate }: Pick<RowProgress, 'fate'>): boolean => OPEN_FATES.has(fate)

/** Whether every row has had its turn and nothing of the block is live or unknown. */
export const isOver = ({ rows }: Pick<BlockProgress, 'rows'>): boolean => !rows.some(isOpenRow)
