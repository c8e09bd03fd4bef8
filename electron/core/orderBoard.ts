/** Every order this desk knows, ours and others', and the topic that shows them. Sends nothing. */

import type { Clock } from '../../shared/base/clock.ts'
import { isLive, type Order } from '../../shared/domain/order.ts'
import type { CustomerCode, ReferenceId } from '../../shared/domain/text.ts'
import { applySighting, ordersToShow, saysTheSame } from './orderFold.ts'
import type { OrderReport } from './ports.ts'
import { publish, type Published } from './topicHub.ts'

/** Orders that are over and still shown to a new window. */
const KEPT = 5_000

export interface OrderBoard {
  readonly topic: Published<'orders'>
  get(customer: CustomerCode, id: ReferenceId): Order | undefined
  live(): readonly Order[]
  all(): readonly Order[]
  /** Customers that have an order with this id here. */
  owners(id: ReferenceId): readonly CustomerCode[]
  put(order: Order): void
  /** Changes some fields of a known order. */
  change(of: Order, to: Partial<Order>): void
  /** Folds news of an order in; `askedAt` is null for a stream message. */
  see(report: OrderReport, customer: CustomerCode, askedAt: number | null): void
  clear(): void
}

/** `cameBack` hears of an order that we held for rejected and the venue shows alive. */
export function createOrderBoard(clock: Clock, cameBack: (order: Order) => void): OrderBoard {
  const orders = new Map<string, Order>()
  const byId = new Map<ReferenceId, Set<CustomerCode>>()
  const keyOf = (customer: CustomerCode, id: ReferenceId) => `${customer} ${id}`
  const topic = publish<'orders'>(() => ordersToShow([...orders.values()], KEPT))

  const put = (order: Order): void => {
    orders.set(keyOf(order.customerCode, order.referenceId), order)
    const owners = byId.get(order.referenceId) ?? new Set()
    byId.set(order.referenceId, owners.add(order.customerCode))
    topic.delta([order])
  }

  return {
    topic,
    get: (customer, id) => orders.get(keyOf(customer, id)),
    live: () => [...orders.values()].filter(isLive),
    all: () => [...orders.values()],
    owners: (id) => [...(byId.get(id) ?? [])],
    put,
    change: (of, to) => {
      const known = orders.get(keyOf(of.customerCode, of.referenceId)) ?? of
      put({ ...known, ...to, updatedAt: clock.now() })
    },
    see(report, customer, askedAt) {
      const before = orders.get(keyOf(customer, report.referenceId))
      const told = applySighting(before, { report, customerCode: customer, seenAt: clock.now(), askedAt })
      // What says nothing new changes nothing, so that every mirror equals the board.
      const now = before && saysTheSame(before, told) ? before : told
      if (now !== before) put(now)
      if (before?.phase === 'rejected' && isLive(now)) cameBack(now)
    },
    clear() {
      orders.clear()
      byId.clear()
      topic.replace()
    },
  }
}
