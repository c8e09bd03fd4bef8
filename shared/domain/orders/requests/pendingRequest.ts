/** What an order keeps of the dealer's cancels and changes until they are over. Pure. Forgets no request that the venue may still carry out. */

import { compare, decimal, type DecimalText } from '../../../base/decimal.ts'
import type { Order } from '../order.ts'

/** The venue does not know the order of a cancel or amend: it may have ended by an earlier request (docs/order-lifecycle.md#cancels). */
export const isGone = ({ code }: { readonly code: string }): boolean => code === 'NOT_FOUND'

/** Keeps the pending request, which nothing has confirmed: the venue may still carry it out, or has done so unseen. */
export const withUnconfirmed = ({ pending, unconfirmed = [] }: Order): Pick<Order, 'unconfirmed'> =>
  pending === null ? {} : { unconfirmed: [...new Set([...unconfirmed, pending])] }

/** The larger amount counts until the change is over: the venue may carry out each of them. */
export const askedFor = ({ askedAmount }: Order, amount: DecimalText | null): Pick<Order, 'askedAmount'> =>
  amount === null || (askedAmount !== undefined && compare(decimal(askedAmount), decimal(amount)) >= 0)
    ? {}
    : { askedAmount: amount }

/** Forgets the amount of a change that can no longer come. */
export function amendOver(known: Order): Order {
  if (known.pending === 'amend' || known.unconfirmed?.includes('amend')) return known
  const { askedAmount: _over, ...rest } = known
  return rest
}

/** A new request takes the place of a pending one of the other kind, which may have left. */
export const requested = (known: Order, act: 'cancel' | 'amend'): Partial<Order> => ({
  ...(known.pending === act ? {} : withUnconfirmed(known)),
  pending: act,
  refusal: null,
})
