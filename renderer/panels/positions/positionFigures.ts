/** The value of a position at its mark. Pure; null means unknown. */

import { absolute, decimal, multiply, type Decimal } from '../../../shared/base/decimal.ts'
import { markOf, type Ticker } from '../../../shared/domain/instrument.ts'
import { unrealisedPnl, type Position } from '../../../shared/domain/accounts/position.ts'

interface PositionFigures {
  readonly mark: Decimal | null
  /** USDC, signed. */
  readonly unrealised: Decimal | null
  /** USDC, unsigned. */
  readonly notional: Decimal | null
}

export function positionFigures(position: Position | undefined, ticker: Ticker | undefined): PositionFigures {
  const mark = markOf(ticker)
  if (!position || mark === null || !position.complete) return { mark, unrealised: null, notional: null }
  return {
    mark,
    unrealised: unrealisedPnl(position, mark),
    notional: absolute(multiply(decimal(position.size), mark)),
  }
}
