/** The order after an amend, as the limits count it. Pure. */

import { decimal, subtract, toText } from '../../base/decimal.ts'
import { orderType, type Order, type OrderChanges, type OrderDraft } from './order.ts'

/** What would be left to fill of the order after the change. */
export function amendedDraft(order: Order, changes: OrderChanges): OrderDraft {
  const known = orderType.safeParse(order.type)
  const limitPrice = changes.limitPrice ?? order.limitPrice
  const whole = changes.amount ?? order.amount
  return {
    customerCode: order.customerCode,
    symbol: order.symbol,
    side: order.side,
    // For a type that we do not know, only the prices count.
    type: known.success ? known.data : limitPrice === null ? 'stop_loss' : 'limit',
    amount: whole === null ? null : toText(subtract(decimal(whole), decimal(order.filledAmount))),
    cashAmount: whole === null ? order.cashAmount : null,
    limitPrice,
    triggerPrice: changes.triggerPrice ?? order.triggerPrice,
    stopLossPrice: changes.stopLossPrice ?? order.stopLossPrice,
    takeProfitPrice: changes.takeProfitPrice ?? order.takeProfitPrice,
    triggerPriceType: null,
    timeInForce: null,
    leverage: null,
  }
}
