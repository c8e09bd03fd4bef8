/** Who dealt, as a column of orders and of trades. Where the record names nobody, the cell says why. */

import { useStore } from 'zustand'
import { orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { UNKNOWN } from '../../format/numbers.ts'
import { useSession } from '../../state/useSession.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'

type TradeOfOrder = Pick<Trade, 'customerCode' | 'referenceId'>

/** Exactly one of the two is null. */
interface Dealt {
  readonly dealer: string | null
  /** Why nobody is named: one sentence. */
  readonly why: string | null
}

const nobody = (why: string): Dealt => ({ dealer: null, why })

export function dealtBy({ dealer, origin }: Pick<Order, 'dealer' | 'origin'>): Dealt {
  if (typeof dealer === 'string') return { dealer, why: null }
  if (origin === 'external') return nobody('The order was not dealt here: it came from elsewhere.')
  if (origin === 'unknown') return nobody('It is unknown whether this desk sent the order.')
  return dealer === null
    ? nobody('Nobody was named as the dealer.')
    : nobody('The journal does not say who dealt this order.')
}

/** The key of the order that a trade names; null: it names none. */
const keyOfOrder = ({ customerCode, referenceId }: TradeOfOrder): string | null =>
  referenceId === null ? null : orderKey({ customerCode, referenceId })

/** The order of a trade, where this window still knows it. */
export function orderOfTrade(session: WindowSession, trade: TradeOfOrder): Order | undefined {
  const key = keyOfOrder(trade)
  return key === null ? undefined : session.server.orders.getState().rows.get(key)
}

/** The same, followed as it changes. */
export function useOrderOfTrade(trade: TradeOfOrder): Order | undefined {
  const key = keyOfOrder(trade)
  return useStore(useSession().server.orders, (orders) => (key === null ? undefined : orders.rows.get(key)))
}

/** Why the order of a trade is not at hand: a clause without a full stop. */
export const whyNoOrder = ({ referenceId }: TradeOfOrder): string =>
  referenceId === null
    ? 'the venue names no order for this trade'
    : 'the order of this trade is not known here any more'

const dealtTrade = (trade: TradeOfOrder, order: Order | undefined): Dealt => {
  if (order) return dealtBy(order)
  const why = whyNoOrder(trade)
  return nobody(`${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`)
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
