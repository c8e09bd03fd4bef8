/** Finds out what became of orders: asks the venue again and again, and says dead only where nothing else is possible. Reads only: it never sends an order. */

import type { Clock, EpochMs, Stop } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import {
  isAtOdds,
  isLive,
  isUnproven,
  orderKey,
  wasShown,
  type Order,
} from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { Access } from '../support/access.ts'
import type { OrderStore } from './orderStore.ts'
import type { Broker, ReadFailure } from '../ports.ts'

/** Ms until the n-th question about an order; the last goes on. */
const DELAYS = [1_000, 1_000, 2_000, 4_000, 8_000, 15_000]
/** Ms until the n-th question about an order that nobody can tell of. */
const SLOW = 60_000
/** Ms that the venue may hold a request after it let it in: no request lives longer than its age limit and this (docs/order-lifecycle.md#proof-of-death). */
const LONGEST_QUEUE = 60_000
/** Ms between two answers that count as two. */
const APART = 2_000
/** Asked for this long, ms, and this often, without any trace: asking will not tell. Requests that do not age have no other end. */
const GIVE_UP_AFTER = 120_000
const GIVE_UP_ASKED = 6
/** Ms after which an order still working was not cancelled by a cancel that the venue took in or that nobody knows of. */
const CANCEL_SHOWS_WITHIN = 60_000
/** Ms between looks at an order that a known code refused, and at one proven dead: neither may ever show up (docs/order-lifecycle.md#reappearance). */
const AFTER_REFUSAL = [5_000, 15_000, 40_000]
const HOUR = 3_600_000
const AFTER_DEATH = [60_000, 300_000, 900_000, ...Array.from({ length: 23 }, () => HOUR)]

export interface UnknownOrderResolverOptions {
  readonly clock: Clock
  readonly access: Access
  readonly orderStore: OrderStore
  /** An id that no order ever had. */
  readonly mint: () => ReferenceId
  /** Reads the newest trades in; fails where they cannot be read. */
  readonly readTrades: () => Promise<Result<unknown, unknown>>
  /** Whether a trade names the order. */
  readonly hasTrade: (customer: CustomerCode, id: ReferenceId) => boolean
  /** Since when the orders channel has been live without a break, monotonic ms; null while it is not. */
  readonly ordersLiveSince: () => number | null
}

export interface UnknownOrderResolver {
  /** Asks once, now. An order that the venue does not know becomes `unknown`, never dead by that alone. */
  ask(broker: Broker, customer: CustomerCode, id: ReferenceId): Promise<Result<null, ReadFailure>>
  /** Asks until the order is over, or works with nothing pending and something left to fill. */
  watch(order: Order): void
  /** Looks after an order that is over by our own inference, in case it comes back. */
  watchForReappearance(order: Order): void
  close(): void
}

/** An answer that came after its session ended says nothing of what the desk shows now. */
const anotherSession: ReadFailure = {
  kind: 'unreachable',
  code: null,
  message: 'The session ended before the venue answered.',
}

const doesNotFit = (id: ReferenceId): ReadFailure => ({
  kind: 'unreadable',
  code: null,
  message: `The venue's answer about order ${id} does not fit the order that is known here.`,
})

const isSettled = (order: Order | undefined): boolean =>
  !order || !isLive(order) || (order.phase === 'working' && order.pending === null && !isAtOdds(order))

/** What has been heard while one order was watched. */
interface Watch {
  readonly since: number
  readonly stop: Stop
  attempt: number
  /** Monotonic ms of each answer that the venue does not know the order. */
  absences: number[]
  /** Of those, the ones asked after the request was too old to be let in. */
  lateAbsences: number[]
  workingSince: number | null
}

