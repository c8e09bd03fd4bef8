/** Columns that several tables share. A table uses the columns whose fields its rows have. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import { dayAndTime, zoneName } from '../../format/times.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import { AmountCell, CustomerCell, SideCell } from './cells.tsx'

export const VENUE_TIME_COLUMN: Column<{ readonly createdAt: EpochMs | null }> = {
  id: 'time',
  get title() {
    return `Venue time, ${zoneName()}`
  },
  width: '124px',
  cell: ({ createdAt }) => <span className="number">{dayAndTime(createdAt)}</span>,
}

export const CUSTOMER_COLUMN: Column<{ readonly customerCode: string }> = {
  id: 'customer',
  title: 'Customer',
  width: 'minmax(120px, 1.4fr)',
  cell: ({ customerCode }) => <CustomerCell code={customerCode} />,
}

export const INSTRUMENT_COLUMN: Column<{ readonly symbol: string | null }> = {
  id: 'instrument',
  title: 'Instrument',
  width: 'minmax(110px, 1fr)',
  cell: ({ symbol }) => symbol ?? '',
}

export const SIDE_COLUMN: Column<{ readonly side: Side | null }> = {
  id: 'side',
  title: 'Side',
  width: '48px',
  cell: ({ side }) => <SideCell side={side} />,
}

export const AMOUNT_COLUMN: Column<{ readonly amount: string | null }> = {
  id: 'amount',
  title: 'Amount',
  width: 'minmax(70px, 1fr)',
  align: 'right',
  cell: ({ amount }) => <AmountCell amount={amount} />,
}

export const REFERENCE_COLUMN: Column<{ readonly referenceId: string | null }> = {
  id: 'reference',
  title: 'Reference',
  width: 'minmax(120px, 1.4fr)',
  cell: ({ referenceId }) => <span className="number muted">{referenceId ?? ''}</span>,
}
