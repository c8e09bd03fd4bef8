/** Tells which news of an order is older than what is known: by when it was asked for, and by the venue's own time. Keeps no order. */

import type { Clock } from '../../../shared/base/clock.ts'
import {
  isEndDoubted,
  isLive,
  orderKey,
  type Order,
  type OrderName,
  type OrderReport,
} from '../../../shared/domain/orders/order.ts'
import { TERMINAL_KEPT } from './orderRetention.ts'

/** When a question was asked. News that came after it makes its answer stale. */
export interface Asked {
  /** Of all that the venue reported until then. */
  readonly count: number
  /** Monotonic ms. */
  readonly at: number
}

/** Ms between an answer that shows an ended order open and the look-up that proves it: a venue's reads may lag behind its stream. */
const LAG = 5_000

/** The newest news of an order. */
interface Newest {
  readonly count: number
  /** The venue's own time of it, ms; null where it named none. */
  readonly venueAt: number | null
}

export class ReportFreshness {
  private readonly clock: Clock
  /** Counts what the venue reported. */
  private count = 0
  /** Of live orders. */
  private readonly heard = new Map<string, Newest>()
  /** Of orders that are over, those that ended last at the end; of older ones only that it was not after `endedBefore`. */
  private readonly ended = new Map<string, Newest>()
  private endedBefore = 0
  /** Since when an end is in doubt, monotonic ms. */
  private readonly doubted = new Map<string, number>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  asked(): Asked {
    return { count: this.count, at: this.clock.monotonic() }
  }

  /** Whether an answer about the order was asked for too early to count against what is known. */
  isStale(of: OrderName, known: Order | undefined, { count, at }: Asked): boolean {
    const key = orderKey(of)
    const newest =
      known && !isLive(known)
        ? (this.ended.get(key)?.count ?? this.endedBefore)
        : (this.heard.get(key)?.count ?? 0)
    return newest > count || at - (this.doubted.get(key) ?? -Infinity) < LAG
  }

  /** Whether the venue's own time in a stream message is before that of newer news. */
  isLate(of: OrderName, { updatedAt }: OrderReport): boolean {
    const key = orderKey(of)
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

  /** News of the order was taken, also where it changed nothing: what was asked for before is older. `order`: as it stands now. */
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
