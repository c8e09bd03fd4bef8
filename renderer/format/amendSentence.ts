/** The sentence of an amend: the order, and each value before → after. Pure. */

import { shownCode } from '../../shared/base/shownCode.ts'
import { decimal, type DecimalText } from '../../shared/base/decimal.ts'
import type { Instrument } from '../../shared/domain/instrument.ts'
import type { Order, OrderChanges } from '../../shared/domain/orders/order.ts'
import { exact } from './numbers.ts'
import { priceText } from './priceText.ts'

/** The values that may change, in the order of the ticket's fields. */
export const CHANGE_NAMES = {
  amount: 'amount',
  limitPrice: 'limit',
  triggerPrice: 'trigger',
  takeProfitPrice: 'take profit',
  stopLossPrice: 'stop loss',
} as const satisfies Readonly<Record<keyof OrderChanges, string>>

/** `AMEND BUY BTCUSDC_PERP limit 62,000.0 → 62,155.0`, without the customer. */
export function amendSentence(
  order: Order,
  changes: OrderChanges,
  instrument: Pick<Instrument, 'tickSize'> | undefined,
): string {
  const write = (field: keyof OrderChanges, value: DecimalText | null) =>
    field === 'amount' && value !== null ? exact(decimal(value)) : priceText(value, instrument)

  const fields = Object.keys(CHANGE_NAMES) as (keyof OrderChanges)[]
  const parts = fields.flatMap((field) => {
    const after = changes[field]
    const before = order[field]
    if (after === null) return []
    return [`${CHANGE_NAMES[field]} ${write(field, before)} → ${write(field, after)}`]
  })
  return `AMEND ${order.side.toUpperCase()} ${shownCode(order.symbol)} ${parts.join(', ')}`
}
