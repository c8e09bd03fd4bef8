/** The desk's own executions, newest first. */

import { decimal } from '../../shared/base/decimal.ts'
import { tradeQuote, type Trade } from '../../shared/domain/trade.ts'
import { DataGrid, type Column } from '../ui/DataGrid.tsx'
import { SignedNumber } from '../words/SignedNumber.tsx'
import { useSession } from '../useSession.ts'
import { timeOfDay } from '../words/times.ts'
import { AmountCell, CustomerCell, MoneyCell, PriceCell, SideCell } from './cells.tsx'
import { useRowOf, useTableView } from './useTable.ts'

export const TRADE_COLUMNS: readonly Column<Trade>[] = [
  {
    id: 'time',
    title: 'Time',
    width: '68px',
    cell: (of) => <span className="number">{timeOfDay(of.createdAt)}</span>,
  },
  {
    id: 'customer',
    title: 'Customer',
    width: 'minmax(120px, 1.4fr)',
    cell: (of) => <CustomerCell code={of.customerCode} />,
  },
  { id: 'instrument', title: 'Instrument', width: 'minmax(110px, 1fr)', cell: (of) => of.symbol },
  { id: 'side', title: 'Side', width: '48px', cell: (of) => <SideCell side={of.side} /> },
  { id: 'type', title: 'Type', width: '110px', cell: (of) => of.type.replaceAll('_', ' ') },
  {
    id: 'amount',
    title: 'Amount',
    width: 'minmax(70px, 1fr)',
    align: 'right',
    cell: (of) => <AmountCell amount={of.amount} />,
  },
  {
    id: 'price',
    title: 'Price',
    width: '90px',
    align: 'right',
    cell: (of) => <PriceCell symbol={of.symbol} price={of.price} />,
  },
  {
    id: 'quote',
    title: 'Value',
    width: 'minmax(90px, 1fr)',
    align: 'right',
    cell: (of) => <MoneyCell amount={tradeQuote(of)} />,
  },
  {
    id: 'fee',
    title: 'Fee',
    width: '80px',
    align: 'right',
    cell: (of) => <MoneyCell amount={of.fee} places={4} />,
  },
  {
    id: 'realised',
    title: 'Realised',
    width: '90px',
    align: 'right',
    cell: (of) => (
      <SignedNumber value={of.realisedPnl === null ? null : decimal(of.realisedPnl)} places={2} />
    ),
  },
  {
    id: 'reference',
    title: 'Reference',
    width: 'minmax(120px, 1.4fr)',
    cell: (of) => <span className="number muted">{of.referenceId ?? ''}</span>,
  },
]

export function Trades() {
  const session = useSession()
  const view = useTableView(session.server.trades)
  const useRow = useRowOf(session.server.trades)
  return (
    <DataGrid<Trade>
      name="Trades"
      columns={TRADE_COLUMNS}
      {...view}
      useRow={useRow}
      empty={
        view.known
          ? 'No trades yet: fills show here the moment the venue reports them.'
          : 'Waiting for the trades.'
      }
    />
  )
}
