/** Compares two sets of limits: what differs, what is looser, and the word that confirms a save. Pure. */

import { compare, decimal, type DecimalText } from '../../base/decimal.ts'
import { limitName, scopeKey, type LimitChange, type LimitRule } from './limits.ts'

type Bound = DecimalText | null

const same = (a: Bound, b: Bound): boolean =>
  a === null || b === null ? a === b : compare(decimal(a), decimal(b)) === 0

/** Whether a bound is looser than another. No bound is the loosest. */
const isLooser = (to: Bound, from: Bound): boolean =>
  from !== null && (to === null || compare(decimal(to), decimal(from)) > 0)

const listed = (symbols: readonly string[] | null): string | null =>
  symbols === null ? null : symbols.toSorted().join(', ')

function ruleChanges(from: LimitRule | undefined, to: LimitRule | undefined): LimitChange[] {
  const known = to ?? from
  if (!known) return []
  const scope = { customerCode: known.customerCode, symbol: known.symbol }
  const changes: LimitChange[] = []
  for (const limit of limitName.options)
    for (const level of ['block', 'warn'] as const) {
      const before = from?.bounds[limit]?.[level] ?? null
      const after = to?.bounds[limit]?.[level] ?? null
      if (same(before, after)) continue
      const loosens = level === 'block' && isLooser(after, before)
      changes.push({ scope, limit, level, from: before, to: after, loosens })
    }
  const before = from?.instruments ?? null
  const after = to?.instruments ?? null
  if (listed(before) !== listed(after))
    changes.push({
      scope,
      limit: 'instruments',
      level: 'block',
      from: listed(before),
      to: listed(after),
      loosens: before !== null && (after === null || after.some((symbol) => !before.includes(symbol))),
    })
  return changes
}

/** Every bound that differs, loosened blocks first. */
export function limitChanges(from: readonly LimitRule[], to: readonly LimitRule[]): LimitChange[] {
  const before = new Map(from.map((rule) => [scopeKey(rule), rule]))
  const after = new Map(to.map((rule) => [scopeKey(rule), rule]))
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return keys
    .flatMap((key) => ruleChanges(before.get(key), after.get(key)))
    .toSorted((a, b) => (a.loosens === b.loosens ? 0 : a.loosens ? -1 : 1))
}

/** What a dealer types to loosen blocks: the new number of a single block, else how many blocks; null when none is loosened. */
export function wordToLoosen(changes: readonly LimitChange[]): string | null {
  const loosened = changes.filter((change) => change.loosens)
  const [first, second] = loosened
  if (!first) return null
  if (second) return `${loosened.length} looser`
  return first.limit === 'instruments' ? 'looser' : (first.to ?? 'no limit')
}

/** Confirms limits that the journal does not prove. */
const CONFIRM = 'confirm'

/** What a dealer types to save `changes`: the word that loosens, else the word that confirms unconfirmed limits; null: nothing. */
export const wordToSave = (changes: readonly LimitChange[], unconfirmed: string | null): string | null =>
  wordToLoosen(changes) ?? (unconfirmed === null ? null : CONFIRM)
