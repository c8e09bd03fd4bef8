/** A number whose sign also has a colour, while it is fresh; the sign is always written. */

import type { Decimal } from '../../shared/base/decimal.ts'
import { UNKNOWN, signed, tone } from './numbers.ts'

export const SignedNumber = ({
  value,
  places,
  old = false,
}: {
  readonly value: Decimal | null
  readonly places: number
  /** What it was reckoned from is old. */
  readonly old?: boolean
}) => {
  const text = value === null ? UNKNOWN : signed(value, places)
  return <span className={`number ${old ? 'stale' : tone(text)}`}>{text}</span>
}
