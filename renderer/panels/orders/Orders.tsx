/** Every known order, newest first. Delete cancels the selected order, A changes it, Enter shows all its fields. */

import { decimal, divide, toText, zeroText, type DecimalText } from '../../../shared/base/decimal.ts'
import { isLive, type Order } from '../../../shared/domain/orders/order.ts'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { cancelOrder } from '../../state/actions/dealing.ts'
import { revealIn } from '../../state/stores/panelStore.ts'
import { Table } from '../tables/Table.tsx'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { ofCustomer } from '../../format/unreadWords.ts'
import { usePanelId, usePanelState } from '../../state/usePanel.ts'
import { useSession, useUnread, useUnseenOrdersOf } from '../../state/useSession.ts'
import { moment, timeOfDay, zoneName } from '../../format/times.ts'
import { AmountCell, MoneyCell, PriceCell } from '../tables/cells.tsx'
import {
  AMOUNT_COLUMN,
  CUSTOMER_COLUMN,
  INSTRUMENT_COLUMN,
  REFERENCE_COLUMN,
  SIDE_COLUMN,
} from '../tables/columns.tsx'
import { ORDER_DEALER_COLUMN } from '../tables/dealer/dealerColumns.tsx'
import { orderWords } from './orderWords.ts'
import { OrderCounts } from './OrderCounts.tsx'
import { useOrderRows } from './useOrderRows.ts'
import { changePanel } from '../../state/actions/workspaceActions.ts'
import { PLAIN_TABLE } from '../../state/tableChoices.ts'
import { counted } from '../../format/numbers.ts'
import { useRowOf } from '../tables/useTable.ts'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { capOf } from '../../keys/caps.ts'

/** Average price of the fills so far, in USDC per contract; null before the first fill or while the value is unknown. */
function averagePrice(order: Order): DecimalText | null {
  // Most orders of a long table have no fill. Canonical zero is compared as text, so that these are not read as decimals.
  if (order.filledAmount === zeroText || order.filledQuote === zeroText) return null
  return toText(divide(decimal(order.filledQuote), decimal(order.filledAmount)))
}

const StateCell = ({ order }: { readonly order: Order }) => {
  const { mark, word, tone } = orderWords(order)
  const classes = { live: 'amber', unknown: 'problem strong', refused: 'problem', over: 'muted' }
  return (
    <span className={classes[tone]} title={order.refusal?.message}>
      <span className="mono">{mark}</span> {word}
      {order.refusal && ` · ${order.refusal.code}`}
    </span>
  )
}

/** Orders from here have the time of this machine; orders from elsewhere have the venue's time. */
const TimeCell = ({ order: { createdAt, origin } }: { readonly order: Order }) => (
  <span
    className="number"
    title={`${moment(createdAt)} on ${origin === 'desk' ? 'the clock of this machine' : 'the clock of the venue'}`}
  >
    {timeOfDay(createdAt)}
    {origin !== 'desk' && <span className="muted"> v</span>}
  </span>
)

/** A leg names the end of its entry's id; an entry with a bracket says so. */
const TypeCell = ({ order: { type, legOf, bracket, referenceId } }: { readonly order: Order }) => (
  <span title={legOf === undefined ? undefined : `Leg of order ${legOf}`}>
    {type.replaceAll('_', ' ')}
    {legOf !== undefined && <span className="muted"> of …{legOf.slice(-4)}</span>}
    {bracket !== undefined && <span className="muted"> + bracket …{referenceId.slice(-4)}</span>}
  </span>
)

/** A combo shows both: take profit / stop loss. */
const TriggerCell = ({ order }: { readonly order: Order }) =>
  order.triggerPrice === null && order.takeProfitPrice !== null ? (
    <span className="number" title="take profit / stop loss, on the mark">
      <PriceCell symbol={order.symbol} price={order.takeProfitPrice} />/
      <PriceCell symbol={order.symbol} price={order.stopLossPrice} />
    </span>
  ) : (
    <PriceCell symbol={order.symbol} price={order.triggerPrice} />
  )

