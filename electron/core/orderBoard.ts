/** Every order this desk knows, ours and others', and the topic that shows them: one fold over events, and the journal of our own. Sends nothing. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Result } from '../../shared/base/result.ts'
import { isLive, type Order, type OrderReport } from '../../shared/domain/order.ts'
import { applyOrderEvent, ordersToShow, saysTheSame, type OrderEvent } from '../../shared/domain/orderLife.ts'
import type { CustomerCode, ReferenceId } from '../../shared/domain/text.ts'
import type { Diary } from './diary.ts'
import { OrderShelf, OVER_KEPT } from './orderShelf.ts'
import { publish, type Published } from './topicHub.ts'

/** When a question was asked, as the board counts: news that came after it makes the answer stale. */
export type Asked = number

export interface OrderBoard {
  readonly topic: Published<'orders'>
  get(customer: CustomerCode, id: ReferenceId): Order | undefined
  live(): readonly Order[]
  /** Every live order, and those that ended with fills less than a minute ago: their trades may still be on the way. Costs nothing for the day's others. */
  recent(): readonly Order[]
  /** Every live order, and the newest that are over (orderShelf.ts). */
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
  ): void
  /** The venue does not know an order it was asked about. */
  missed(customer: CustomerCode, id: ReferenceId, asked: Asked): void
  /** Takes up orders of an earlier run. */
  restore(orders: readonly Order[]): void
  clear(): void
}

/** `changed` hears of every change but those of `restore`, with the event that made it. */
export function createOrderBoard(
  clock: Clock,
  diary: Diary,
  changed: (now: Order, before: Order | undefined, event: OrderEvent) => void,
): OrderBoard {
  const shelf = new OrderShelf()
  /** Counts what the venue told; by live order, the count of its last. */
  let count = 0
  const heard = new Map<string, number>()
  /** By order that is over, the count of the news that ended it, those that ended last at the end; of older ones only that it was not after `endedBefore`. */
  const ended = new Map<string, number>()
  let endedBefore = 0
  const keyOf = (customer: CustomerCode, id: ReferenceId) => `${customer} ${id}`
  const topic = publish<'orders'>(() => ordersToShow(shelf.all(), OVER_KEPT))

  const noteEnd = (key: string): void => {
    heard.delete(key)
    ended.set(key, ++count)
    for (const [oldest, at] of ended) {
      if (ended.size <= OVER_KEPT) return
      ended.delete(oldest)
      endedBefore = at
    }
  }

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
    if (isLive(now)) ended.delete(keyOf(customer, id))
    else if (!before || isLive(before)) noteEnd(keyOf(customer, id))
    topic.delta([now])
    changed(now, gone ? { ...now, phase: 'closed' } : before, event)
    return true
  }

  const isStale = (customer: CustomerCode, id: ReferenceId, asked: Asked | null): boolean => {
    if (asked === null) return false
    const known = shelf.get(customer, id)
    const key = keyOf(customer, id)
    const newest = known && !isLive(known) ? (ended.get(key) ?? endedBefore) : (heard.get(key) ?? 0)
    return newest > asked
  }

  /** Of other people's orders the venue itself is the record. */
  const isOurs = (customer: CustomerCode, id: ReferenceId): boolean =>
    shelf.get(customer, id)?.origin === 'desk'

  const note: OrderBoard['note'] = (customer, id, event) => {
    const news = fold(customer, id, event)
    if (isOurs(customer, id) && (news || event.kind === 'sending'))
      diary.note({ type: 'order', customerCode: customer, referenceId: id, event })
  }

  return {
    topic,
    get: (customer, id) => shelf.get(customer, id),
    live: () => shelf.live(),
    recent: () => shelf.recent(clock.now()),
    all: () => shelf.all(),
    owners: (id) => shelf.owners(id),
    asked: () => count,
    note,
    commit(customer, id, event) {
      fold(customer, id, event)
      return diary.commit({ type: 'order', customerCode: customer, referenceId: id, event })
    },
    see(report, customer, by, asked) {
      const stale = isStale(customer, report.referenceId, asked)
      note(customer, report.referenceId, { kind: 'shown', at: clock.now(), by, stale, report })
      const now = shelf.get(customer, report.referenceId)
      // News that changes nothing is news all the same: what was asked for before it is older.
      if (!stale && now && isLive(now)) heard.set(keyOf(customer, report.referenceId), ++count)
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
      heard.clear()
      ended.clear()
      topic.replace()
    },
  }
}
