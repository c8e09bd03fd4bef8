/** Before → after of an order: the account, the book, the marks and the fees as they are now. Estimates; sends nothing. */

import { useStore } from 'zustand'
import {
  orderPreview,
  type OrderPreview,
  type Previewed,
} from '../../../shared/domain/preview/orderPreview.ts'
import { positionUnknownClause } from './knownPositions.ts'
import { useBookWalk } from '../useBookWalk.ts'
import { useSession } from '../useSession.ts'
import { figureInputs, useCustomerFigures } from './useCustomerFigures.ts'

export function useOrderPreview(previewed: Previewed): OrderPreview {
  const session = useSession()
  const { server, clock } = session
  const { customerCode, instrument, draft } = previewed
  const { symbol } = instrument
  const figures = useCustomerFigures(customerCode)
  useStore(server.reads)
  const touch = useStore(server.tickers, ({ value }) => {
    const ticker = value?.get(symbol)
    return `${ticker?.bestBid ?? ''}/${ticker?.bestAsk ?? ''}`
  })
  const seen = useBookWalk(draft, instrument.lotSize, touch)
  return orderPreview(
    {
      inputs: figureInputs(server, customerCode, clock.now()),
      figures,
      positionUnknown: positionUnknownClause(session, customerCode, symbol),
      walk: seen?.walk,
    },
    previewed,
  )
}
