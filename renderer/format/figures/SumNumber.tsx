/** A sum of account figures: `~` where it lacks a figure, may lack a row or counts an uncertain figure, and — where no row is known. Says why under the pointer and for screen readers. */

import { decimalPlaces, type Decimal } from '../../../shared/base/decimal.ts'
import { reasonOf } from '../../../shared/domain/orders/openOrderReading.ts'
import type { RiskSum } from '../../../shared/domain/risk/riskRows.ts'
import { counted, grouped, signed, tone } from '../numbers.ts'
import { FigureNumber } from './FigureNumber.tsx'

/** Why the sum is not whole or not sure; null: it is both. */
function doubtOf({ missing, unsure }: RiskSum, unread: string | null): string | null {
  const counts = [
    missing === 0 ? null : `${counted(missing)} not known and not in the sum`,
    unsure === 0 ? null : `${counted(unsure)} may be wrong`,
  ].filter((part) => part !== null)
  const parts = [counts.join(', '), unread ?? ''].filter((part) => part !== '')
  return parts.length === 0 ? null : parts.join('. ')
}

/** So many as `exact` writes. */
const placesOfAll = (value: Decimal): number => Math.min(decimalPlaces(value), 18)

interface SumNumberProps {
  readonly sum: RiskSum
  /** Digits behind the point; null: all of them. */
  readonly places: number | null
  readonly isSigned: boolean
  /** Why rows of the sum may be missing, in one sentence; null: none is. */
  readonly unread?: string | null
  /** No row of the sum is known. */
  readonly isEmpty?: boolean
}

export function SumNumber({ sum, places, isSigned, unread = null, isEmpty = false }: SumNumberProps) {
  const write = (value: Decimal) => (isSigned ? signed : grouped)(value, places ?? placesOfAll(value))
  // What was not read is no 0.
  if (isEmpty && unread !== null)
    return <FigureNumber figure={{ value: null, why: reasonOf(unread) }} write={write} />
  const text = write(sum.value)
  const doubt = doubtOf(sum, unread)
  return (
    <span className={`number ${isSigned ? tone(text) : ''}`} title={doubt ?? undefined}>
      {doubt === null ? '' : '~'}
      {text}
      {doubt !== null && <span className="hidden-visually"> {doubt}</span>}
    </span>
  )
}
