/** A number with its sign, and a color for the sign while the number is fresh. */

import type { Decimal } from '../../shared/base/decimal.ts'
import { UNKNOWN, signed, tone } from './numbers.ts'

export const SignedNumber = ({
  value,
  places,
  old = false,
}: {
  readonly value: Decimal | null
  readonly places: number
  /** The number was computed from an old price. */
  readonly old?: boolean
}) => {
  const text = value === null ? UNKNOWN : signed(value, places)
  return <span className={`number ${old ? 'stale' : tone(text)}`}>{text}</span>
}
