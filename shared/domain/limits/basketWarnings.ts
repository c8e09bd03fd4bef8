/** Which warnings a dealer is asked about for a block: by limit, and by the customer whose order is warned of. Pure. */

import type { BlockWarning } from '../orders/limitDecision.ts'
import type { CustomerCode } from '../scalars.ts'
import type { WeighedFinding } from './limitCheck.ts'

/** Customers that a warning names; the others are counted. */
const NAMED = 3

/** `each`: what was found on the order of each customer. */
export function warningsOf(
  whole: readonly WeighedFinding[],
  each: readonly { readonly customerCode: CustomerCode; readonly weighed: readonly WeighedFinding[] }[],
): readonly BlockWarning[] {
  const byLimit = new Map<string, BlockWarning>()
  const warningOf = (limit: string): BlockWarning => {
    const known = byLimit.get(limit) ?? { limit, whole: false, customers: [], own: [] }
    byLimit.set(limit, known)
    return known
  }
  for (const { level, limit } of whole)
    if (level === 'warn') byLimit.set(limit, { ...warningOf(limit), whole: true })
  for (const { customerCode, weighed } of each)
    for (const { level, limit, isOwn } of weighed)
      if (level === 'warn') (isOwn ? warningOf(limit).own : warningOf(limit).customers).push(customerCode)
  return [...byLimit.values()]
}

/** Whether the warnings include this one on the order of the customer. A limit of the customer's own is never answered by one of all. */
export function isAmong(
  warnings: readonly BlockWarning[],
  { limit, isOwn }: Pick<WeighedFinding, 'limit' | 'isOwn'>,
  customerCode: CustomerCode,
): boolean {
  const known = warnings.find((each) => each.limit === limit)
  if (!known) return false
  return isOwn ? known.own.includes(customerCode) : known.whole || known.customers.includes(customerCode)
}

/** A name for each warning: two lists with the same names ask the dealer about the same. */
export const namesOfWarnings = (warnings: readonly BlockWarning[]): readonly string[] =>
  warnings.flatMap(({ limit, whole, customers, own }) => [
    ...(whole ? [limit] : []),
    ...customers.map((customer) => `${limit} ${customer}`),
    ...own.map((customer) => `${limit} ${customer} own`),
  ])

/** Whom a limit warns of, as a sentence; null where it warns of the whole, of every order or of one customer whom its own sentence names. */
export function warnedWords({ whole, customers, own }: BlockWarning, orders: number): string | null {
  const all = [...new Set([...own, ...customers])]
  if (whole || all.length === orders || (customers.length === 0 && own.length < 2)) return null
  const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : ''
  return `It warns of ${all.slice(0, NAMED).join(', ')}${more}.`
}
