/** The contracts that live orders are being amended to. Holds no order whose amend is over. Checks no limit. */

import type { Decimal } from '../../../../../shared/base/decimal.ts'
import { orderKey, type Order } from '../../../../../shared/domain/orders/order.ts'

export interface AmendedAmounts {
  /** An amend of the order passed. `amount`: its new contracts, null where the amend leaves them. Drops the amounts of amends that are over. */
  note(order: Order, amount: Decimal | null): void
  /** The contracts that the order is being amended to; null where no amend of its contracts is under way. */
  of(order: Order): Decimal | null
  /** How many amounts are stored. */
  readonly count: number
}

/** `live`: every live order. */
export function createAmendedAmounts(live: () => readonly Order[]): AmendedAmounts {
  const amounts = new Map<string, Decimal>()
  const isUnderWay = ({ pending }: Order) => pending === 'amend'
  return {
    note(order, amount) {
      const underWay = new Set(live().filter(isUnderWay).map(orderKey))
      for (const key of amounts.keys()) if (!underWay.has(key)) amounts.delete(key)
      if (amount === null) amounts.delete(orderKey(order))
      else amounts.set(orderKey(order), amount)
    },
    of: (order) => (isUnderWay(order) ? (amounts.get(orderKey(order)) ?? null) : null),
    get count() {
      return amounts.size
    },
  }
}
