/** Decides which reports on an order are older than what is known: by the time of their request, and by the venue's own time. Stores no order. */

import type { Clock } from '../../../shared/base/clock.ts'
import {
  isEndDoubted,
  isLive,
  orderKey,
  type Order,
  type OrderName,
  type OrderReport,
} from '../../../shared/domain/orders/order.ts'
import { TERMINAL_KEPT } from './retainedOrders.ts'

/** When a request was sent. A report that arrived later makes the answer stale. */
export interface Asked {
  /** Count of the venue's reports until then. */
  readonly count: number
  /** Monotonic ms. */
  readonly at: number
}

/** Ms between an answer that shows a terminal order open and the look-up that proves it. A venue's reads may lag behind its stream. */
const LAG = 5_000

/** The newest news of an order. */
interface Newest {
  readonly count: number
  /** The venue's own time of the news, ms; null where the venue gave none. */
  readonly venueAt: number | null
}

export class StaleReportDetector {
  private readonly clock: Clock
  /** Count of the venue's reports. */
  private count = 0
  /** The newest news of live orders. */
  private readonly heard = new Map<string, Newest>()
  /** The newest news of terminal orders, the last to end at the end. Older orders are forgotten: their news was not after `endedBefore`. */
  private readonly ended = new Map<string, Newest>()
  private endedBefore = 0
  /** Since when an order's end is in doubt, monotonic ms. */
  private readonly doubted = new Map<string, number>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  asked(): Asked {
    return { count: this.count, at: this.clock.monotonic() }
  }

  /** Whether the request of an answer was sent too early for the answer to count against what is known. */
  isStale(name: OrderName, known: Order | undefined, { count, at }: Asked): boolean {
    const key = orderKey(name)
    const newest =
      known && !isLive(known)
        ? (this.ended.get(key)?.count ?? this.endedBefore)
        : (this.heard.get(key)?.count ?? 0)
    return newest > count || at - (this.doubted.get(key) ?? -Infinity) < LAG
  }

  /** Whether a stream message has an earlier venue time than newer news. */
  isLate(name: OrderName, { updatedAt }: OrderReport): boolean {
    const key = orderKey(name)
    const known = (this.heard.get(key) ?? this.ended.get(key))?.venueAt ?? null
    return known !== null && typeof updatedAt === 'number' && updatedAt < known
  }

  /** The order changed. */
  changed(now: Order, before: Order | undefined): void {
    const key = orderKey(now)
    if (!isEndDoubted(now)) this.doubted.delete(key)
    else if (!this.doubted.has(key)) this.doubted.set(key, this.clock.monotonic())
    const venueAt = (this.heard.get(key) ?? this.ended.get(key))?.venueAt ?? null
    if (isLive(now)) {
      if (this.ended.delete(key)) this.heard.set(key, { count: this.count, venueAt })
    } else if (!before || isLive(before)) this.end(key, venueAt)
  }

  /** A report was folded in, even where it changed nothing: answers to earlier requests are older. `order`: its state now. */
  took(order: Order, { updatedAt = null }: OrderReport): void {
    const key = orderKey(order)
    const venueAt = updatedAt ?? (this.heard.get(key) ?? this.ended.get(key))?.venueAt ?? null
    if (isLive(order)) this.heard.set(key, { count: ++this.count, venueAt })
    else if (this.ended.has(key)) this.ended.set(key, { count: this.ended.get(key)?.count ?? 0, venueAt })
  }

  clear(): void {
    this.heard.clear()
    this.ended.clear()
    this.doubted.clear()
  }

  private end(key: string, venueAt: number | null): void {
    this.heard.delete(key)
    this.ended.set(key, { count: ++this.count, venueAt })
    for (const [oldest, { count }] of this.ended) {
      if (this.ended.size <= TERMINAL_KEPT) return
      this.ended.delete(oldest)
      this.endedBefore = count
    }
  }
}
