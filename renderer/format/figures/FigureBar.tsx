/** A bar for a fraction, in the color of its level; empty while the fraction is unknown. */

import { divide, toDrawable, type Decimal } from '../../../shared/base/decimal.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import type { Level } from './accountLevels.ts'

interface FigureBarProps {
  readonly figure: Figure
  /** The fraction at which the bar is full. */
  readonly full: Decimal
  readonly level: Level
}

export function FigureBar({ figure, full, level }: FigureBarProps) {
  const share = figure.value === null ? 0 : toDrawable(divide(figure.value, full))
  const width = `${(Math.max(0, Math.min(1, share)) * 100).toFixed(1)}%`
  return (
    <span className="used-bar" aria-hidden="true">
      <span className={level} style={{ width }} />
    </span>
  )
}
