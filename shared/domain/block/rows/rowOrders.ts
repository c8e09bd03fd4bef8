/** The orders that were made of a row: how one ended, and whether it is proven that none of it is at the venue. Pure. */

import { ZERO, compare, decimal } from '../../../base/decimal.ts'
import { WRITTEN_OFF } from '../../orders/orderLife.ts'
import { isFull, isLive, type Order } from '../../orders/order.ts'
import type { RowEnd } from '../blockRecord.ts'

/** Whether the venue refused the order, no byte of it left, or the venue is proven never to have had it. What a dealer wrote off is not proven. */
export const isProvenDead = ({ phase, status, filledAmount, refusal }: Order): boolean =>
  compare(decimal(filledAmount), ZERO) === 0 &&
  (phase === 'rejected' ||
    phase === 'not-sent' ||
    (phase === 'dead' && status === null && refusal?.code !== WRITTEN_OFF))

/** Null while the order is not over. */
export function endOf(order: Order): RowEnd | null {
  const { phase, filledAmount, filledQuote, refusal, amount, limitPrice, triggerPrice } = order
  if (isLive(order)) return null
  return {
    as:
      phase === 'rejected' || phase === 'not-sent'
        ? phase
        : isProvenDead(order)
          ? 'never-arrived'
          : isFull(order)
            ? 'filled'
            : 'ended',
    isProvenDead: isProvenDead(order),
    filledAmount,
    filledQuote,
    why: refusal?.message ?? null,
    terms: { amount, limitPrice, triggerPrice },
  }
}
