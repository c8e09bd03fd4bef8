/** The columns of the ledger. */

import { decimal } from '../../../shared/base/decimal.ts'
import { LEDGER_ASSET, type LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import { instrumentOf } from '../../state/actions/dealing.ts'
import { useSession } from '../../state/useSession.ts'
import { percent } from '../../format/numbers.ts'
import { SignedNumber } from '../../format/SignedNumber.tsx'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { PriceCell } from '../tables/cells.tsx'
import { CUSTOMER_COLUMN, INSTRUMENT_COLUMN, VENUE_TIME_COLUMN } from '../tables/columns.tsx'
import { MOVEMENT_DEALER_COLUMN } from '../tables/dealer/requestDealerColumns.tsx'
import { rowAgrees } from './ledgerCheck.ts'
import { AgreementCell } from './LedgerBalance.tsx'

const money = (text: string | null, places: number) => (
  <SignedNumber value={text === null ? null : decimal(text)} places={places} />
)

/** The currency of a row's amount and of its realised PnL, which is a part of it (docs/api.md#2.ledger.net). */
const assetOf = ({ asset }: LedgerRow): string => asset ?? LEDGER_ASSET

/** The quote currency of an instrument; nothing where it is not known. */
function QuoteCell({ symbol }: { readonly symbol: string | null }) {
  const session = useSession()
  return <span className="muted">{symbol === null ? '' : instrumentOf(session, symbol)?.quoteCurrency}</span>
}

export const LEDGER_COLUMNS: readonly TableColumn<LedgerRow>[] = [
  VENUE_TIME_COLUMN,
  CUSTOMER_COLUMN,
  {
    id: 'type',
    title: 'Type',
    kind: 'text',
    value: (row) => row.transactionType,
    width: '120px',
    cell: (row) => row.transactionType.replaceAll('_', ' '),
  },
  {
    id: 'status',
    title: 'Status',
    kind: 'text',
    value: (row) => row.status,
    width: '90px',
    cell: (row) => <span className={row.status === 'pending' ? 'amber' : 'muted'}>{row.status}</span>,
  },
  {
    id: 'amount',
    title: 'Amount',
    kind: 'decimal',
    value: (row) => row.signedAmount,
    sum: {
      places: 4,
      isSigned: true,
      // Only completed rows are in a balance.
      summand: (row) =>
        row.status === 'completed' ? { value: row.signedAmount, currency: row.asset, isSure: true } : null,
    },
    width: 'minmax(124px, 1fr)',
    align: 'right',
    cell: (row) => money(row.signedAmount, 4),
  },
  {
    id: 'asset',
    title: 'Asset',
    kind: 'text',
    value: (row) => row.asset,
    width: '60px',
    cell: (row) => row.asset ?? '',
  },
  INSTRUMENT_COLUMN,
  {
    id: 'realised',
    title: 'Realised',
    kind: 'decimal',
    value: (row) => row.realisedPnl,
    width: '124px',
    align: 'right',
    cell: (row) =>
      row.realisedPnl === null ? (
        ''
      ) : (
        <>
          {money(row.realisedPnl, 2)} <span className="muted">{assetOf(row)}</span>
        </>
      ),
  },
  {
    id: 'mark',
    title: 'Mark',
    kind: 'decimal',
    value: (row) => row.markPrice,
    width: '112px',
    align: 'right',
    cell: (row) =>
      row.markPrice === null ? (
        ''
      ) : (
        <>
          <PriceCell symbol={row.symbol ?? ''} price={row.markPrice} /> <QuoteCell symbol={row.symbol} />
        </>
      ),
  },
  {
    id: 'funding',
    title: 'Funding',
    kind: 'decimal',
    value: (row) => row.fundingRate,
    width: '84px',
    align: 'right',
    cell: (row) => (
      <span className="number">
        {row.fundingRate === null ? '' : `${percent(decimal(row.fundingRate), 4)} %`}
      </span>
    ),
  },
  {
    id: 'agrees',
    title: 'Agrees',
    kind: 'text',
    value: (row, session) => {
      const agrees = rowAgrees(row, session.server.trades.getState().rows.get(row.code))
      return agrees === null ? null : agrees ? 'agrees' : 'differs'
    },
    width: '56px',
    cell: (row) => <AgreementCell row={row} />,
  },
  { ...MOVEMENT_DEALER_COLUMN, width: 'minmax(84px, 0.6fr)' },
  {
    id: 'reference',
    title: 'Reference',
    kind: 'text',
    value: (row) => row.referenceId ?? row.code,
    width: 'minmax(120px, 1.4fr)',
    cell: (row) => <span className="number muted">{row.referenceId ?? row.code}</span>,
  },
]
