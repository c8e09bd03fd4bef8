/** The rows of time and sales: prints of one aggressor joined to runs, small ones left out, big ones marked, gaps in their place. Pure. */

import {
  ZERO,
  add,
  compare,
  decimal,
  multiply,
  subtract,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import type { EpochMs } from '../../../shared/base/clock.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import type { SalesGap, SalesItem, SalesPrint } from '../../live/salesLog.ts'

export interface SalesRun {
  readonly kind: 'run'
  /** The id of its first print. */
  readonly id: number
  /** The aggressor's side; null where the venue gives none. */
  readonly side: Side | null
  /** Venue time of its first and last print, ms. */
  readonly from: EpochMs
  readonly to: EpochMs
  /** Prices of its first and last print. */
  readonly first: DecimalText
  readonly last: DecimalText
  /** Contracts. */
  readonly amount: Decimal
  /** The sum of price × amount. */
  readonly value: Decimal
  readonly prints: number
  /** As large as the dealer's threshold. */
  readonly isBig: boolean
  /** The venue stamped it before the row that came before it. */
  readonly isLate: boolean
}

export type SalesRow = SalesRun | SalesGap

export interface SalesView {
  /** Ms between two prints of one run, by the venue's time; 0: the same instant. Null joins nothing. */
  readonly bound: number | null
  /** The least amount of a row, contracts; null for every row. */
  readonly minimum: Decimal | null
  /** From this amount on a row is big; null marks none. */
  readonly big: Decimal | null
}

/**
 * Whether a print continues a run: the same side, at most `bound` ms later, and no better price. An aggressor takes the best price first, so a buy
 * below its last print is another order. The venue names no aggressor: a run is an inference.
 */
export function continuesRun(last: SalesPrint, next: SalesPrint, bound: number | null): boolean {
  const [a, b] = [last.trade, next.trade]
  if (bound === null || a.side === null || a.side !== b.side) return false
  const later = b.createdAt - a.createdAt
  if (later < 0 || later > bound) return false
  const moved = compare(decimal(b.price), decimal(a.price))
  return a.side === 'buy' ? moved >= 0 : moved <= 0
}

/** The runs and gaps of a log, oldest first. A gap ends a run. */
export function runsOf(
  items: readonly SalesItem[],
  bound: number | null,
): readonly (readonly SalesPrint[] | SalesGap)[] {
  const runs: (SalesPrint[] | SalesGap)[] = []
  for (const item of items) {
    const open = runs.at(-1)
    if (item.kind === 'gap') runs.push(item)
    else if (Array.isArray(open) && continuesRun(open.at(-1) as SalesPrint, item, bound)) open.push(item)
    else runs.push([item])
  }
  return runs
}

function rowOf(prints: readonly SalesPrint[], big: Decimal | null, before: EpochMs): SalesRun {
  const [first, last] = [prints[0] as SalesPrint, prints.at(-1) as SalesPrint]
  let amount = ZERO
  let value = ZERO
  for (const { trade } of prints) {
    amount = add(amount, decimal(trade.amount))
    value = add(value, multiply(decimal(trade.price), decimal(trade.amount)))
  }
  return {
    kind: 'run',
    id: first.id,
    side: first.trade.side,
    from: first.trade.createdAt,
    to: last.trade.createdAt,
    first: first.trade.price,
    last: last.trade.price,
    amount,
    value,
    prints: prints.length,
    isBig: big !== null && compare(amount, big) >= 0,
    isLate: first.trade.createdAt < before,
  }
}

/** Newest first. Rows below the least amount are left out; gaps never are. */
export function salesRows(
  items: readonly SalesItem[],
  { bound, minimum, big }: SalesView,
): readonly SalesRow[] {
  const rows: SalesRow[] = []
  let newest: EpochMs = -Infinity
  for (const run of runsOf(items, bound)) {
    if (!Array.isArray(run)) {
      rows.push(run as SalesGap)
      continue
    }
    const row = rowOf(run as readonly SalesPrint[], big, newest)
    newest = Math.max(newest, row.to)
    if (minimum === null || compare(row.amount, minimum) >= 0) rows.push(row)
  }
  return rows.toReversed()
}

export interface SalesSums {
  readonly prints: number
  /** Contracts. */
  readonly bought: Decimal
  readonly sold: Decimal
  /** Bought minus sold. */
  readonly delta: Decimal
}

/** Of every print held, the small ones included. Prints without a side count in no sum. */
export function sumsOf(items: readonly SalesItem[]): SalesSums {
  let prints = 0
  let bought = ZERO
  let sold = ZERO
  for (const item of items) {
    if (item.kind === 'gap') continue
    prints++
    if (item.trade.side === 'buy') bought = add(bought, decimal(item.trade.amount))
    if (item.trade.side === 'sell') sold = add(sold, decimal(item.trade.amount))
  }
  return { prints, bought, sold, delta: subtract(bought, sold) }
}

/** For a file. */
export const printsOf = (items: readonly SalesItem[]): readonly object[] =>
  items.flatMap((item) => (item.kind === 'print' ? [item.trade] : []))
