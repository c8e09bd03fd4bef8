/** A number whose sign also has a colour; the sign is always written. */

import type { Decimal } from '../../shared/base/decimal.ts'
import { UNKNOWN, signed, tone } from './numbers.ts'

export const SignedNumber = ({
  value,
  places,
}: {
  readonly value: Decimal | null
  readonly places: number
}) => {
  const text = value === null ? UNKNOWN : signed(value, places)
  return <span className={`number ${tone(text)}`}>{text}</span>
}
