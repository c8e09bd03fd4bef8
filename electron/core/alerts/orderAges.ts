/** The ages of live orders. A wall clock that is set back makes no order younger than it was when it was first seen here. */

import { momentOf, msSince, type Clock, type Moment } from '../../../shared/base/clock.ts'
import { orderKey, type Order } from '../../../shared/domain/orders/order.ts'

type Aged = Pick<Order, 'customerCode' | 'referenceId' | 'createdAt'>

export interface OrderAges {
  /** These orders are live. Every other one is forgotten. */
  follow(live: readonly Aged[]): void
  /** Ms since the order was made; below 0 where its time is ahead of the clock. */
  of(order: Aged): number
}

export function createOrderAges(clock: Clock): OrderAges {
  const seen = new Map<string, { readonly first: Moment; readonly age: number }>()
  return {
    follow(live) {
      const keys = new Set(live.map(orderKey))
      for (const key of seen.keys()) if (!keys.has(key)) seen.delete(key)
      for (const order of live) {
        const key = orderKey(order)
        if (!seen.has(key)) seen.set(key, { first: momentOf(clock), age: clock.now() - order.createdAt })
      }
    },
    of(order) {
      const byWall = clock.now() - order.createdAt
      const known = seen.get(orderKey(order))
      return known ? Math.max(byWall, known.age + msSince(clock, known.first)) : byWall
    },
  }
}
