/** Every movement of cash, newest first. Never guesses a sign. */

import { decimal } from '../../shared/base/decimal.ts'
import type { LedgerRow } from '../../shared/domain/ledger.ts'
import { DataGrid, type Column } from '../ui/DataGrid.tsx'
import { SignedNumber } from '../words/SignedNumber.tsx'
import { useSession } from '../useSession.ts'
import { dayAndTime } from '../words/times.ts'
import { CustomerCell, PriceCell } from './cells.tsx'
import { useRowOf, useTableView } from './useTable.ts'

const money = (text: string | null, places: number) => (
  <SignedNumber value={text === null ? null : decimal(text)} places={places} />
)

export const LEDGER_COLUMNS: readonly Column<LedgerRow>[] = [
  {
    id: 'time',
    title: 'Time',
    width: '104px',
    cell: (of) => <span className="number">{dayAndTime(of.createdAt)}</span>,
  },
  {
    id: 'customer',
    title: 'Customer',
    width: 'minmax(120px, 1.4fr)',
    cell: (of) => <CustomerCell code={of.customerCode} />,
  },
  { id: 'type', title: 'Type', width: '120px', cell: (of) => of.transactionType.replaceAll('_', ' ') },
  {
    id: 'status',
    title: 'Status',
    width: '90px',
    cell: (of) => <span className={of.status === 'pending' ? 'amber' : 'muted'}>{of.status}</span>,
  },
  {
    id: 'amount',
    title: 'Amount',
    width: 'minmax(100px, 1fr)',
    align: 'right',
    cell: (of) => money(of.signedAmount, 4),
  },
  { id: 'asset', title: 'Asset', width: '60px', cell: (of) => of.asset ?? '' },
  { id: 'instrument', title: 'Instrument', width: 'minmax(110px, 1fr)', cell: (of) => of.symbol ?? '' },
  {
    id: 'realised',
    title: 'Realised',
    width: '90px',
    align: 'right',
    cell: (of) => money(of.realisedPnl, 2),
  },
  {
    id: 'mark',
    title: 'Mark',
    width: '90px',
    align: 'right',
    cell: (of) => <PriceCell symbol={of.symbol ?? ''} price={of.markPrice} />,
  },
  {
    id: 'reference',
    title: 'Reference',
    width: 'minmax(120px, 1.4fr)',
    cell: (of) => <span className="number muted">{of.referenceId ?? of.code}</span>,
  },
]

export function Ledger() {
  const session = useSession()
  const view = useTableView(session.server.ledger)
  const useRow = useRowOf(session.server.ledger)
  return (
    <DataGrid<LedgerRow>
      name="Ledger rows"
      columns={LEDGER_COLUMNS}
      {...view}
      useRow={useRow}
      empty={
        view.known
          ? 'No ledger rows yet: deposit for a customer to make the first.'
          : 'Waiting for the ledger.'
      }
    />
  )
}
