/** Every order this desk knows, ours and others', and the topic that shows them: one fold over events, and the journal of our own. Sends nothing. */

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
import { ReportFreshness, type Asked } from './reportFreshness.ts'
import { OrderRetention, TERMINAL_KEPT } from './orderRetention.ts'
import { publish, type Published } from '../support/publishedTopic.ts'

/**
 * What became of a report: `taken` folded in · `late` a stream message that is older than what is known · `contradicts` it is about another
 * order than the known one. Only what is taken changes the order.
 */
export type Seen = 'taken' | 'late' | 'contradicts'

export type OrderChanged = (now: Order, before: Order | undefined, event: OrderEvent) => void

export interface OrderStore {
  readonly topic: Published<'orders'>
  get(customer: CustomerCode, id: ReferenceId): Order | undefined
  live(): readonly Order[]
  /** Every live order, and those that ended with fills less than a minute ago: their trades may still be on the way. Costs nothing for the day's others. */
  recent(): readonly Order[]
  /** Every live order, and the newest that are over (orderRetention.ts). */
  all(): readonly Order[]
  /** Customers that have or had an order with this id here. */
  owners(id: ReferenceId): readonly CustomerCode[]
  /** Taken right before the venue is asked about orders. */
  asked(): Asked
  /** Folds an event in, and files it in the journal without waiting for the disk. */
  note(customer: CustomerCode, id: ReferenceId, event: OrderEvent): void
  /** Like `note`; ok once the event is on disk. The event is in force at once, so that exposure is counted while the disk works. */
  commit(customer: CustomerCode, id: ReferenceId, event: OrderEvent): Promise<Result<null, string>>
  /** Folds in what the venue shows of an order. `asked` is null for a stream message. */
  see(
    report: OrderReport,
    customer: CustomerCode,
    by: 'answer' | 'stream' | 'look-up' | 'list',
    asked: Asked | null,
  ): Seen
  /** The venue does not know an order it was asked about. */
  missed(customer: CustomerCode, id: ReferenceId, asked: Asked): void
  /** Takes up orders of an earlier run. */
  restore(orders: readonly Order[]): void
  clear(): void
}

/**
 * `changed` hears of every change but those of `restore`, with the event that made it. `contradicted` hears of every report that is about
 * another order than the known one; `why` is a clause without a full stop.
 */
export function createOrderStore(
  clock: Clock,
  journalWriter: JournalWriter,
  changed: OrderChanged,
  contradicted: (known: Order, why: string) => void,
): OrderStore {
  const shelf = new OrderRetention()
  const ages = new ReportFreshness(clock)
  const topic = publish<'orders'>(() => ordersToShow(shelf.all(), TERMINAL_KEPT))

  /** True where the event said something new. */
  const fold = (customer: CustomerCode, id: ReferenceId, event: OrderEvent): boolean => {
    const before = shelf.get(customer, id)
    const folded = applyOrderEvent(before, customer, id, event)
    // What says nothing new changes nothing, so that every mirror equals the board.
    if (!folded || folded === before || (before && saysTheSame(before, folded))) return false
    const gone = shelf.gone(customer, id)
    // Nothing is known of it any more but whose it was, and that it was over.
    const now = gone ? { ...folded, origin: gone.origin } : folded
    shelf.put(now, clock.now())
    ages.changed(now, before)
    topic.delta([now])
    changed(now, gone ? { ...now, phase: 'closed' } : before, event)
    return true
  }

  const isStale = (customer: CustomerCode, id: ReferenceId, asked: Asked): boolean =>
    ages.isStale({ customerCode: customer, referenceId: id }, shelf.get(customer, id), asked)

  /** Of other people's orders the venue itself is the record. */
  const isOurs = (customer: CustomerCode, id: ReferenceId): boolean =>
    shelf.get(customer, id)?.origin === 'desk'

  const note: OrderStore['note'] = (customer, id, event) => {
    const news = fold(customer, id, event)
    if (isOurs(customer, id) && (news || event.kind === 'sending'))
      journalWriter.note({ type: 'order', customerCode: customer, referenceId: id, event })
  }

  return {
    topic,
    get: (customer, id) => shelf.get(customer, id),
    live: () => shelf.live(),
    recent: () => shelf.recent(clock.now()),
    all: () => shelf.all(),
    owners: (id) => shelf.owners(id),
    asked: () => ages.asked(),
    note,
    commit(customer, id, event) {
      fold(customer, id, event)
      return journalWriter.commit({ type: 'order', customerCode: customer, referenceId: id, event })
    },
    see(report, customer, by, asked) {
      const { referenceId } = report
      const known = shelf.get(customer, referenceId)
      const another = known ? anotherOrder(known, report, asked === null ? 'stream' : 'read') : null
      if (known && another !== null) {
        contradicted(known, another)
        return 'contradicts'
      }
      if (asked === null && ages.isLate({ customerCode: customer, referenceId }, report)) return 'late'
      const stale = asked !== null && isStale(customer, referenceId, asked)
      note(customer, referenceId, { kind: 'shown', at: clock.now(), by, stale, report })
      const now = shelf.get(customer, referenceId)
      if (!stale && now) ages.took(now, report)
      return 'taken'
    },
    missed(customer, id, asked) {
      note(customer, id, { kind: 'absent', at: clock.now(), stale: isStale(customer, id, asked) })
    },
    restore(kept) {
      for (const order of kept) shelf.put(order, clock.now())
      topic.replace()
    },
    clear() {
      shelf.clear()
      ages.clear()
      topic.replace()
    },
  }
}
