/** Margin, leverage, liquidation price or distance of one position; — or `~` with the reason where an input is unknown or old. */

import type { Decimal } from '../../../shared/base/decimal.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import { FigureBar } from '../../format/figures/FigureBar.tsx'
import { FigureNumber } from '../../format/figures/FigureNumber.tsx'
import { FULL_DISTANCE, distanceLevel, distanceText } from '../../format/figures/accountLevels.ts'
import { exact, grouped } from '../../format/numbers.ts'
import { pricePlaces } from '../../format/priceText.ts'
import { instrumentOf } from '../../state/actions/dealing.ts'
import { useCustomerFigures } from '../../state/accounts/useCustomerFigures.ts'
import { useSession } from '../../state/useSession.ts'

const FLAT: Figure = { value: null, why: null }

interface RiskCellProps {
  readonly position: Position
  readonly what: 'margin' | 'leverage' | 'liquidation' | 'distance'
}

export function RiskCell({ position, what }: RiskCellProps) {
  const session = useSession()
  const figures = useCustomerFigures(position.customerCode).positions.get(position.symbol)
  const figure = figures?.[what] ?? FLAT
  const level =
    figures && (what === 'liquidation' || what === 'distance') ? distanceLevel(figures.distance) : ''
  // No mark liquidates: as far away as a distance can be.
  const isSafe = figures !== undefined && figure.value === null && figure.why === null
  const write = (value: Decimal): string => {
    if (what === 'margin') return grouped(value, 0)
    if (what === 'leverage') return `${exact(value)}×`
    if (what === 'distance') return distanceText(value)
    return grouped(value, pricePlaces(instrumentOf(session, position.symbol)))
  }
  return (
    <>
      {what === 'distance' && (
        <FigureBar
          figure={isSafe ? { value: FULL_DISTANCE, why: null } : figure}
          full={FULL_DISTANCE}
          level={level}
        />
      )}
      <FigureNumber figure={figure} write={write} none="none" level={level} />
    </>
  )
}
