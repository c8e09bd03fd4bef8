/** Who dealt, as a column of movements of cash and of fees. Panels that load later have these, so they are no part of the page's start. */

import { useStore } from 'zustand'
import type { FeeProfileItem } from '../../../../shared/domain/accounts/fees.ts'
import { dealtRequestsOf } from '../../../state/follow/dealtRequests.ts'
import { useSession } from '../../../state/useSession.ts'
import type { TableColumn } from '../arrange/tableColumn.ts'
import { DEALER, DealerText, useOrderOfTrade } from './dealerColumns.tsx'
import { dealtFees, dealtMovement, type MovementOfCash } from './dealtRequest.ts'

/** Draws the cell again when the records of the journal or the orders change. */
function MovementDealer({ row }: { readonly row: MovementOfCash }) {
  const session = useSession()
  useStore(dealtRequestsOf(session))
  useOrderOfTrade(row)
  return <DealerText {...dealtMovement(session, row)} />
}

export const MOVEMENT_DEALER_COLUMN: TableColumn<MovementOfCash> = {
  ...DEALER,
  value: (row, session) => dealtMovement(session, row).dealer,
  cell: (row) => <MovementDealer row={row} />,
}

function FeesDealer({ customer, item }: { readonly customer: string; readonly item: FeeProfileItem }) {
  const { value } = useStore(dealtRequestsOf(useSession()))
  return <DealerText {...dealtFees(customer, item, value)} />
}

/** Who set the fees of one customer. */
export const feesDealerColumn = (customer: string): TableColumn<FeeProfileItem> => ({
  ...DEALER,
  title: 'Set by',
  value: (item, session) => dealtFees(customer, item, dealtRequestsOf(session).getState().value).dealer,
  cell: (item) => <FeesDealer customer={customer} item={item} />,
})
