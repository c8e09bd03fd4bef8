/** Finds where two records of one trade contradict each other. Pure. */

import { compare, decimal } from '../../../shared/base/decimal.ts'
import type { Trade } from '../../../shared/domain/trade.ts'

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
