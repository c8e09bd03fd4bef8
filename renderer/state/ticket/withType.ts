/** A ticket with another order type. Pure. */

import type { OrderType } from '../../../shared/domain/orders/order.ts'
import { TYPE_RULES, takesCash } from '../../../shared/domain/orders/orderFieldRules.ts'
import type { TicketForm } from './formFields.ts'

/** Empties the fields that the new type does not use, so that no hidden value is sent (docs/api.md#4.rule.4). */
export function withType(form: TicketForm, type: OrderType): TicketForm {
  const rule = TYPE_RULES[type]
  return {
    ...form,
    type,
    cashAmount: takesCash(type) ? form.cashAmount : '',
    limitPrice: rule.limitPrice ? form.limitPrice : '',
    triggerPrice: rule.triggerPrice ? form.triggerPrice : '',
    takeProfitPrice: rule.combo ? form.takeProfitPrice : '',
    stopLossPrice: rule.combo ? form.stopLossPrice : '',
    bracketProfit: rule.combo ? '' : form.bracketProfit,
    bracketStop: rule.combo ? '' : form.bracketStop,
    timeInForce: '',
    isScale: false,
    scaleTo: '',
    scaleRest: null,
  }
}

/** A ticket whose order is sent as a scale: limit orders in contracts, without a bracket and without a computed size. */
export const withScale = (form: TicketForm): TicketForm => ({
  ...withType(form, 'limit'),
  cashAmount: '',
  bracketProfit: '',
  bracketStop: '',
  sizeBasis: '',
  sizeValue: '',
  riskStop: '',
  isScale: true,
  scaleTo: form.scaleTo,
})
