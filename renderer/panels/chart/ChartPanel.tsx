/** Gives the chart the instrument of link 1, the customer's live orders and the position. */

import { useStore } from 'zustand'
import { savePicture } from '../../state/actions/saveFile.ts'
import { DrawnChart } from './drawnChart.ts'
import { FundingFact } from './FundingFact.tsx'
import { useLoadable, useSession, useWorkspace } from '../../state/useSession.ts'
import { usePositionOf } from '../positions/usePositionOf.ts'
import { useLiveOrders } from '../useLiveOrders.ts'

export function ChartPanel() {
  const session = useSession()
  const symbol = useWorkspace((workspace) => workspace.instruments['1'])
  const customer = useWorkspace((workspace) => workspace.customer)
  const interval = useWorkspace((workspace) => workspace.interval)
  const { value: instruments } = useLoadable(session.server.instruments)
  const orders = useLiveOrders(customer, symbol)
  const { position, unrealised } = usePositionOf(customer, symbol)
  const tradeStream = useStore(
    session.server.connection,
    (connection) =>
      connection.value?.streams.find(({ channel }) => channel === `market-trades:${symbol}`)?.state,
  )
  const instrument = instruments?.find((listed) => listed.symbol === symbol)
  if (!instrument) return <div className="grid-empty">Pick an instrument: F3, or Enter in the watchlist.</div>
  return (
    <div className="panel chart-panel">
      <span className="link-digit one" title="Instrument link 1">
        1
      </span>
      <div className="fill">
        <DrawnChart
          client={session.client}
          instrument={instrument}
          interval={interval}
          orders={orders}
          position={position && position.size !== '0' ? position : null}
          unrealised={unrealised}
          tradesLost={tradeStream !== undefined && tradeStream !== 'live'}
          facts={<FundingFact symbol={instrument.symbol} />}
          onPicture={(picture) =>
            void savePicture(session, `chart-${instrument.symbol}-${interval}`, picture)
          }
          onInterval={(chosen) => session.workspace.setState({ interval: chosen })}
        />
      </div>
    </div>
  )
}
