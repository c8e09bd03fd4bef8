/** Resolves orders of unknown status: polls the venue, and declares an order dead only on proof. Reads only; never sends an order. */

import type { Stop } from '../../../shared/base/clock.ts'
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
import type { OrderStore } from './journaledOrderStore.ts'
import type { Broker } from '../ports/broker.ts'
import type { ReadFailure } from '../ports/brokerAnswers.ts'
import { createProofOfDeath, LONGEST_QUEUE, type ProofOfDeathOptions } from './proofOfDeath.ts'
import { createReappearanceWatch } from './pollEndedOrdersForReappearance.ts'

/** Delay in ms before the n-th poll of an order; the last value repeats. */
const DELAYS = [1_000, 1_000, 2_000, 4_000, 8_000, 15_000]
/** Delay in ms between the polls of an unresolved order. */
const SLOW = 60_000
/** Ms after which a cancel did not cancel an order that still works, where the venue accepted the cancel or its status is unknown. */
const CANCEL_SHOWS_WITHIN = 60_000

export interface UnknownOrderResolverOptions extends ProofOfDeathOptions {
  readonly orderStore: OrderStore
}

export interface UnknownOrderResolver {
  /** Queries the venue once, now. An order that the venue does not know becomes `unknown`, never dead by that alone. */
  ask(broker: Broker, customer: CustomerCode, id: ReferenceId): Promise<Result<null, ReadFailure>>
  /** Polls until the order is done, or works with nothing pending and its figures agree. */
  watch(order: Order): void
  /** Keeps polling an order that we inferred to be done, in case the venue shows it again. */
  watchForReappearance(order: Order): void
  close(): void
}

/** An answer that came after its session ended says nothing about the orders in the store now. */
const anotherSession: ReadFailure = {
  kind: 'unreachable',
  code: null,
  message: 'The session ended before the venue answered.',
}

const doesNotMatch = (id: ReferenceId): ReadFailure => ({
  kind: 'unreadable',
  code: null,
  message: `The venue's answer about order ${id} does not match the order that Openpit knows.`,
})

const timesWords = (count: number): string => (count === 2 ? 'twice' : `${count} times`)

const isSettled = (order: Order | undefined): boolean =>
  !order || !isLive(order) || (order.phase === 'working' && order.pending === null && !isAtOdds(order))

/** The polls of one order and the venue's answers. */
interface Watch {
  /** Monotonic ms of the start. */
  readonly since: number
  readonly stop: Stop
  attempt: number
  /** Monotonic ms of each poll that the venue answered with NOT_FOUND. */
  absences: number[]
  /** The polls among `absences` that were made after the request was too old to be accepted. */
  lateAbsences: number[]
  workingSince: number | null
}

export function createUnknownOrderResolver(options: UnknownOrderResolverOptions): UnknownOrderResolver {
  const { clock, access, orderStore } = options
  const proof = createProofOfDeath(options)
  const watched = new Map<string, Watch>()

  const lookUp = async (
    broker: Broker,
    customer: CustomerCode,
    id: ReferenceId,
    freshConnection: boolean,
  ): Promise<Result<null, ReadFailure>> => {
    const asked = orderStore.asked()
    const answer = await broker.order(customer, id, { freshConnection })
    if (access.broker() !== broker) return fail(anotherSession)
    if (answer.ok)
      return orderStore.see(answer.value, customer, 'look-up', asked) === 'contradicts'
        ? fail(doesNotMatch(id))
        : ok(null)
    if (answer.failure.code === 'NOT_FOUND') orderStore.missed(customer, id, asked)
    return answer
  }

  const reappearances = createReappearanceWatch({
    clock,
    access,
    orderStore,
    lookUp: (broker, { customerCode, referenceId }) => lookUp(broker, customerCode, referenceId, false),
  })

  /** Declares an absent order dead on proof, and unresolved where polling will prove nothing. */
  const evaluate = async (broker: Broker, order: Order, watch: Watch): Promise<void> => {
    const { customerCode, referenceId } = order
    const absences = { since: watch.since, all: watch.absences, late: watch.lateAbsences }
    if (await proof.isProven(broker, order, absences)) {
      orderStore.note(customerCode, referenceId, {
        kind: 'dead',
        at: clock.now(),
        proof: wasShown(order)
          ? `The venue had shown the order, then answered "not found" ${timesWords(watch.absences.length)}. No trade names the order.`
          : `Its signature expired more than ${LONGEST_QUEUE / 1_000} s ago; since then the venue answered "not found" ${timesWords(watch.lateAbsences.length)}. No trade names the order.`,
      })
      const dead = orderStore.get(customerCode, referenceId)
      if (dead) reappearances.watch(dead)
      return
    }
    if (!proof.isHopeless(broker, order, absences)) return
    orderStore.note(customerCode, referenceId, {
      kind: 'unresolved',
      at: clock.now(),
      why: wasShown(order)
        ? 'The venue had shown the order and answers "not found" now. That does not prove that the order is done.'
        : 'The venue answers "not found". The request was not signed, so it has no expiry and could still reach the venue.',
    })
  }

  const poll = async (order: Order, watch: Watch, broker: Broker): Promise<void> => {
    const asked = clock.monotonic()
    const isLate = order.validUntil !== null && proof.isTooOld(broker, order.validUntil)
    const unproven = isUnproven(order)
    if (unproven) orderStore.note(order.customerCode, order.referenceId, { kind: 'asking', at: clock.now() })
    const answer = await lookUp(broker, order.customerCode, order.referenceId, unproven)
    const isAbsent = !answer.ok && answer.failure.code === 'NOT_FOUND'
    if (isAbsent) {
      watch.absences.push(asked)
      if (isLate) watch.lateAbsences.push(asked)
    }
    const now = orderStore.get(order.customerCode, order.referenceId)
    if (now && isUnproven(now)) {
      watch.workingSince = null
      if (isAbsent) await evaluate(broker, now, watch)
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

  const planPoll = (order: Order, watch: Omit<Watch, 'stop'>): void => {
    const key = orderKey(order)
    const delay =
      order.phase === 'unresolved' ? SLOW : (DELAYS[Math.min(watch.attempt, DELAYS.length - 1)] ?? SLOW)
    const run = async (): Promise<void> => {
      const now = orderStore.get(order.customerCode, order.referenceId)
      const mine = watched.get(key)
      if (!now || !mine || isSettled(now)) return void watched.delete(key)
      const broker = access.broker()
      if (broker) await poll(now, mine, broker)
      if (watched.get(key) !== mine) return
      const after = orderStore.get(order.customerCode, order.referenceId)
      if (!after || isSettled(after)) watched.delete(key)
      else planPoll(after, { ...mine, attempt: mine.attempt + 1 })
    }
    watched.set(key, { ...watch, stop: clock.after(delay, () => void run()) })
  }

  return {
    ask: (broker, customer, id) => lookUp(broker, customer, id, false),
    watch(order) {
      if (!watched.has(orderKey(order)))
        planPoll(order, {
          since: clock.monotonic(),
          attempt: 0,
          absences: [],
          lateAbsences: [],
          workingSince: null,
        })
    },
    watchForReappearance: (order) => reappearances.watch(order),
    close() {
      for (const { stop } of watched.values()) stop()
      watched.clear()
      reappearances.close()
    },
  }
}
