/** One order with all its fields, its audit trail and its actions: cancel, change, read from the venue, write off. */

import './orderLife.css'
import { useStore } from 'zustand'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { decimal } from '../../../shared/base/decimal.ts'
import { executionQuality } from '../../../shared/domain/execution/executionQuality.ts'
import { isLive, type Order } from '../../../shared/domain/orders/order.ts'
import { cancelOrder, instrumentOf, tellFailure } from '../../state/actions/dealing.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { useSession } from '../../state/useSession.ts'
import { UNKNOWN, exact } from '../../format/numbers.ts'
import { durationText, orWhy, shareText, slippageWords } from '../../format/figures/executionWords.ts'
import { customerFirst } from '../../format/customerFirst.ts'
import { priceText } from '../../format/priceText.ts'
import { moment } from '../../format/times.ts'
import { useVolumeShare } from '../useVolumeShare.ts'
import { OrderAuditTrail } from './OrderAuditTrail.tsx'
import { dealtBy } from '../tables/dealer/dealtBy.ts'
import { orderWords } from './orderWords.ts'
import { WriteOff } from './WriteOff.tsx'

const SENT_FROM: Readonly<Record<Order['origin'], string>> = {
  desk: 'this desk',
  external: 'elsewhere',
  unknown: 'unknown whether this desk sent it',
}

/** Of an entry: its bracket and what of its fill gets no leg. Of a leg: its entry. */
function bracketFacts(
  { bracket, legOf }: Order,
  price: (limit: Order['limitPrice']) => string | null,
): readonly (readonly [string, string])[] {
  if (legOf !== undefined) return [['Leg of', legOf]]
  if (bracket === undefined) return []
  const facts: [string, string][] = [
    [
      'Bracket',
      `take profit ${price(bracket.takeProfitPrice) ?? 'none'} / stop loss ${price(bracket.stopLossPrice) ?? 'none'}`,
    ],
  ]
  if (bracket.released !== '0')
    facts.push(['Fill without a leg', `${bracket.released}: the position no longer held it`])
  return facts
}

/** How the order was executed. None of an order from elsewhere, whose arrival nobody recorded. */
function useExecutionFacts(order: Order): readonly (readonly [string, string])[] {
  const quality = executionQuality(order)
  const share = useVolumeShare(order.symbol, decimal(order.filledAmount), quality)
  const { arrival, slippage, firstFill, lastFill } = quality
  if (order.origin !== 'desk') return []
  return [
    [
      'Arrival, middle of the book',
      orWhy(arrival.value === null ? UNKNOWN : exact(arrival.value), arrival.why),
    ],
    ['Slippage', slippageWords(slippage)],
    ['First fill after', orWhy(durationText(firstFill), firstFill.why)],
    ['Last fill after', orWhy(durationText(lastFill), lastFill.why)],
    ["Of the market's volume", orWhy(share.value === null ? UNKNOWN : shareText(share.value), share.why)],
  ]
}

export function OrderDetail({
  orderKey,
  onClose,
}: {
  readonly orderKey: string
  readonly onClose: () => void
}) {
  const session = useSession()
  const order = useStore(session.server.orders, (orders) => orders.rows.get(orderKey))
  return order ? <Detail orderKey={orderKey} order={order} onClose={onClose} /> : null
}

interface DetailProps {
  readonly orderKey: string
  readonly order: Order
  readonly onClose: () => void
}

function Detail({ orderKey, order, onClose }: DetailProps) {
  const session = useSession()
  const execution = useExecutionFacts(order)
  const { dealer, why } = dealtBy(order)
  const lookUp = async () => {
    const { customerCode, referenceId } = order
    const reply = await session.client.call('order.lookUp', { customerCode, referenceId })
    if (!reply.ok) tellFailure(session, `Look up ${referenceId}`, reply.failure)
  }
  const instrument = instrumentOf(session, order.symbol)
  const price = (limit: typeof order.limitPrice) => (limit === null ? null : priceText(limit, instrument))
  const facts: readonly (readonly [string, string | null])[] = [
    ['State', orderWords(order).word],
    ["Venue's word", order.status],
    ['Refusal', order.refusal && `${order.refusal.code}: ${order.refusal.message}`],
    ['Side', order.side],
    ['Type', order.type],
    ['Amount', order.amount],
    ['Cash amount', order.cashAmount],
    ['Limit price', price(order.limitPrice)],
    ['Trigger price', price(order.triggerPrice)],
    ['Trigger on', order.triggerPriceType?.replaceAll('_', ' ') ?? null],
    ['Take-profit price', price(order.takeProfitPrice)],
    ['Stop-loss price', price(order.stopLossPrice)],
    ['Time in force', order.timeInForce],
    ['Leverage', order.leverage === null ? null : `${order.leverage}×`],
    ['Filled', order.filledAmount],
    ['Filled value', order.filledQuote],
    ...execution,
    ['Reference', order.referenceId],
    ...(order.note === undefined ? [] : [['Note', order.note] as const]),
    ...bracketFacts(order, price),
    ['Sent from', SENT_FROM[order.origin]],
    ['Dealer', dealer ?? why],
    [order.origin === 'desk' ? 'Created, time here' : 'Created, venue time', moment(order.createdAt)],
    ['Updated, time here', moment(order.updatedAt)],
  ]
  return (
    <Sheet
      wide
      title={customerFirst(order.customerCode, `${order.side.toUpperCase()} ${shownCode(order.symbol)}`)}
      onClose={onClose}
    >
      {order.phase === 'unresolved' && <WriteOff order={order} />}
      <div className="order-whole">
        <table className="key-table">
          <tbody>
            {facts.map(([name, value]) => (
              <tr key={name}>
                <td className="muted">{name}</td>
                <td className="mono">{value ?? UNKNOWN}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <OrderAuditTrail order={order} />
      </div>
      <div className="row-of-buttons">
        <button type="button" className="button" onClick={() => void lookUp()}>
          Ask the venue
        </button>
        {isLive(order) && (
          <button
            type="button"
            className="button"
            onClick={() => session.overlay.setState({ open: { kind: 'amend', key: orderKey } })}
          >
            Change the order
          </button>
        )}
        {isLive(order) && (
          <button
            type="button"
            className="button"
            onClick={() => void cancelOrder(session, order).then(onClose)}
          >
            Cancel the order
          </button>
        )}
      </div>
    </Sheet>
  )
}
