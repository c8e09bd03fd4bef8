/** The customer's figures in a chart's instrument: position with entry, unrealised PnL, liquidation price with distance. As Positions and the ticket derive them. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { useStore } from 'zustand'
import { decimal, ZERO, type Decimal } from '../../../../shared/base/decimal.ts'
import type { Figure } from '../../../../shared/domain/accounts/customerFigures.ts'
import { positionKey } from '../../../../shared/domain/accounts/position.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { FigureNumber } from '../../../format/figures/FigureNumber.tsx'
import { distanceLevel, distanceText } from '../../../format/figures/accountLevels.ts'
import { grouped, placesOf, signed } from '../../../format/numbers.ts'
import { pricePlaces } from '../../../format/priceText.ts'
import { useCustomerFigures } from '../../../state/accounts/useCustomerFigures.ts'
import { positionUnknownClause } from '../../../state/accounts/knownPositions.ts'
import { useSession } from '../../../state/useSession.ts'

interface AccountFactsProps {
  readonly customer: CustomerCode
  readonly instrument: Instrument
}

export function AccountFacts({ customer, instrument }: AccountFactsProps) {
  const session = useSession()
  const { symbol } = instrument
  const figures = useCustomerFigures(customer).positions.get(symbol)
  useStore(session.server.reads)
  const position = useStore(session.server.positions, ({ rows }) => rows.get(positionKey(customer, symbol)))
  const why = positionUnknownClause(session, customer, symbol)
  const isHeld = position !== undefined && position.size !== '0'
  const entry = position?.averageEntry ?? null
  const size: Figure = { value: position ? decimal(position.size) : why === null ? ZERO : null, why }
  const price = (value: Decimal) => grouped(value, pricePlaces(instrument))
  return (
    <p className="chart-account" role="note" aria-label={`${shownCode(customer)} in ${shownCode(symbol)}`}>
      <b>{shownCode(customer)}</b>
      <span>
        <FigureNumber
          figure={size}
          write={(value) => (value === ZERO ? 'FLAT' : signed(value, placesOf(instrument.lotSize, 3)))}
          signed
        />
        {isHeld && entry !== null && (
          <>
            {' @ '}
            <FigureNumber figure={{ value: decimal(entry), why }} write={price} />
          </>
        )}
      </span>
      {isHeld && figures && (
        <>
          <span>
            {'PnL '}
            <FigureNumber figure={figures.unrealised} write={(value) => signed(value, 2)} signed />
          </span>
          <span>
            {'liq ~ '}
            <FigureNumber
              figure={figures.liquidation}
              write={price}
              none="none"
              level={distanceLevel(figures.distance)}
            />
            {(figures.distance.value !== null || figures.distance.why !== null) && (
              <>
                {' · '}
                <FigureNumber
                  figure={figures.distance}
                  write={distanceText}
                  level={distanceLevel(figures.distance)}
                />
              </>
            )}
          </span>
        </>
      )}
    </p>
  )
}
