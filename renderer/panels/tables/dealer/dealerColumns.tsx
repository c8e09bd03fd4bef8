/** Who dealt, as a column of orders and trades. Where the record names nobody, the cell says why. */

import { useStore } from 'zustand'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { UNKNOWN } from '../../../format/numbers.ts'
import { useSession } from '../../../state/useSession.ts'
import type { TableColumn } from '../arrange/tableColumn.ts'
import { dealtBy, dealtTrade, keyOfOrder, orderOfTrade, type Dealt, type TradeOfOrder } from './dealtBy.ts'

/** The order of a trade, where this window still knows it, followed as it changes. */
export function useOrderOfTrade(trade: TradeOfOrder): Order | undefined {
  const key = keyOfOrder(trade)
  return useStore(useSession().server.orders, (orders) => (key === null ? undefined : orders.rows.get(key)))
}

export const DealerText = ({ dealer, why }: Dealt) =>
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

/** The parts that every column of a dealer has. */
export const DEALER = {
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
