/** What a method goes by for one customer: the typed number, the equity, the free margin or the position. Unknown or doubtful stays so. Pure. */

import type { Decimal } from '../../base/decimal.ts'
import type { CustomerFigures, Figure } from '../accounts/customerFigures.ts'
import type { BlockMethod } from './blockMethods.ts'

export interface MeasureInputs {
  readonly figures: CustomerFigures
  /** Signed contracts. */
  readonly position: Figure
  /** The dealer's number for this customer; null: none. */
  readonly typed: Decimal | null
}

export function blockMeasure(
  method: BlockMethod,
  { figures, position, typed }: MeasureInputs,
): { readonly measure: Decimal | null; readonly why: string | null } {
  const ofFigure = ({ value, why }: Figure) => ({ measure: value, why })
  switch (method) {
    case 'equity':
      return ofFigure(figures.equity)
    case 'freeMargin':
      return ofFigure(figures.free)
    case 'position':
    case 'target':
    case 'grow':
      return ofFigure(position)
    case 'ratio':
    case 'percent':
    case 'list':
    case 'cash':
      return { measure: typed, why: typed === null ? 'no number is typed for it' : null }
    case 'equal':
      return { measure: null, why: null }
  }
}
