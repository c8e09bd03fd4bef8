/** The order store: every known order, ours and external ones, folded from events. Publishes the orders topic and journals our own. Sends nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Order, OrderReport } from '../../../shared/domain/orders/order.ts'
import { anotherOrder } from '../../../shared/domain/orders/orderContradiction.ts'
import {
  applyOrderEvent,
  ordersToShow,
  saysTheSame,
  type OrderEvent,
} from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { MayBeOwn } from './mayBeOwnOrder.ts'
import { StaleReportDetector, type Asked } from './detectStaleOrderReports.ts'
import { RetainedOrders, TERMINAL_KEPT } from './retainedOrders.ts'
import { publish, type Published } from '../support/publishTopic.ts'

/**
 * What the store did with a report. `taken`: folded in · `late`: ignored, a stream message older than what is known · `contradicts`: ignored, the
 * report is about another order than the known one.
 */
export type Seen = 'taken' | 'late' | 'contradicts'

export type OrderChanged = (now: Order, before: Order | undefined, event: OrderEvent) => void

export interface OrderStore {
  readonly topic: Published<'orders'>
  get(customer: CustomerCode, id: ReferenceId): Order | undefined
  live(): readonly Order[]
  /** Every live order, and those that ended with fills less than a minute ago, whose trades may still be on the way. Does not visit the day's other orders. */
  recent(): readonly Order[]
  /** The same of one customer. Both visit no order of another customer. */
  liveOf(customer: CustomerCode): readonly Order[]
  recentOf(customer: CustomerCode): readonly Order[]
  /** Every live order, and the newest terminal orders (retainedOrders.ts). */
  all(): readonly Order[]
  /** The same without old dead orders. Visits no order that is gone, so that the check of an order can ask. */
  newest(): readonly Order[]
  /** Customers that have or had an order with this id here. */
  owners(id: ReferenceId): readonly CustomerCode[]
  /** Call right before a request about orders is sent; pass the result with its answer. */
  asked(): Asked
  /** Folds an event in and journals it without waiting for the disk. */
  note(customer: CustomerCode, id: ReferenceId, event: OrderEvent): void
  /** Like `note`; resolves ok once the event is on disk. The event counts at once, so that exposure includes it while the disk works. */
  commit(customer: CustomerCode, id: ReferenceId, event: OrderEvent): Promise<Result<null, string>>
  /** Folds in a report of the venue. `asked` is null for a stream message. */
  see(
    report: OrderReport,
    customer: CustomerCode,
    by: 'answer' | 'stream' | 'look-up' | 'list',
    asked: Asked | null,
  ): Seen
  /** The venue answered NOT_FOUND to a look-up. */
  missed(customer: CustomerCode, id: ReferenceId, asked: Asked): void
  /** Stores orders of an earlier run. */
  restore(orders: readonly Order[]): void
  clear(): void
}

export interface OrderStoreOptions {
  readonly clock: Clock
  readonly journalWriter: JournalWriter
  /** Whether an order that the journal does not name may still be this desk's. */
  readonly mayBeOwn: MayBeOwn
  /** Called with every change except those of `restore`, and the event that made it. */
  readonly changed: OrderChanged
  /** Called with every report that is about another order than the known one. `why`: a clause without a full stop. */
  readonly contradicted: (known: Order, why: string) => void
}

export function createOrderStore(options: OrderStoreOptions): OrderStore {
  const { clock, journalWriter, mayBeOwn, changed, contradicted } = options
  const retention = new RetainedOrders()
  const staleDetector = new StaleReportDetector(clock)
  const topic = publish<'orders'>(() => ordersToShow(retention.all(), TERMINAL_KEPT))

  /** Returns whether the event changed the order. */
  const fold = (customer: CustomerCode, id: ReferenceId, event: OrderEvent): boolean => {
    const before = retention.get(customer, id)
    const folded = applyOrderEvent(before, customer, id, event)
    // An event that changes nothing is not published, so that every local copy equals the store.
    if (!folded || folded === before || (before && saysTheSame(before, folded))) return false
    const gone = retention.gone(customer, id)
    // Only the customer and origin of a gone order are known, and that it was done.
    const isUnclear = before === undefined && event.kind === 'shown' && mayBeOwn(event.report.createdAt)
    const now = gone
      ? { ...folded, origin: gone.origin }
      : isUnclear
        ? { ...folded, origin: 'unknown' as const }
        : folded
    retention.put(now, clock.now())
    staleDetector.changed(now, before)
    topic.delta([now])
    changed(now, gone ? { ...now, phase: 'closed' } : before, event)
    return true
  }

  const isStale = (customer: CustomerCode, id: ReferenceId, asked: Asked): boolean =>
    staleDetector.isStale({ customerCode: customer, referenceId: id }, retention.get(customer, id), asked)

  /** For external orders the venue itself is the record. */
  const isOurs = (customer: CustomerCode, id: ReferenceId): boolean =>
    retention.get(customer, id)?.origin === 'desk'

  const note: OrderStore['note'] = (customer, id, event) => {
    const isNew = fold(customer, id, event)
    if (isOurs(customer, id) && (isNew || event.kind === 'sending'))
      journalWriter.note({ type: 'order', customerCode: customer, referenceId: id, event })
  }

  return {
    topic,
    get: (customer, id) => retention.get(customer, id),
    live: () => retention.live(),
    recent: () => retention.recent(clock.now()),
    liveOf: (customer) => retention.liveOf(customer),
    recentOf: (customer) => retention.recentOf(customer, clock.now()),
    all: () => retention.all(),
    newest: () => retention.newest(),
    owners: (id) => retention.owners(id),
    asked: () => staleDetector.asked(),
    note,
    commit(customer, id, event) {
      fold(customer, id, event)
      return journalWriter.commit({ type: 'order', customerCode: customer, referenceId: id, event })
    },
    see(report, customer, by, asked) {
      const { referenceId } = report
      const known = retention.get(customer, referenceId)
      const another = known ? anotherOrder(known, report, asked === null ? 'stream' : 'read') : null
      if (known && another !== null) {
        contradicted(known, another)
        return 'contradicts'
      }
      if (asked === null && staleDetector.isLate({ customerCode: customer, referenceId }, report))
        return 'late'
      const stale = asked !== null && isStale(customer, referenceId, asked)
      note(customer, referenceId, { kind: 'shown', at: clock.now(), by, stale, report })
      const now = retention.get(customer, referenceId)
      if (!stale && now) staleDetector.took(now, report)
      return 'taken'
    },
    missed(customer, id, asked) {
      note(customer, id, { kind: 'absent', at: clock.now(), stale: isStale(customer, id, asked) })
    },
    restore(orders) {
      for (const order of orders) retention.put(order, clock.now())
      topic.replace()
    },
    clear() {
      retention.clear()
      staleDetector.clear()
      topic.replace()
    },
  }
}
