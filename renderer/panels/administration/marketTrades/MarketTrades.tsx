/** Public trades of an instrument, newest first: time, price, size and the taker's side. The instrument of link 1, or a pinned instrument. */

import { useEffect, useState } from 'react'
import { decimal, multiply } from '../../../../shared/base/decimal.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../../../shared/domain/trade.ts'
import { AmountCell, PriceCell, SideCell } from '../../tables/cells.tsx'
import { FilterChoice } from '../../tables/FilterFields.tsx'
import { mirrorMarketTrades } from '../../../live/marketTradesMirror.ts'
import type { Column } from '../../../ui/DataGrid.tsx'
import { useLoadable, useSession, useWorkspace } from '../../../state/useSession.ts'
import { grouped } from '../../../format/numbers.ts'
import { isoTime } from '../../../format/times.ts'
import { CsvButton, ListGrid } from '../../PanelControls.tsx'

/** Ms between two updates; faster updates could not be read. */
const PACE_MS = 250

/** A print and its number since the snapshot. The newest has the highest number; prints of the snapshot are below 1. */
interface Print {
  readonly place: number
  readonly trade: MarketTrade
}

const COLUMNS: readonly Column<Print>[] = [
  {
    id: 'time',
    title: 'Venue time',
    width: '110px',
    cell: ({ trade }) => (
      <span className="number" title={isoTime(trade.createdAt)}>
        {isoTime(trade.createdAt).slice(11, 23)}
      </span>
    ),
  },
  { id: 'side', title: 'Taker', width: '64px', cell: ({ trade }) => <SideCell side={trade.side} /> },
  {
    id: 'price',
    title: 'Price',
    width: 'minmax(90px, 1fr)',
    align: 'right',
    cell: ({ trade }) => <PriceCell symbol={trade.symbol} price={trade.price} />,
  },
  {
    id: 'amount',
    title: 'Amount',
    width: 'minmax(80px, 1fr)',
    align: 'right',
    cell: ({ trade }) => <AmountCell amount={trade.amount} />,
  },
  {
    id: 'value',
    title: 'Value',
    width: 'minmax(90px, 1fr)',
    align: 'right',
    cell: ({ trade }) => (
      <span className="number">{grouped(multiply(decimal(trade.price), decimal(trade.amount)), 0)}</span>
    ),
  },
]
const keyOf = ({ place }: Print): string => String(place)

interface Prints {
  readonly symbol: Symbol
  readonly rows: readonly Print[]
  readonly stale: boolean
}

/** The prints of an instrument, updated every `PACE_MS`; null before the first snapshot. */
function usePrints(symbol: Symbol | null): Prints | null {
  const { client, clock } = useSession()
  const [prints, setPrints] = useState<Prints | null>(null)
  useEffect(() => {
    if (symbol === null) return undefined
    let seen = 0
    const look = () => {
      if (mirror.version === seen) return
      seen = mirror.version
      const rows = Array.from({ length: mirror.size }, (_, n) => {
        const trade = mirror.at(n)
        return trade ? [{ place: mirror.arrived - n, trade }] : []
      }).flat()
      setPrints({ symbol, rows, stale: mirror.stale })
      mirror.painted()
    }
    const mirror = mirrorMarketTrades(client, symbol, () => {})
    look()
    const stop = clock.every(PACE_MS, look)
    return () => {
      stop()
      mirror.close()
    }
  }, [client, clock, symbol])
  return prints?.symbol === symbol ? prints : null
}

export function MarketTrades() {
  const session = useSession()
  const { value: instruments } = useLoadable(session.server.instruments)
  const linked = useWorkspace((workspace) => workspace.instruments['1'])
  const [pinned, setPinned] = useState('')
  const symbol = pinned === '' ? linked : (pinned as Symbol)
  const prints = usePrints(symbol)
  const rows = prints?.rows ?? []
  return (
    <>
      <div className="panel-bar">
        <FilterChoice
          label="Instrument"
          value={pinned}
          options={[
            ['', `Link 1: ${linked ?? 'none chosen (F3)'}`],
            ...(instruments ?? []).map((instrument) => [instrument.symbol, instrument.symbol] as const),
          ]}
          onChoose={setPinned}
        />
        <span className="spring" />
        <span className="muted">the newest {rows.length.toLocaleString('en-US')}</span>
        <CsvButton name="market-trades" rows={rows.map(({ trade }) => trade)} />
      </div>
      <div className="fill">
        <ListGrid<Print>
          name="Market trades"
          columns={COLUMNS}
          rows={rows}
          keyOf={keyOf}
          stale={prints?.stale ?? false}
          unread={
            symbol === null
              ? 'Choose an instrument first (F3).'
              : prints === null
                ? 'Waiting for the market trades.'
                : null
          }
          empty={`No market trade of ${symbol} yet.`}
        />
      </div>
    </>
  )
}
