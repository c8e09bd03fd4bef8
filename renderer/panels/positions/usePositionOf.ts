/** The position of one customer in one instrument, with its unrealised PnL in words (`~` at an old mark), for ladder and chart. */

import { useStore } from 'zustand'
import { positionKey } from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { signed } from '../../format/numbers.ts'
import { useOld } from '../../state/useOld.ts'
import { useSession } from '../../state/useSession.ts'
import { positionFigures } from './positionFigures.ts'

export function usePositionOf(customer: CustomerCode | null, symbol: Symbol | null) {
  const session = useSession()
  const key = customer !== null && symbol !== null ? positionKey(customer, symbol) : ''
  const position = useStore(session.server.positions, (positions) => positions.rows.get(key))
  const old = useOld(
    useStore(session.server.tickers, ({ value }) => (symbol === null ? null : value?.get(symbol)?.listedAt)),
  )
  const unrealised = useStore(session.server.tickers, (tickers) => {
    const ticker = symbol === null ? undefined : tickers.value?.get(symbol)
    const figure = positionFigures(position, ticker).unrealised
    return figure === null ? null : `${old ? '~' : ''}${signed(figure, 0)}`
  })
  return { position, unrealised }
}
