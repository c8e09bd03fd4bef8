/** The orders of the newest scale of a customer and instrument, and what became of them. Pure. */

import { isLive, isUnproven, type Order } from '../../../shared/domain/orders/order.ts'

export interface ScaleCounts {
  /** Shown by the venue, whatever became of them later. */
  readonly accepted: number
  /** Proven never to have reached the venue, or written off. */
  readonly dead: number
  readonly refused: number
  readonly notSent: number
  readonly unknown: number
  readonly leaving: number
}

/** Ids of acts grow with each act of a run, also where the clock is set back (submitScale.ts). */
const isNewer = (act: string, than: string): boolean =>
  act.length === than.length ? act > than : act.length > than.length

/** The newest act's orders by row; empty where there is none. */
export function lastScaleOf(orders: Iterable<Order>, symbol: string): readonly Order[] {
  let newest: readonly Order[] = []
  for (const order of orders) {
    if (order.scale === undefined || order.symbol !== symbol) continue
    const act = newest[0]?.scale?.act
    if (act === order.scale.act) newest = [...newest, order]
    else if (act === undefined || isNewer(order.scale.act, act)) newest = [order]
  }
  return newest.toSorted((a, b) => (a.scale?.row ?? 0) - (b.scale?.row ?? 0))
}

/** What became of each order of a scale, counted. */
export function countsOf(orders: readonly Order[]): ScaleCounts {
  const counts = { accepted: 0, dead: 0, refused: 0, notSent: 0, unknown: 0, leaving: 0 }
  for (const order of orders) {
    if (order.phase === 'rejected') counts.refused++
    else if (order.phase === 'not-sent') counts.notSent++
    else if (order.phase === 'intent' || order.phase === 'sent') counts.leaving++
    else if (isUnproven(order)) counts.unknown++
    else if (order.phase === 'dead') counts.dead++
    else counts.accepted++
  }
  return counts
}

export const liveOf = (orders: readonly Order[]): readonly Order[] => orders.filter(isLive)
