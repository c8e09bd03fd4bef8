/** From which share of the equity, and from which distance to liquidation, a figure is amber or red; and how it is written. Pure. */

import { decimal, multiply, type Decimal } from '../../../shared/base/decimal.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import { grouped } from '../numbers.ts'

export type Level = '' | 'even' | 'amber' | 'loss'

/** Margin used, as a fraction of the equity. */
export const usedLevel = ({ value }: Figure): Level =>
  value === null || value < decimal('0.55') ? '' : value < decimal('0.8') ? 'amber' : 'loss'

/** Distance to liquidation, as a fraction of the mark. */
export const distanceLevel = ({ value }: Figure): Level =>
  value === null || value >= decimal('0.15') ? 'even' : value >= decimal('0.1') ? 'amber' : 'loss'

/** The distance at which its bar is full. */
export const FULL_DISTANCE = decimal('0.3')

/** The same as `shareText`; a distance too far to matter is not written out. */
export const distanceText = (fraction: Decimal): string =>
  fraction >= decimal('10') ? '> 999 %' : shareText(fraction)

/** `15.1 %` from the fraction 0.151. */
export const shareText = (fraction: Decimal): string => `${grouped(multiply(fraction, decimal('100')), 1)} %`
