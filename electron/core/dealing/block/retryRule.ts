/** Says whether an order that was made of a row may be at the venue, so that the row must not be sent once more. Sends nothing. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { Block } from '../../../../shared/domain/block/blockFold.ts'
import { isProvenDead } from '../../../../shared/domain/block/rows/rowOrders.ts'
import type { CustomerCode, ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'

/** A sentence; null: every order of the row is proven not to be at the venue. `own`: an order that does not count. */
export type WhyMayLive = (
  customerCode: CustomerCode,
  row: Block['rows'][number],
  own?: ReferenceId | null,
) => string | null

export const termsUnknown = (customerCode: CustomerCode): string =>
  `It is not recorded which amount and price the last order of ${shownCode(customerCode)} in this block had. Look at the orders of the customer, and send a single order.`

export function createRetryRule(orderStore: Pick<OrderStore, 'get'>): WhyMayLive {
  return (customerCode, { referenceId, end = null, earlier = [] }, own = null) => {
    const mayLive = (id: ReferenceId | null, ended: typeof end): boolean => {
      if (id === null || id === own) return false
      const order = orderStore.get(customerCode, id)
      return order ? !isProvenDead(order) : ended?.isProvenDead !== true
    }
    if (earlier.some((each) => mayLive(each.referenceId, each.end)))
      return `An earlier order of ${shownCode(customerCode)} in this block came back: it is live, filled or unknown. Do not send another one.`
    return mayLive(referenceId, end)
      ? `The order of ${shownCode(customerCode)} was requested, and nothing proves that the venue does not have it. Do not send it again.`
      : null
  }
}
