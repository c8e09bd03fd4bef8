/** The limits as they are kept between runs. Whoever cannot read them lets nothing new out. */

import { DEFAULT_RULES, limitSet, type LimitRule, type LimitSet } from '../../shared/domain/limits.ts'

/** Saves that are shown; the journal has all. */
export const REVISIONS_KEPT = 100

/** What is in force where the kept limits cannot be read: no instrument may be traded, positions may be closed. */
const CLOSED_RULES: readonly LimitRule[] = DEFAULT_RULES.map((of) =>
  of.customerCode === null && of.symbol === null ? { ...of, instruments: [] } : of,
)

/** Reads what was kept; `say` hears when that failed. Undefined: nothing was ever saved. */
export function keptLimits(text: string | undefined, say: (sentence: string) => void): LimitSet {
  if (text === undefined) return { version: 0, rules: [...DEFAULT_RULES], history: [] }
  let json: unknown = null
  try {
    json = JSON.parse(text)
  } catch {
    // Told below like text of another shape.
  }
  const read = limitSet.safeParse(json)
  if (read.success) return read.data
  say(
    'The kept limits could not be read: nothing but closing positions is allowed. Open the Limits panel, allow instruments again and save.',
  )
  return { version: 0, rules: [...CLOSED_RULES], history: [] }
}
