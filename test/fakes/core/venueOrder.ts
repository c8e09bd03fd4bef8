/** An order of this desk that rests at the venue, nothing filled. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'

/** `at`: when it was made and last heard of, ms. */
export const venueOrder = (
  draft: OrderDraft,
  referenceId: string,
  at: number,
  more: Partial<Order> = {},
): Order => ({
  ...draft,
  referenceId: referenceId as ReferenceId,
  phase: 'working',
  pending: null,
  status: 'open',
  filledAmount: '0' as DecimalText,
  filledQuote: '0' as DecimalText,
  refusal: null,
  origin: 'desk',
  validUntil: null,
  createdAt: at,
  updatedAt: at,
  ...more,
})
