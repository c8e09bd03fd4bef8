/** One order at the exchange: placed, its fills posted, its record kept and told. Decides nothing about whether it may be. */

import { decimal } from '../../../../shared/base/decimal.ts'
import type { ExchangeInstrument, Fill } from '../../exchange/exchange.ts'
import { bookExecution, feesOf } from '../accounts/books.ts'
import type { BrokerContext } from '../brokerContext.ts'
import type { SizedOrder } from './orderSize.ts'
import { orderAfter } from '../../bookkeeping/posting.ts'
import type { OrderRecord } from '../../bookkeeping/records.ts'

/** Customer codes hold no `/`, and a reference id is used once per customer: unique for all time. */
export const exchangeId = (order: Pick<OrderRecord, 'customerCode' | 'referenceId'>): string =>
  `${order.customerCode}/${order.referenceId}`

export interface OrderExecution {
  /** Writes and tells a new order. */
  readonly insert: (order: OrderRecord) => void
  /** Writes and tells what became of a known one. */
  readonly keep: (order: OrderRecord) => void
  /** Posts one fill of an order; answers the order after it, not yet kept. */
  post(order: OrderRecord, fill: Fill, instrument: ExchangeInstrument): OrderRecord
  /** Sends `lots` of an order to the exchange and hands it, as it stands after matching, to `write`. */
  place(
    order: OrderRecord,
    sized: Pick<SizedOrder, 'limitTicks' | 'lots'>,
    instrument: ExchangeInstrument,
    write: (order: OrderRecord) => void,
  ): OrderRecord
}

export function orderExecution(floor: BrokerContext): OrderExecution {
  const { orders } = floor.store

  const post: OrderExecution['post'] = (order, { ticks, lots, liquidity, at }, instrument) => {
    const { customerCode, referenceId, side } = order
    const fee = decimal(feesOf(floor, customerCode, order.symbol)[liquidity])
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
    return orderAfter(order, bookExecution(floor, instrument, execution))
  }

  return {
    post,
    insert(order) {
      orders.insert(order)
      floor.tell({ kind: 'order', order })
    },
    keep(order) {
      orders.update(order)
      floor.tell({ kind: 'order', order })
    },
    place(order, { limitTicks, lots }, instrument, write) {
      const id = exchangeId(order)
      // Without a price there is nowhere to rest, whatever was asked for.
      const timeInForce = limitTicks === null && order.timeInForce === 'GTC' ? 'IOC' : order.timeInForce
      const placed = floor.exchange.place({
        id,
        symbol: order.symbol,
        side: order.side,
        limitTicks,
        lots,
        timeInForce,
      })
      try {
        const filled = placed.fills.reduce((known, fill) => post(known, fill, instrument), order)
        const over = placed.restingLots === 0 && filled.status !== 'filled'
        const after: OrderRecord = over ? { ...filled, status: 'canceled' } : filled
        write(after)
        return after
      } catch (error) {
        floor.exchange.cancel(id)
        throw error
      }
    },
  }
}
