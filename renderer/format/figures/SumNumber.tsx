/** A sum of account figures: `~` where it lacks a figure or counts an uncertain one, and how many under the pointer and for screen readers. */

import { decimalPlaces, type Decimal } from '../../../shared/base/decimal.ts'
import type { RiskSum } from '../../../shared/domain/risk/riskRows.ts'
import { counted, grouped, signed, tone } from '../numbers.ts'

/** Why the sum is not whole or not sure; null: it is both. */
function doubtOf({ missing, unsure }: RiskSum): string | null {
  const parts = [
    missing === 0 ? null : `${counted(missing)} not known and not in the sum`,
    unsure === 0 ? null : `${counted(unsure)} may be wrong`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}

/** So many as `exact` writes. */
const placesOfAll = (value: Decimal): number => Math.min(decimalPlaces(value), 18)

interface SumNumberProps {
  readonly sum: RiskSum
  /** Digits behind the point; null: all of them. */
  readonly places: number | null
  readonly isSigned: boolean
}

export function SumNumber({ sum, places, isSigned }: SumNumberProps) {
  const text = (isSigned ? signed : grouped)(sum.value, places ?? placesOfAll(sum.value))
  const doubt = doubtOf(sum)
  return (
    <span className={`number ${isSigned ? tone(text) : ''}`} title={doubt ?? undefined}>
      {doubt === null ? '' : '~'}
      {text}
      {doubt !== null && <span className="hidden-visually"> {doubt}</span>}
    </span>
  )
}
