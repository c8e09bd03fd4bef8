/** Merges the records of one trade, or of one movement of cash, that arrive more than once. Pure. */

import { isCashRow, type LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { Trade } from '../../../shared/domain/trade.ts'

const FORCED = new Set(['liquidation', 'auto_deleveraging'])

/** `known` with every field that `next` has: lists and channels show different fields of one record. */
function fillIn<T extends object>(known: T, next: T): T {
  const filled = Object.entries(next).filter(([, value]) => value !== null)
  return { ...known, ...Object.fromEntries(filled) }
}

/** The type that counts when two sources name one movement: a forced type wins over the ledger's plain `trade` (docs/api.md#gap.19). */
const strongerType = (known: string, next: string): string =>
  FORCED.has(known) && !FORCED.has(next) ? known : next

/** Merges two records of the same execution. */
export const mergeTrade = (known: Trade | undefined, next: Trade): Trade =>
  known ? { ...fillIn(known, next), type: strongerType(known.type, next.type) } : next

/**
 * A trade that names no realised PnL or no order takes that of its ledger row, which has the same code; the trade itself where the row names
 * nothing more. Our own realised PnL counts from the entry, the venue's after a settlement from the settled price (docs/money.md#settlement), so that our
 * own would not fit the balance. The API document names the order on the ledger row alone (docs/api.md#gap.14).
 */
export function withLedgerRow(trade: Trade, row: LedgerRow | undefined): Trade {
  const realisedPnl = trade.realisedPnl ?? (row && isCashRow(row) ? row.realisedPnl : null)
  const referenceId = trade.referenceId ?? (trade.type === 'trade' ? (row?.referenceId ?? null) : null)
  return realisedPnl === trade.realisedPnl && referenceId === trade.referenceId
    ? trade
    : { ...trade, realisedPnl, referenceId }
}

/** Merges two records of one movement. A movement that ended never becomes pending again. */
export function mergeRow(known: LedgerRow | undefined, next: LedgerRow): LedgerRow {
  if (!known) return next
  return {
    ...fillIn(known, next),
    transactionType: strongerType(known.transactionType, next.transactionType),
    status: next.status === 'pending' ? known.status : next.status,
    createdAt: known.createdAt ?? next.createdAt,
  }
}
