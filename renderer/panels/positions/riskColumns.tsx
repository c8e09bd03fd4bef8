/** The columns of Positions that account figures fill: margin, leverage, liquidation price and distance. */

import type { Position } from '../../../shared/domain/accounts/position.ts'
import { figuresNow } from '../../state/accounts/useCustomerFigures.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { RiskCell } from './RiskCell.tsx'

const riskOf = ({ server, clock }: WindowSession, { customerCode, symbol }: Position) =>
  figuresNow(server, customerCode, clock.now()).positions.get(symbol)

/** A liquidation that is not known may be the nearest, so it never stands below the safe ones. One that no mark brings stands last. */
const isRiskUnknown = (position: Position, session: WindowSession): boolean =>
  (riskOf(session, position)?.distance.why ?? null) !== null

export const RISK_COLUMNS: readonly TableColumn<Position>[] = [
  {
    id: 'margin',
    title: 'Margin',
    kind: 'decimal',
    value: (position, session) => riskOf(session, position)?.margin.value ?? null,
    isSure: (position, session) => riskOf(session, position)?.margin.why === null,
    width: 'minmax(66px, 0.8fr)',
    align: 'right',
    cell: (position) => <RiskCell position={position} what="margin" />,
  },
  {
    id: 'leverage',
    title: 'Lev.',
    kind: 'decimal',
    value: (position, session) => riskOf(session, position)?.leverage.value ?? null,
    isSure: (position, session) => riskOf(session, position)?.leverage.why === null,
    width: '44px',
    align: 'right',
    cell: (position) => <RiskCell position={position} what="leverage" />,
  },
  {
    id: 'liquidation',
    title: 'Liquidation ~',
    kind: 'decimal',
    value: (position, session) => riskOf(session, position)?.liquidation.value ?? null,
    isAhead: isRiskUnknown,
    isSure: (position, session) => riskOf(session, position)?.liquidation.why === null,
    width: 'minmax(86px, 1fr)',
    align: 'right',
    cell: (position) => <RiskCell position={position} what="liquidation" />,
  },
  {
    id: 'distance',
    title: 'Distance',
    kind: 'decimal',
    value: (position, session) => riskOf(session, position)?.distance.value ?? null,
    isAhead: isRiskUnknown,
    isSure: (position, session) => riskOf(session, position)?.distance.why === null,
    width: 'minmax(116px, 1fr)',
    align: 'right',
    cell: (position) => <RiskCell position={position} what="distance" />,
  },
]
