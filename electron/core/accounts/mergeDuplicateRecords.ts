/** Merges the records of one trade, or of one movement of cash, that arrive more than once. Pure. */

import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
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
