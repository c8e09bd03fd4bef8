/** What blocks count in the claims where an older release wrote their segment of the journal. Pure. */

import { decimalText } from '../scalars.ts'
import type { Block } from './blockFold.ts'
import { countedByChange } from './shares/counted.ts'

const NO_LOT = decimalText.parse('0')

/** A block of a segment that an older release wrote, with what that release counted for it. */
export function withCounted(known: Block): Block {
  const { plan, rows, state, why, counted } = known
  if (counted !== undefined) return known
  // A stop gives all rows that wait its own reason.
  const isUntouched = rows.every((row) => row.state === 'not-sent' && row.attempts === 0 && row.why === why)
  if (state === 'stopped' && isUntouched) return { ...known, counted: null }
  const weights = new Map(plan.split?.shares.map(({ customerCode, weight }) => [customerCode, weight]))
  const changed = plan.rows.flatMap(({ customerCode, amount }, index) => {
    const to = rows[index]?.amended
    return to === undefined
      ? []
      : [{ row: index + 1, from: amount, to, weight: weights.get(customerCode) ?? null }]
  })
  return changed.length === 0
    ? known
    : { ...known, counted: countedByChange(known, { lot: plan.split?.lot ?? NO_LOT, rows: changed }).after }
}
