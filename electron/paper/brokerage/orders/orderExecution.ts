/** Executes one order at the exchange: places it, posts its fills, stores and reports its record. Never decides whether an order is allowed. */

import { decimal } from '../../../../shared/base/decimal.ts'
import type { ExchangeInstrument, Fill } from '../../exchange/exchange.ts'
import { bookExecution, feesOf } from '../accounts/accountPostings.ts'
import type { BrokerContext } from '../brokerContext.ts'
import type { SizedOrder } from './orderSize.ts'
import { orderAfter } from '../../bookkeeping/posting.ts'
import type { OrderRecord } from '../../bookkeeping/records.ts'

/** Unique for all time: customer codes contain no `/`, and a customer uses a reference id once. */
export const exchangeId = (order: Pick<OrderRecord, 'customerCode' | 'referenceId'>): string =>
  `${order.customerCode}/${order.referenceId}`

export interface OrderExecution {
  /** Stores and reports a new order. */
  readonly insert: (order: OrderRecord) => void
  /** Stores and reports a changed order. */
  readonly update: (order: OrderRecord) => void
  /** Posts one fill of an order. Returns the order after the fill, not yet stored. */
  post(order: OrderRecord, fill: Fill, instrument: ExchangeInstrument): OrderRecord
  /** Sends `lots` of an order to the exchange, and passes the order after matching to `write`. */
  place(
    order: OrderRecord,
    sized: Pick<SizedOrder, 'limitTicks' | 'lots'>,
    instrument: ExchangeInstrument,
    write: (order: OrderRecord) => void,
  ): OrderRecord
}

export function orderExecution(context: BrokerContext): OrderExecution {
  const { orders } = context.store

  const post: OrderExecution['post'] = (order, { ticks, lots, liquidity, at }, instrument) => {
    const { customerCode, referenceId, side } = order
    const fee = decimal(feesOf(context, customerCode, order.symbol)[liquidity])
    const execution = {
      customerCode,
      type: 'trade',
      side,
      ticks,
      lots,
      liquidity,
      fee,
      referenceId,
      at,
    } as const
    return orderAfter(order, bookExecution(context, instrument, execution))
  }

  return {
    post,
    insert(order) {
      orders.insert(order)
      context.report({ kind: 'order', order })
    },
    update(order) {
      orders.update(order)
      context.report({ kind: 'order', order })
    },
    place(order, { limitTicks, lots }, instrument, write) {
      const id = exchangeId(order)
      // An order without a price cannot rest, whatever time in force was requested.
      const timeInForce = limitTicks === null && order.timeInForce === 'GTC' ? 'IOC' : order.timeInForce
      const placed = context.exchange.place({
        id,
        symbol: order.symbol,
        side: order.side,
        limitTicks,
        lots,
        timeInForce,
      })
      try {
        const filled = placed.fills.reduce((known, fill) => post(known, fill, instrument), order)
        const dropped = placed.restingLots === 0 && filled.status !== 'filled'
        const after: OrderRecord = dropped ? { ...filled, status: 'canceled' } : filled
        write(after)
        return after
      } catch (error) {
        context.exchange.cancel(id)
        throw error
      }
    },
  }
}
