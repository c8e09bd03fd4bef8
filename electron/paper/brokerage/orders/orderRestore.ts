/** Resumes the live orders of an earlier run, on the book or waiting for their trigger. Cancels orders that no longer fit the market. */

import { decimal, subtract } from '../../../../shared/base/decimal.ts'
import type { OrderRecord } from '../../bookkeeping/records.ts'
import { lotsOf, ticksOf } from '../../bookkeeping/ticksAndLots.ts'
import type { ExchangeInstrument, ExchangeOrder } from '../../exchange/exchange.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { sizeAtTrigger } from './orderCheck.ts'
import { exchangeId } from './orderExecution.ts'
import type { TriggerOrders } from './triggerOrders.ts'

/** Call within a change. `cancel` stores an order that cannot continue as canceled. */
export function restoreOrders(
  context: BrokerContext,
  triggers: TriggerOrders,
  cancel: (order: OrderRecord) => void,
): void {
  for (const order of context.store.orders.live(null, null)) {
    const instrument = context.instruments.get(order.symbol)
    if (order.status === 'untriggered') {
      if (instrument && sizeAtTrigger(order, instrument).ok) triggers.wait(order)
      else cancel(order)
      continue
    }
    const resting = restingPart(order, instrument)
    if (resting) context.exchange.restore(resting)
    else cancel(order)
  }
}

/** The unfilled part of a stored order for the book; null when the market of this run has no such instrument, tick or lot. */
function restingPart(order: OrderRecord, instrument: ExchangeInstrument | undefined): ExchangeOrder | null {
  if (!instrument || order.limitPrice === null) return null
  const limitTicks = ticksOf(instrument, decimal(order.limitPrice))
  const lots = lotsOf(instrument, subtract(decimal(order.amount), decimal(order.filledAmount)))
  if (limitTicks === null || lots === null) return null
  return {
    id: exchangeId(order),
    symbol: order.symbol,
    side: order.side,
    limitTicks,
    lots,
    timeInForce: 'GTC',
  }
}
