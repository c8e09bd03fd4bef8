/** The first two events of an order's life, and what a venue tells of it, for tests of the fold. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { OrderDraft, OrderReport } from '../../../shared/domain/orders/order.ts'
import type { OrderEvent } from '../../../shared/domain/orders/orderLife.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'

export const intentOf = (draft: OrderDraft): OrderEvent => ({
  kind: 'intent',
  at: 1,
  intentId: 'intent-01',
  draft,
  check: { version: 1, findings: [], typed: null },
})

/** `validUntil`: until when the venue takes the request, ms; null where it is not signed. */
export const sendingUntil = (validUntil: number | null): OrderEvent => ({
  kind: 'sending',
  at: 2,
  act: 'order',
  method: 'POST',
  path: '/',
  bodyHash: null,
  nonce: null,
  validUntil,
})

/** `filled` contracts, each at the price of 60,000. */
export const reportTelling =
  (draft: OrderDraft, referenceId: ReferenceId) =>
  (status: string, filled: number): OrderReport => ({
    ...draft,
    referenceId,
    status,
    filledAmount: String(filled) as DecimalText,
    filledQuote: String(filled * 60_000) as DecimalText,
    createdAt: 2,
  })
