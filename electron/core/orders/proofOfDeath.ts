/** Decides whether an order of unknown status is proven dead (docs/order-lifecycle.md#proof-of-death). Reads only. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import { isUnproven, wasShown, type Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { Broker } from '../ports.ts'
import type { Access } from '../support/brokerAccess.ts'
import type { OrderStore } from './orderStore.ts'

/** Ms that the venue may hold a request after it let it in: no request lives longer than its age limit and this (docs/order-lifecycle.md#proof-of-death). */
export const LONGEST_QUEUE = 60_000
/** Ms between two answers that count as two. */
const APART = 2_000
/** Polled for this long, ms, and this often without a trace: polling will not prove anything. A request without an expiry has no other end. */
const GIVE_UP_AFTER = 120_000
const GIVE_UP_ANSWERS = 6

export interface ProofOfDeathOptions {
  readonly clock: Clock
  readonly access: Access
  readonly orderStore: Pick<OrderStore, 'get'>
  /** Mints a reference id that no order ever had. */
  readonly mint: () => ReferenceId
  /** Reads the newest trades; fails where they cannot be read. */
  readonly readTrades: () => Promise<Result<unknown, unknown>>
  /** Whether a trade names the order. */
  readonly hasTrade: (customer: CustomerCode, id: ReferenceId) => boolean
  /** Monotonic ms since when the orders channel has been live without a break; null while it is not live. */
  readonly ordersLiveSince: () => number | null
}

/** The answers of the venue since an order is polled. */
export interface Absences {
  /** Monotonic ms of the first poll. */
  readonly since: number
  /** Monotonic ms of each poll that the venue answered with NOT_FOUND. */
  readonly all: readonly number[]
  /** Of those, the polls made after the request was too old to be let in. */
  readonly late: readonly number[]
}

export interface ProofOfDeath {
  /** Whether the venue's clock is past every moment at which it could still let the request in and process it. */
  isTooOld(broker: Broker, validUntil: EpochMs): boolean
  /** Call after an answer NOT_FOUND. Reads trades and may query the venue for an id that never was. */
  isProven(broker: Broker, order: Order, absences: Absences): Promise<boolean>
  /** Whether polling cannot prove the order's death any more, so that the dealer must decide. */
  isHopeless(broker: Broker, order: Order, absences: Absences): boolean
}

export function createProofOfDeath(options: ProofOfDeathOptions): ProofOfDeath {
  const { clock, access, orderStore, mint, readTrades, hasTrade, ordersLiveSince } = options
  /** Whether each session's venue answers NOT_FOUND to an id that never was. Only there does an absence mean anything (docs/order-lifecycle.md#proof-of-absence). */
  const honest = new WeakMap<Broker, boolean>()

  const reportsAbsence = async (broker: Broker, customer: CustomerCode): Promise<boolean> => {
    const known = honest.get(broker)
    if (known !== undefined) return known
    const answer = await broker.order(customer, mint())
    if (!answer.ok && answer.failure.kind !== 'refused') return false
    const isHonest = !answer.ok && answer.failure.code === 'NOT_FOUND'
    honest.set(broker, isHonest)
    return isHonest
  }

  /**
   * The absences that count. For an order that the venue never showed: those after the request was too old. For an order that it had shown, no
   * request is on its way: its absences count once there are many over a long time, with the orders channel live.
   */
  const absencesThatCount = (order: Order, absences: Absences): readonly number[] => {
    if (!wasShown(order)) return absences.late
    const liveSince = ordersLiveSince() ?? Number.POSITIVE_INFINITY
    const whileLive = absences.all.filter((at) => at >= liveSince)
    const isLong = clock.monotonic() - absences.since >= GIVE_UP_AFTER
    return isLong && whileLive.length >= GIVE_UP_ANSWERS ? whileLive : []
  }

  return {
    isTooOld(broker, validUntil) {
      const earliest = broker.venueTime()?.earliest ?? null
      return earliest !== null && earliest > validUntil + LONGEST_QUEUE
    },
    async isProven(broker, order, watched) {
      const absences = absencesThatCount(order, watched)
      const [first] = absences
      const last = absences.at(-1)
      if (first === undefined || last === undefined || last - first < APART) return false
      const liveSince = ordersLiveSince()
      if (liveSince === null || liveSince > first) return false
      if (!(await reportsAbsence(broker, order.customerCode))) return false
      const read = await readTrades()
      const now = orderStore.get(order.customerCode, order.referenceId)
      return (
        read.ok &&
        access.broker() === broker &&
        now !== undefined &&
        isUnproven(now) &&
        !hasTrade(order.customerCode, order.referenceId)
      )
    },
    isHopeless(broker, order, { since, all }) {
      const polledFor = clock.monotonic() - since
      // A signed request that never showed is proven dead in time, unless this venue does not report absence.
      const willBeProven = !wasShown(order) && order.validUntil !== null && honest.get(broker) !== false
      if (order.phase === 'unresolved' || willBeProven) return false
      return polledFor >= GIVE_UP_AFTER && all.length >= GIVE_UP_ANSWERS
    },
  }
}
