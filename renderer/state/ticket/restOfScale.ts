/** A ticket with the orders of a scale that were not sent: exactly their prices and amounts, as a new scale. Pure; sends nothing. */

import { ZERO, add, decimal, toText } from '../../../shared/base/decimal.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { ScaleRow } from '../../../shared/domain/orders/rows/scaleTag.ts'
import type { TicketForm } from './formFields.ts'
import { countsOf } from './lastScale.ts'
import { withScale, withType } from './withType.ts'

/** The orders of a scale of which no byte left. Empty while some are on their way: these may still come to be sent or not. */
export const unsentOf = (orders: readonly Order[]): readonly Order[] =>
  countsOf(orders).leaving > 0 ? [] : orders.filter(({ phase }) => phase === 'not-sent')

/** A single order becomes a limit order: a scale has at least two. */
export function withRest(form: TicketForm, unsent: readonly Order[]): TicketForm {
  const rows = unsent.flatMap(({ limitPrice, amount }): ScaleRow[] =>
    limitPrice === null || amount === null ? [] : [{ limitPrice, amount }],
  )
  const [first] = unsent
  const [from, to] = [rows[0], rows.at(-1)]
  if (!first || !from || !to) return form
  const isScale = rows.length > 1
  const rest = {
    side: first.side,
    amount: toText(rows.reduce((sum, { amount }) => add(sum, decimal(amount)), ZERO)),
    limitPrice: from.limitPrice,
    leverage: first.leverage === null ? '' : String(first.leverage),
  }
  return isScale
    ? {
        ...withScale(form),
        ...rest,
        scaleTo: to.limitPrice,
        scaleCount: String(rows.length),
        scaleRest: rows,
      }
    : { ...withType(form, 'limit'), ...rest, cashAmount: '', timeInForce: 'GTC' }
}
