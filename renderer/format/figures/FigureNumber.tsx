/** An account figure: `~` in front of a value that may be wrong, and the reason under the pointer and for screen readers. */

import type { Decimal } from '../../../shared/base/decimal.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import { UNKNOWN, tone } from '../numbers.ts'

interface FigureNumberProps {
  readonly figure: Figure
  readonly write: (value: Decimal) => string
  /** Colors the number by its sign. */
  readonly signed?: boolean
  /** Shown where there is no such value, such as a liquidation price of a position that no mark liquidates. */
  readonly none?: string
  /** A class for a value that is known. */
  readonly level?: string
}

export function FigureNumber({
  figure,
  write,
  signed = false,
  none = UNKNOWN,
  level = '',
}: FigureNumberProps) {
  const { value, why } = figure
  const text = value === null ? (why === null ? none : UNKNOWN) : write(value)
  const look = signed ? tone(text) : level
  const reason = why === null ? undefined : `${value === null ? 'Not known' : 'May be wrong'}: ${why}.`
  return (
    <span className={`number ${look}`} title={reason}>
      {value !== null && why !== null ? '~' : ''}
      {text}
      {reason !== undefined && <span className="hidden-visually"> {reason}</span>}
    </span>
  )
}