export function createUnknownOrderResolver(parts: UnknownOrderResolverOptions): UnknownOrderResolver {
  const { clock, access, orderStore } = parts
  const watched = new Map<string, Watch>()
  const watchedForReappearance = new Map<string, Stop>()
  /** Sessions whose venue was seen to say NOT_FOUND of an id that never was: only there does an absence mean anything (docs/order-lifecycle.md#proof-of-absence). */
  const honest = new WeakMap<Broker, boolean>()

  const look = async (
    broker: Broker,
    customer: CustomerCode,
    id: ReferenceId,
    fresh: boolean,
  ): Promise<Result<null, ReadFailure>> => {
    const asked = orderStore.asked()
    const answer = await broker.order(customer, id, { freshConnection: fresh })
    if (access.broker() !== broker) return fail(anotherSession)
    if (answer.ok)
      return orderStore.see(answer.value, customer, 'look-up', asked) === 'contradicts'
        ? fail(doesNotFit(id))
        : ok(null)
    if (answer.failure.code === 'NOT_FOUND') orderStore.missed(customer, id, asked)
    return answer
  }

  const knowsAbsence = async (broker: Broker, customer: CustomerCode): Promise<boolean> => {
    const known = honest.get(broker)
    if (known !== undefined) return known
    const answer = await broker.order(customer, parts.mint())
    if (!answer.ok && answer.failure.kind !== 'refused') return false
    const says = !answer.ok && answer.failure.code === 'NOT_FOUND'
    honest.set(broker, says)
    return says
  }

  /** The venue's clock is past every moment at which it could still let the request in and work it off. */
  const isTooOld = (broker: Broker, validUntil: EpochMs): boolean => {
    const earliest = broker.venueTime()?.earliest ?? null
    return earliest !== null && earliest > validUntil + LONGEST_QUEUE
  }

  /**
   * The answers that the venue does not know an order, as far as they count. Of an order that it never showed: those after the request was too
   * old. Of an order that it had shown no request is on its way: there its answers count once it gave them often and for long, with the orders
   * channel live.
   */
  const absencesThatCount = (order: Order, watch: Watch): readonly number[] => {
    if (!wasShown(order)) return watch.lateAbsences
    const liveSince = parts.ordersLiveSince() ?? Number.POSITIVE_INFINITY
    const heard = watch.absences.filter((at) => at >= liveSince)
    const longAgo = clock.monotonic() - watch.since >= GIVE_UP_AFTER
    return longAgo && heard.length >= GIVE_UP_ASKED ? heard : []
  }

  /** Whether all of docs/order-lifecycle.md#proof-of-death is there. */
  const proveDead = async (broker: Broker, order: Order, watch: Watch): Promise<boolean> => {
    const absences = absencesThatCount(order, watch)
    const [first] = absences
    const last = absences.at(-1)
    if (first === undefined || last === undefined || last - first < APART) return false
    const liveSince = parts.ordersLiveSince()
    if (liveSince === null || liveSince > first) return false
    if (!(await knowsAbsence(broker, order.customerCode))) return false
    const read = await parts.readTrades()
    const now = orderStore.get(order.customerCode, order.referenceId)
    return (
      read.ok &&
      access.broker() === broker &&
      now !== undefined &&
      isUnproven(now) &&
      !parts.hasTrade(order.customerCode, order.referenceId)
    )
  }

  const judge = async (broker: Broker, order: Order, watch: Watch): Promise<void> => {
    const { customerCode, referenceId } = order
    if (await proveDead(broker, order, watch)) {
      orderStore.note(customerCode, referenceId, {
        kind: 'dead',
        at: clock.now(),
        proof: wasShown(order)
          ? `The venue had shown it, then said ${watch.absences.length} times that it does not know it, and no trade names it.`
          : `Its signature ended more than ${LONGEST_QUEUE / 1000} s ago, the venue said ${watch.lateAbsences.length} times since that it does not know it, and no trade names it.`,
      })
      const dead = orderStore.get(customerCode, referenceId)
      if (dead) watchForReappearance(dead)
      return
    }
    const asked = clock.monotonic() - watch.since
    // A signed request that never showed is proven dead sooner or later, unless this venue says nothing of orders that it does not know.
    const tells = !wasShown(order) && order.validUntil !== null && honest.get(broker) !== false
    if (order.phase === 'unresolved' || tells) return
    if (asked < GIVE_UP_AFTER || watch.absences.length < GIVE_UP_ASKED) return
    orderStore.note(customerCode, referenceId, {
      kind: 'unresolved',
      at: clock.now(),
      why: wasShown(order)
        ? 'The venue had shown it and does not know it now. That does not prove that it is over.'
        : 'The venue does not know it, and a request that is proved by a token alone could still arrive.',
    })
  }

  const askWatched = async (order: Order, watch: Watch, broker: Broker): Promise<void> => {
    const asked = clock.monotonic()
    const late = order.validUntil !== null && isTooOld(broker, order.validUntil)
    const unproven = isUnproven(order)
    if (unproven) orderStore.note(order.customerCode, order.referenceId, { kind: 'asking', at: clock.now() })
    const answer = await look(broker, order.customerCode, order.referenceId, unproven)
    if (!answer.ok && answer.failure.code === 'NOT_FOUND') {
      watch.absences.push(asked)
      if (late) watch.lateAbsences.push(asked)
    }
    const now = orderStore.get(order.customerCode, order.referenceId)
    if (now && isUnproven(now)) {
      watch.workingSince = null
      if (!answer.ok && answer.failure.code === 'NOT_FOUND') await judge(broker, now, watch)
    } else if (now?.phase === 'working' && now.pending === 'cancel' && answer.ok) {
      watch.workingSince ??= asked
      if (clock.monotonic() - watch.workingSince < CANCEL_SHOWS_WITHIN) return
      orderStore.note(now.customerCode, now.referenceId, {
        kind: 'wish-over',
        at: clock.now(),
        act: 'cancel',
        proven: false,
      })
    }
  }

  const plan = (order: Order, watch: Omit<Watch, 'stop'>): void => {
    const key = orderKey(order)
    const delay =
      order.phase === 'unresolved' ? SLOW : (DELAYS[Math.min(watch.attempt, DELAYS.length - 1)] ?? SLOW)
    const run = async (): Promise<void> => {
      const now = orderStore.get(order.customerCode, order.referenceId)
      const mine = watched.get(key)
      if (!now || !mine || isSettled(now)) return void watched.delete(key)
      const broker = access.broker()
      if (broker) await askWatched(now, mine, broker)
      if (watched.get(key) !== mine) return
      const after = orderStore.get(order.customerCode, order.referenceId)
      if (!after || isSettled(after)) watched.delete(key)
      else plan(after, { ...mine, attempt: mine.attempt + 1 })
    }
    watched.set(key, { ...watch, stop: clock.after(delay, () => void run()) })
  }

  const watchForReappearance = (order: Order): void => {
    const key = orderKey(order)
    if (watchedForReappearance.has(key)) return
    const delays = order.phase === 'dead' ? AFTER_DEATH : AFTER_REFUSAL
    const next = (attempt: number): void => {
      const delay = delays[attempt]
      if (delay === undefined) return void watchedForReappearance.delete(key)
      watchedForReappearance.set(
        key,
        clock.after(delay, () => {
          const now = orderStore.get(order.customerCode, order.referenceId)
          const broker = access.broker()
          if (!now || isLive(now) || now.status !== null) return void watchedForReappearance.delete(key)
          if (broker) void look(broker, order.customerCode, order.referenceId, false)
          next(attempt + 1)
        }),
      )
    }
    next(0)
  }

  return {
    ask: (broker, customer, id) => look(broker, customer, id, false),
    watch(order) {
      if (!watched.has(orderKey(order)))
        plan(order, {
          since: clock.monotonic(),
          attempt: 0,
          absences: [],
          lateAbsences: [],
          workingSince: null,
        })
    },
    watchForReappearance,
    close() {
      for (const { stop } of watched.values()) stop()
      for (const stop of watchedForReappearance.values()) stop()
      watched.clear()
      watchedForReappearance.clear()
    },
  }
}
