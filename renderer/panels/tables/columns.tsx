/** Columns that several tables share. A table uses the columns whose fields its rows have. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { customerName } from '../../state/actions/dealing.ts'
import type { EpochMs } from '../../../shared/base/clock.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import { dayAndTime, zoneName } from '../../format/times.ts'
import type { TableColumn } from './arrange/tableColumn.ts'
import { AmountCell, CustomerCell, SideCell } from './cells.tsx'

export const VENUE_TIME_COLUMN: TableColumn<{ readonly createdAt: EpochMs | null }> = {
  id: 'time',
  get title() {
    return `Venue time, ${zoneName()}`
  },
  kind: 'time',
  value: ({ createdAt }) => createdAt,
  width: '124px',
  cell: ({ createdAt }) => <span className="number">{dayAndTime(createdAt)}</span>,
}

export const CUSTOMER_COLUMN: TableColumn<{ readonly customerCode: string }> = {
  id: 'customer',
  title: 'Customer',
  groups: true,
  always: 'The customer stays: without it a row can be taken for another customer’s.',
  kind: 'text',
  value: ({ customerCode }) => customerCode,
  text: ({ customerCode }, session) => `${customerCode} ${customerName(session, customerCode)}`,
  width: 'minmax(120px, 1.4fr)',
  cell: ({ customerCode }) => <CustomerCell code={customerCode} />,
}

export const INSTRUMENT_COLUMN: TableColumn<{ readonly symbol: string | null }> = {
  id: 'instrument',
  title: 'Instrument',
  groups: true,
  kind: 'text',
  value: ({ symbol }) => symbol,
  width: 'minmax(110px, 1fr)',
  cell: ({ symbol }) => (symbol === null ? '' : shownCode(symbol)),
}

export const SIDE_COLUMN: TableColumn<{ readonly side: Side | null }> = {
  id: 'side',
  title: 'Side',
  kind: 'text',
  value: ({ side }) => side,
  width: '48px',
  cell: ({ side }) => <SideCell side={side} />,
}

export const AMOUNT_COLUMN: TableColumn<{ readonly amount: string | null }> = {
  id: 'amount',
  title: 'Amount',
  kind: 'decimal',
  value: ({ amount }) => amount,
  width: 'minmax(70px, 1fr)',
  align: 'right',
  cell: ({ amount }) => <AmountCell amount={amount} />,
}

export const REFERENCE_COLUMN: TableColumn<{ readonly referenceId: string | null }> = {
  id: 'reference',
  title: 'Reference',
  kind: 'text',
  value: ({ referenceId }) => referenceId,
  width: 'minmax(120px, 1.4fr)',
  cell: ({ referenceId }) => <span className="number muted">{referenceId ?? ''}</span>,
}
