/** Changes prices and amount of a live order (docs/api.md#gap.11), with a new margin check. Places through the exchange, never matches. */

import { compare, decimal, subtract } from '../../../../shared/base/decimal.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { OrderChanges } from '../../../../shared/domain/orders/order.ts'
import type { ExchangeInstrument } from '../../exchange/exchange.ts'
import { accountFunds } from '../accounts/accountFunds.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { mayPlace } from '../accounts/margin.ts'
import { checkCover, checkStatus, sizeAtTrigger, sizeNow } from './orderCheck.ts'
import { exchangeId, type OrderExecution } from './orderExecution.ts'
import type { SizedOrder } from './orderSize.ts'
import type { OrderRecord } from '../../bookkeeping/records.ts'
import { refuse, type Outcome } from '../../refusal.ts'
import { lotsOf } from '../../bookkeeping/ticksAndLots.ts'
import type { TriggerOrders } from './triggerOrders.ts'

export type Amend = (order: OrderRecord, changes: OrderChanges) => Outcome<OrderRecord>

/** Amends a live order. The changes must satisfy the rules of its type. Call within a change. */
export function orderAmend(
  context: BrokerContext,
  execution: OrderExecution,
  triggers: TriggerOrders,
): Amend {
  const { orders } = context.store

  const amendWaiting = (next: OrderRecord, instrument: ExchangeInstrument): Outcome<OrderRecord> => {
    const sized = sizeAtTrigger(next, instrument)
    if (!sized.ok) return sized
    const covered = checkCover(context, next.customerCode, next, sized.value.quote)
    if (!covered.ok) return covered
    execution.update(next)
    return ok(triggers.wait(next))
  }

  /** Compares the funds before and after the amend; leaves the store unchanged. */
  const isCovered = (order: OrderRecord, next: OrderRecord): boolean => {
    const before = accountFunds(context, order.customerCode)
    orders.update(next)
    const after = accountFunds(context, order.customerCode)
    orders.update(order)
    return mayPlace(before, after)
  }

  const amendResting = (
    order: OrderRecord,
    next: OrderRecord,
    instrument: ExchangeInstrument,
  ): Outcome<OrderRecord> => {
    const sized = sizeNow(context, next, instrument)
    if (!sized.ok) return sized
    if (!isCovered(order, next))
      return refuse('INSUFFICIENT_FUNDS', 'the collateral does not cover the initial margin of this change')
    const lots = lotsOf(instrument, subtract(decimal(next.amount), decimal(next.filledAmount)))
    if (lots === null)
      return refuse('ORDER_REJECTED', `what is left must be a multiple of ${instrument.lotSize}`)
    return ok(move(order, next, { ...sized.value, lots }, instrument))
  }

  /** A new price or a larger amount goes to the end of the queue; a smaller amount keeps its place. */
  const move = (
    order: OrderRecord,
    next: OrderRecord,
    sized: SizedOrder,
    instrument: ExchangeInstrument,
  ): OrderRecord => {
    const growth = compare(decimal(next.amount), decimal(order.amount))
    if (next.limitPrice === order.limitPrice && growth <= 0) {
      if (growth < 0) context.exchange.reduce(exchangeId(order), sized.lots)
      execution.update(next)
      return next
    }
    context.exchange.cancel(exchangeId(order))
    return execution.place(next, sized, instrument, execution.update)
  }

  return (order, changes) => {
    const instrument = context.instruments.get(order.symbol)
    if (!instrument) return refuse('ORDER_REJECTED', `${order.symbol} is not traded here any more`)
    const next: OrderRecord = {
      ...order,
      amount: changes.amount ?? order.amount,
      limitPrice: changes.limitPrice ?? order.limitPrice,
      triggerPrice: changes.triggerPrice ?? order.triggerPrice,
      stopLossPrice: changes.stopLossPrice ?? order.stopLossPrice,
      takeProfitPrice: changes.takeProfitPrice ?? order.takeProfitPrice,
      updatedAt: context.clock.now(),
    }
    if (order.status === 'untriggered')
      return context.exchange.status(order.symbol) === 'trade_halt'
        ? refuse('ORDER_REJECTED', `${order.symbol} is halted: orders can be canceled only`)
        : amendWaiting(next, instrument)
    // A triggered stop rests as a limit order. Its trigger can no longer change.
    if (changes.triggerPrice !== null || changes.stopLossPrice !== null || changes.takeProfitPrice !== null)
      return refuse('ORDER_REJECTED', `order ${order.referenceId} has triggered; its trigger cannot change`)
    const open = checkStatus(context, { ...next, type: 'limit' }, instrument)
    return open.ok ? amendResting(order, next, instrument) : open
  }
}
