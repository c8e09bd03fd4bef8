/** Holds stop, take-profit and combo orders until their trigger price, then sends them to the exchange. Never matches. */

import { decimal, type Decimal } from '../../../../shared/base/decimal.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { ExchangeEvent, ExchangeInstrument } from '../../exchange/exchange.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { checkCover, sizeNow } from './orderCheck.ts'
import { exchangeId, type OrderExecution } from './orderExecution.ts'
import type { OrderRecord } from '../../bookkeeping/records.ts'
import { priceOfTicks } from '../../bookkeeping/ticksAndLots.ts'
import { WaitingOrders, legReleasedAt, priceKindOf, type PriceKind } from './waitingOrders.ts'

export interface TriggerOrders {
  /** Starts the wait of a stored `untriggered` order, or triggers it when its price has already passed. Returns the order afterwards. */
  wait(order: OrderRecord): OrderRecord
  /** Ends the wait of an order. */
  forget(order: OrderRecord): void
  /** Prints trigger by trade price, marks by mark price. */
  receive(event: ExchangeEvent): void
}

export function triggerOrders(context: BrokerContext, execution: OrderExecution): TriggerOrders {
  const { orders } = context.store
  const waiting = new WaitingOrders()

  const currentPrice = (instrument: ExchangeInstrument, kind: PriceKind): Decimal | null => {
    const { mark, lastTicks } = context.exchange.prices(instrument.symbol)
    if (kind === 'mark_price') return mark === null ? null : decimal(mark)
    return lastTicks === null ? null : priceOfTicks(instrument, lastTicks)
  }

  /** One change: `triggered`, then the result at the exchange. The other leg of a combo ends too: both legs are one order. */
  const release = (order: OrderRecord, leg: OrderRecord['triggerPrice'], instrument: ExchangeInstrument) => {
    waiting.remove(exchangeId(order), order.symbol)
    const at = context.clock.now()
    const triggered: OrderRecord = {
      ...order,
      triggerPrice: leg,
      status: 'triggered',
      triggeredAt: at,
      updatedAt: at,
    }
    execution.update(triggered)
    const sized = sizeNow(context, order, instrument)
    if (!sized.ok || !checkCover(context, order.customerCode, order, sized.value.quote).ok) {
      const rejected: OrderRecord = { ...triggered, status: 'rejected' }
      execution.update(rejected)
      return rejected
    }
    return execution.place({ ...triggered, status: 'open' }, sized.value, instrument, execution.update)
  }

  const isOpen = (symbol: Symbol) => context.exchange.status(symbol) === 'open'

  const check = (symbol: Symbol, kind: PriceKind, price: () => Decimal) => {
    const instrument = context.instruments.get(symbol)
    if (!instrument || !waiting.has(symbol) || !isOpen(symbol)) return
    const at = price()
    for (const id of waiting.releasedBy(symbol, kind, at)) {
      const [customer = '', reference = ''] = id.split('/')
      // The order being placed may have caused this price. It is stored before any triggered order is sent.
      context.whenQuiet(() =>
        context.change(() => {
          const order = orders.find(customer, reference)
          if (order?.status !== 'untriggered') return
          const leg = legReleasedAt(order, at)
          if (leg !== null) release(order, leg, instrument)
        }),
      )
    }
  }

  return {
    wait(order) {
      waiting.set(exchangeId(order), order)
      const instrument = context.instruments.get(order.symbol)
      const price = instrument ? currentPrice(instrument, priceKindOf(order)) : null
      const leg = price === null ? null : legReleasedAt(order, price)
      return leg !== null && instrument && isOpen(order.symbol) ? release(order, leg, instrument) : order
    },
    forget: (order) => waiting.remove(exchangeId(order), order.symbol),
    receive(event) {
      if (event.kind === 'mark') check(event.symbol, 'mark_price', () => decimal(event.mark))
      if (event.kind !== 'print') return
      const { symbol, ticks } = event.print
      const instrument = context.instruments.get(symbol)
      if (instrument) check(symbol, 'trade_price', () => priceOfTicks(instrument, ticks))
    },
  }
}
