/** Folds of our own executions: one record per code, one position per customer and instrument. Pure. */

import { compare, decimal } from '../../../shared/base/decimal.ts'
import { applyTrade, flatPosition, type Position } from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'

const FORCED = new Set(['liquidation', 'auto_deleveraging'])

/** `known` with every field that `next` has: lists and channels show different fields of one record. */
export function fillIn<T extends object>(known: T, next: T): T {
  const filled = Object.entries(next).filter(([, value]) => value !== null)
  return { ...known, ...Object.fromEntries(filled) }
}

/** The type that counts when two sources name one movement: a forced type wins over the ledger's plain `trade` (docs/api.md#gap.19). */
export const strongerType = (known: string, next: string): string =>
  FORCED.has(known) && !FORCED.has(next) ? known : next

/** Merges two records of the same execution. */
export const mergeTrade = (known: Trade | undefined, next: Trade): Trade =>
  known ? { ...fillIn(known, next), type: strongerType(known.type, next.type) } : next

const FIXED = ['amount', 'price', 'side', 'symbol'] as const

const isSame = (field: (typeof FIXED)[number], a: string, b: string): boolean =>
  field === 'amount' || field === 'price' ? compare(decimal(a), decimal(b)) === 0 : a === b

/** How two records of one execution differ in fields that never change, a clause without a full stop. Null: they agree. A field that one record leaves out is no difference. */
export function contradictionOf(known: Trade, next: Trade): string | null {
  const changed = FIXED.find((field) => {
    const [a, b] = [known[field], next[field]]
    return a !== null && b !== null && !isSame(field, a, b)
  })
  return changed === undefined
    ? null
    : `trade ${next.code} came again with the ${changed === 'symbol' ? 'instrument' : changed} ${next[changed]} in place of ${known[changed]}`
}

/** Oldest first. Within one millisecond by code, so that the order of arrival does not matter. */
export function compareTrades(a: Trade, b: Trade): number {
  const at = a.createdAt ?? Number.MAX_SAFE_INTEGER
  const bt = b.createdAt ?? Number.MAX_SAFE_INTEGER
  if (at !== bt) return at - bt
  if (a.code.length !== b.code.length) return a.code.length - b.code.length
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0
}

/** Folds a position from all of its trades, oldest first. */
export const foldPosition = (customer: CustomerCode, symbol: Symbol, trades: readonly Trade[]): Position => {
  let position = flatPosition(customer, symbol)
  for (const trade of trades) position = applyTrade(position, trade)
  return position
}
