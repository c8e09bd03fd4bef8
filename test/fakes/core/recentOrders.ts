/** What an order board calls recent, for tests that keep a list of orders instead of one. */

import { decimal, signOf } from '../../../shared/base/decimal.ts'
import { isLive, type Order } from '../../../shared/domain/orders/order.ts'

/** Live orders, and those that ended with fills less than a minute before `now` (ms since epoch). */
export const recentOf = (orders: Iterable<Order>, now: number): Order[] =>
  [...orders].filter(
    (order) => isLive(order) || (signOf(decimal(order.filledAmount)) > 0 && now - order.updatedAt < 60_000),
  )
