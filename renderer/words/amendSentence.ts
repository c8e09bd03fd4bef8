/** The sentence of a change to an order: what it is, and each value before → after. Pure. */

import { decimal } from '../../shared/base/decimal.ts'
import type { Order, OrderChanges } from '../../shared/domain/order.ts'
import { UNKNOWN, exact } from './numbers.ts'

/** What may be changed, in the order of the ticket's fields. */
export const CHANGE_NAMES = {
  amount: 'amount',
  limitPrice: 'limit',
  triggerPrice: 'trigger',
  takeProfitPrice: 'take profit',
  stopLossPrice: 'stop loss',
} as const satisfies Readonly<Record<keyof OrderChanges, string>>

/** `AMEND BUY BTCUSDC_PERP limit 62,000 → 62,155`, without the customer. */
export function amendSentence(of: Order, changes: OrderChanges): string {
  const fields = Object.keys(CHANGE_NAMES) as (keyof OrderChanges)[]
  const parts = fields.flatMap((field) => {
    const after = changes[field]
    const before = of[field]
    if (after === null) return []
    return [
      `${CHANGE_NAMES[field]} ${before === null ? UNKNOWN : exact(decimal(before))} → ${exact(decimal(after))}`,
    ]
  })
  return `AMEND ${of.side.toUpperCase()} ${of.symbol} ${parts.join(', ')}`
}
