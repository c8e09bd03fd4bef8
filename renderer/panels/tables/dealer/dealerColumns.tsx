/** Who dealt, as a column of orders, trades, movements of cash and fees. Where the record names nobody, the cell says why. */

import { useStore } from 'zustand'
import type { FeeProfileItem } from '../../../../shared/domain/accounts/fees.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { UNKNOWN } from '../../../format/numbers.ts'
import { dealtRequestsOf } from '../../../state/follow/dealtRequests.ts'
import { useSession } from '../../../state/useSession.ts'
import type { TableColumn } from '../arrange/tableColumn.ts'
import { dealtBy, dealtTrade, keyOfOrder, orderOfTrade, type Dealt, type TradeOfOrder } from './dealtBy.ts'
import { dealtFees, dealtMovement, type MovementOfCash } from './dealtRequest.ts'

/** The order of a trade, where this window still knows it, followed as it changes. */
export function useOrderOfTrade(trade: TradeOfOrder): Order | undefined {
  const key = keyOfOrder(trade)
  return useStore(useSession().server.orders, (orders) => (key === null ? undefined : orders.rows.get(key)))
}

const DealerText = ({ dealer, why }: Dealt) =>
  dealer === null ? (
    <span className="muted" title={why ?? undefined}>
      {UNKNOWN}
      <span className="hidden-visually"> {why}</span>
    </span>
  ) : (
    <span title={dealer}>{dealer}</span>
  )

const TradeDealer = ({ trade }: { readonly trade: TradeOfOrder }) => (
  <DealerText {...dealtTrade(trade, useOrderOfTrade(trade))} />
)

const DEALER = {
  id: 'dealer',
  title: 'Dealer',
  kind: 'text',
  groups: true,
  width: 'minmax(84px, 0.8fr)',
} as const

export const ORDER_DEALER_COLUMN: TableColumn<Order> = {
  ...DEALER,
  value: (order) => dealtBy(order).dealer,
  cell: (order) => <DealerText {...dealtBy(order)} />,
}

export const TRADE_DEALER_COLUMN: TableColumn<TradeOfOrder> = {
  ...DEALER,
  value: (trade, session) => dealtTrade(trade, orderOfTrade(session, trade)).dealer,
  cell: (trade) => <TradeDealer trade={trade} />,
}

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
