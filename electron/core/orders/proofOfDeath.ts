/** Decides whether an order of unknown status is proven dead (docs/order-lifecycle.md#proof-of-death). Reads only. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import { isUnproven, wasShown, type Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { Broker } from '../ports/broker.ts'
import type { Access } from '../support/brokerAccess.ts'
import type { OrderStore } from './journaledOrderStore.ts'

/** Ms for which the venue may hold an accepted request before it processes it. No request lives longer than its age limit plus this time (docs/order-lifecycle.md#proof-of-death). */
export const LONGEST_QUEUE = 60_000
/** Ms that must lie between the first and the last NOT_FOUND. */
const APART = 2_000
/** Ms of polling, and number of answers NOT_FOUND, after which further polling proves nothing more. */
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
  /** The polls among `all` that were made after the request was too old to be accepted. */
  readonly late: readonly number[]
}

export interface ProofOfDeath {
  /** Whether the request is too old for the venue to accept and process it, by the venue's clock. */
  isTooOld(broker: Broker, validUntil: EpochMs): boolean
  /** Call after an answer NOT_FOUND. Reads trades and may query the venue for an id that no order ever had. */
  isProven(broker: Broker, order: Order, absences: Absences): Promise<boolean>
  /** Whether polling cannot prove the order's death any more, so that the dealer must decide. */
  isHopeless(broker: Broker, order: Order, absences: Absences): boolean
}

export function createProofOfDeath(options: ProofOfDeathOptions): ProofOfDeath {
  const { clock, access, orderStore, mint, readTrades, hasTrade, ordersLiveSince } = options
  /** Per session, whether the venue answers NOT_FOUND to an id that no order ever had. Without that, its NOT_FOUND proves nothing (docs/order-lifecycle.md#proof-of-absence). */
  const absenceReported = new WeakMap<Broker, boolean>()

  const reportsAbsence = async (broker: Broker, customer: CustomerCode): Promise<boolean> => {
    const known = absenceReported.get(broker)
    if (known !== undefined) return known
    const answer = await broker.order(customer, mint())
    if (!answer.ok && answer.failure.kind !== 'refused') return false
    const isReported = !answer.ok && answer.failure.code === 'NOT_FOUND'
    absenceReported.set(broker, isReported)
    return isReported
  }

  /**
   * The absences that count. For an order that the venue never showed, these are the absences after the request was too old. An order that the
   * venue had shown has no request on its way. Its absences count once there are many over a long time, with the orders channel live.
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
      const willBeProven =
        !wasShown(order) && order.validUntil !== null && absenceReported.get(broker) !== false
      if (order.phase === 'unresolved' || willBeProven) return false
      return polledFor >= GIVE_UP_AFTER && all.length >= GIVE_UP_ANSWERS
    },
  }
}