const ORDER_COLUMNS: readonly TableColumn<Order>[] = [
  {
    id: 'time',
    get title() {
      return `Here, ${zoneName()}`
    },
    kind: 'time',
    value: (order) => order.createdAt,
    width: '78px',
    cell: (order) => <TimeCell order={order} />,
  },
  CUSTOMER_COLUMN,
  INSTRUMENT_COLUMN,
  SIDE_COLUMN,
  {
    id: 'type',
    title: 'Type',
    kind: 'text',
    value: (order) => order.type,
    width: '128px',
    cell: (order) => <TypeCell order={order} />,
  },
  AMOUNT_COLUMN,
  {
    id: 'cash',
    title: 'Cash',
    kind: 'decimal',
    value: (order) => order.cashAmount,
    width: '80px',
    align: 'right',
    cell: (order) => <MoneyCell amount={order.cashAmount} />,
  },
  {
    id: 'price',
    title: 'Limit',
    kind: 'decimal',
    value: (order) => order.limitPrice,
    width: '84px',
    align: 'right',
    cell: (order) => <PriceCell symbol={order.symbol} price={order.limitPrice} />,
  },
  {
    id: 'trigger',
    title: 'Trigger',
    kind: 'decimal',
    value: (order) => order.triggerPrice ?? order.takeProfitPrice,
    copied: ({ triggerPrice, takeProfitPrice, stopLossPrice }) =>
      triggerPrice === null && takeProfitPrice !== null
        ? `${takeProfitPrice} / ${stopLossPrice ?? ''}`
        : triggerPrice,
    width: 'minmax(132px, 1fr)',
    align: 'right',
    cell: (order) => <TriggerCell order={order} />,
  },
  {
    id: 'filled',
    title: 'Filled',
    kind: 'decimal',
    value: (order) => order.filledAmount,
    width: 'minmax(70px, 1fr)',
    align: 'right',
    cell: (order) => <AmountCell amount={order.filledAmount} />,
  },
  {
    id: 'average',
    title: 'Average',
    kind: 'decimal',
    value: averagePrice,
    width: '84px',
    align: 'right',
    cell: (order) => <PriceCell symbol={order.symbol} price={averagePrice(order)} />,
  },
  {
    id: 'tif',
    title: 'TIF',
    kind: 'text',
    value: (order) => order.timeInForce,
    width: '44px',
    cell: (order) => order.timeInForce ?? '',
  },
  {
    id: 'state',
    title: 'State',
    always: 'The state stays: without it an order that is over looks like one that works.',
    kind: 'text',
    value: (order) => orderWords(order).word,
    width: 'minmax(170px, 1.5fr)',
    cell: (order) => <StateCell order={order} />,
  },
  ORDER_DEALER_COLUMN,
  REFERENCE_COLUMN,
]

export function Orders() {
  const keyOfPress = usePanelKeys('orders')
  const unread = useUnread('trades', 'ledger', 'customers')
  const session = useSession()
  const id = usePanelId('orders')
  const store = session.server.orders
  const choices = usePanelState(id).table ?? PLAIN_TABLE
  const showsFinished = choices.finished ?? false
  const [selected, setSelected] = useState<string | null>(null)
  const { view, working, unknown, finished, ...rows } = useOrderRows(store, showsFinished, selected)
  const letGo = useStore(store, (table) => table.letGo)
  const unseen = useUnseenOrdersOf(view.customer)
  const useRow = useRowOf(store)
  const row = useStore(session.panels, (panels) => panels.row)
  const show = (isShown: boolean) =>
    changePanel(session.workspace, id, { table: { ...choices, finished: isShown } })
  const toggle = () => {
    session.panels.setState({ row: null })
    show(!showsFinished)
  }
  const asked = row?.panel === id ? store.getState().rows.get(row.key) : undefined
  const isHiddenOne = asked !== undefined && !isLive(asked) && !showsFinished
  // A notice or a word of the command line may ask for a finished order.
  useEffect(() => {
    if (isHiddenOne) show(true)
  })
  const target = ofCustomer(view.customer, view.symbol)
  return (
    <Table<Order>
      panel="orders"
      name="Orders"
      columns={ORDER_COLUMNS}
      rows={rows}
      maybeMore={letGo > 0 ? 'Older finished orders are in the journal only.' : null}
      hidden={showsFinished || finished === 0 ? null : 'working'}
      bar={
        <OrderCounts
          {...{ working, unknown, finished, letGo, showsFinished }}
          isPartial={(unread ?? unseen) !== null}
          onToggle={toggle}
        />
      }
      stale={view.stale}
      useRow={useRow}
      {...revealIn(session.panels, id, row)}
      rowClass={(order) => (order.phase === 'unresolved' ? 'shouts' : isLive(order) ? '' : 'over')}
      onOpen={(key) => session.overlay.setState({ open: { kind: 'order', key } })}
      onSelect={(key) => {
        setSelected(key)
        session.panels.setState({ selectedOrder: key })
      }}
      onKey={(key, event) => {
        const order = store.getState().rows.get(key)
        const pressed = keyOfPress(event)
        if (pressed === 'KeyA') {
          if (order && isLive(order)) session.overlay.setState({ open: { kind: 'amend', key } })
          return true
        }
        if (event.key !== 'Delete') return false
        if (order && isLive(order)) void cancelOrder(session, order)
        return true
      }}
      onTableKey={(event) => {
        if (keyOfPress(event) !== 'KeyD') return false
        toggle()
        return true
      }}
      unread={view.known ? (unread ?? unseen) : 'Waiting for the orders.'}
      empty={
        finished > 0
          ? `No order${target} works. ${counted(finished)} finished are hidden: ${capOf('D', 'orders')} shows them.`
          : `No orders${target} yet. Press ${capOf('B')} or ${capOf('S')} on an armed ladder, ${capOf('F9')} for a ticket, or ${capOf('Ctrl K')} to type an order.`
      }
    />
  )
}
