/** The orders of the newest scale of a customer and instrument, and what became of them. Pure. */

import { isLive, isUnproven, type Order } from '../../../shared/domain/orders/order.ts'

export interface ScaleCounts {
  readonly accepted: number
  readonly refused: number
  readonly notSent: number
  readonly unknown: number
  readonly leaving: number
}

/** The newest act's orders by row; empty where there is none. `ids`: of the customer's orders, oldest first. */
export function lastScaleOf(orders: Iterable<Order>, symbol: string): readonly Order[] {
  let newest: readonly Order[] = []
  for (const order of orders) {
    if (order.scale === undefined || order.symbol !== symbol) continue
    const [first] = newest
    if (first?.scale?.act === order.scale.act) newest = [...newest, order]
    else if (!first || order.createdAt >= first.createdAt) newest = [order]
  }
  return newest.toSorted((a, b) => (a.scale?.row ?? 0) - (b.scale?.row ?? 0))
}

/** What became of each order of a scale, counted. */
export function countsOf(orders: readonly Order[]): ScaleCounts {
  const counts = { accepted: 0, refused: 0, notSent: 0, unknown: 0, leaving: 0 }
  for (const order of orders) {
    if (order.phase === 'rejected') counts.refused++
    else if (order.phase === 'not-sent') counts.notSent++
    else if (order.phase === 'intent' || order.phase === 'sent') counts.leaving++
    else if (isUnproven(order)) counts.unknown++
    else counts.accepted++
  }
  return counts
}

export const liveOf = (orders: readonly Order[]): readonly Order[] => orders.filter(isLive)
