/** The recent orders of an order store, for tests that hold a list of orders instead of a store. */

import { decimal, signOf } from '../../../shared/base/decimal.ts'
import { isLive, type Order } from '../../../shared/domain/orders/order.ts'

/** Live orders, and those that ended with fills less than a minute before `now` (ms since epoch). */
export const recentOf = (orders: Iterable<Order>, now: number): Order[] =>
  [...orders].filter(
    (order) => isLive(order) || (signOf(decimal(order.filledAmount)) > 0 && now - order.updatedAt < 60_000),
  )
