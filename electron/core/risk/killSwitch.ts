/** Halts: in force before anything else is done, kept across restarts, lifted by a typed word. Says what may not be sent; `cancelSweep` cancels. */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import {
  covers,
  haltOver,
  haltSentence,
  sameScope,
  scopeWords,
  wordOfScope,
  type Halt,
  type Haltable,
  type HaltState,
  type HaltsWritten,
  type UnverifiedOrder,
} from '../../../shared/domain/orders/halt.ts'
import type { JournalBody } from '../../../shared/domain/journalEntry.ts'
import { isLive, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { createCancelSweep, type CancelSweepOptions } from './cancelSweep.ts'
import type { CustomerDirectory } from '../accounts/customerDirectory.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import { HALTS, readHalts, writeHalts } from './storedHalts.ts'
import type { RecoveredState } from '../journal/journalFold.ts'
import type { Notices } from '../support/notices.ts'
import type { OrderStore } from '../orders/orderStore.ts'
import type { OrderReport } from '../ports.ts'
import { lostGroup, membersAt, withJoined, withLeft } from './groupMembers.ts'
import { createHaltOpenOrders, type HaltOpenOrdersOptions } from './haltOpenOrders.ts'
import { publish, type Published } from '../support/publishedTopic.ts'

export interface KillSwitchOptions
  extends
    Omit<CancelSweepOptions, 'orderStore' | 'changed'>,
    Pick<HaltOpenOrdersOptions, 'list' | 'readings' | 'whyUnknown'> {
  readonly clock: Clock
  readonly orderStore: Pick<OrderStore, 'get' | 'live'>
  readonly customers: Pick<CustomerDirectory, 'codes' | 'groupOf' | 'inGroup' | 'see' | 'venueId'>
  readonly journalWriter: JournalWriter
  readonly notices: Notices
  readonly kept: Pick<RecoveredState, 'rules'>
  /** Who is at the desk, for the record. */
  readonly who: () => string
}

export interface KillSwitch {
  readonly topic: Published<'halts'>
  /** In force when it returns. `halted` cancels every live order of the scope and reads its lists until they are empty; `reducing` leaves them: some may be stops. */
  start(request: Request<'halt.start'>): Result<Reply<'halt.start'>, Failure>
  /** Lays a halt on a customer for a fault that the desk itself saw. Cancels nothing: the dealer looks first. */
  haltCustomer(customer: CustomerCode, cause: string): void
  lift(request: Request<'halt.lift'>): Promise<Result<Reply<'halt.lift'>, Failure>>
  /** Why nothing new may be sent for it, null: it may. `tradeOut`: it only closes a position. */
  whyBlocked(of: Haltable, tradeOut: boolean): string | null
  /** Call with every change of an order. */
  heard(now: Order, before: Order | undefined): void
  /** The dealer changed this customer's group: a halt covers who joined, and goes on for who left until it is lifted. */
  regroup(customer: CustomerCode): void
  /** A session began: cancels whatever of its orders is still live under a halt. */
  resume(): void
  /** The orders on the board are another user's now. */
  forget(): void
  /** What a new segment of the journal must know of the halts. */
  carried(): readonly JournalBody[]
  close(): void
}

export function createKillSwitch(parts: KillSwitchOptions): KillSwitch {
  const { clock, orderStore, journalWriter, notices, who } = parts
  const groupOf = (customer: CustomerCode) => parts.customers.groupOf(customer)
  const kept = readHalts(parts.kept.rules(HALTS), clock.now())
  let { version } = kept
  let halts: readonly Halt[] = kept.halts
  for (const of of halts) {
    const lost = lostGroup(of, parts.customers.inGroup)
    if (lost !== null) notices.say('warning', lost, null, { kind: 'halt' })
  }
  /** Being lifted: still in force, and already left out of what is written. */
  const lifting = new Set<string>()
  /** Orders that each halt took in, by customer and id. */
  const taken = new Map<string, Map<string, Order>>()

  const stateOf = (of: Halt): HaltState => {
    const orders = [...(taken.get(of.id)?.values() ?? [])]
    const unverified: UnverifiedOrder[] = []
    let verified = 0
    for (const { customerCode, referenceId, symbol } of orders) {
      const state = sweep.stateOf(customerCode, referenceId)
      if (state?.kind === 'verified') verified++
      else if (state?.kind === 'unverified')
        unverified.push({ customerCode, referenceId, symbol, reason: state.reason })
    }
    return { ...of, orders: orders.length, verified, unverified, lists: lists.stateOf(of) }
  }
  const states = () => halts.map(stateOf)
  const topic = publish<'halts'>(states)
  let telling = false
  /** Once for all that changed in this turn. */
  const tellSoon = async (): Promise<void> => {
    if (telling) return
    telling = true
    await Promise.resolve()
    telling = false
    topic.delta(states())
  }
  const sweep = createCancelSweep({ ...parts, changed: () => void tellSoon() })

  const lists = createHaltOpenOrders({
    ...parts,
    halts: () => halts.filter(({ cancels }) => cancels),
    found: (of, orders, customer) => takeListed(of, orders, customer),
    changed: () => void tellSoon(),
  })

  const record = (
    kind: HaltsWritten['change']['kind'],
    id: string | null,
    by: string | null,
  ): JournalBody => ({
    type: 'rules',
    name: HALTS,
    version,
    json: writeHalts({
      halts: halts.filter((of) => !lifting.has(of.id)),
      change: { kind, id, by, at: clock.now() },
    }),
  })

  const take = (of: Halt, order: Order): void => {
    const orders = taken.get(of.id) ?? new Map<string, Order>()
    taken.set(of.id, orders.set(orderKey(order), order))
    sweep.take(order)
  }

  /** A list shows these open. The board may know better: what it holds for over was over after the list was asked for. */
  const takeListed = (of: Halt, orders: readonly OrderReport[], customer: CustomerCode): void => {
    for (const { referenceId } of orders) {
      const order = orderStore.get(customer, referenceId)
      if (!order || !isLive(order)) continue
      if (sweep.stateOf(customer, referenceId)?.kind === 'unverified') sweep.again(customer, referenceId)
      else take(of, order)
    }
  }

  /** Halts that cancel this order. */
  const cancelling = (order: Order): Halt[] => halts.filter((of) => of.cancels && covers(of, order, groupOf))

  /** `again`: also those that stand as unverified. */
  const takeLive = (again: boolean): void => {
    for (const order of orderStore.live())
      for (const of of cancelling(order))
        if (again || sweep.stateOf(order.customerCode, order.referenceId)?.kind !== 'unverified')
          take(of, order)
    void tellSoon()
  }

  const file = async (of: Halt): Promise<void> => {
    const written = await journalWriter.commit(record('started', of.id, of.by))
    if (written.ok) return
    notices.say(
      'error',
      `The halt of ${scopeWords(of.scope)} is in force, but not in the journal: it ends when this terminal closes. Do not restart before all is clear.`,
      written.failure,
      { kind: 'halt' },
    )
  }

  const putInForce = (of: Halt): void => {
    halts = [...halts.filter(({ id }) => id !== of.id), of]
    topic.delta(states())
    void file(of)
  }

  /** Puts halts with other members in the place of those in force, and in the journal. */
  const putMembers = (changed: readonly (Halt | null)[]): void => {
    const next = new Map(changed.flatMap((of) => (of === null ? [] : [[of.id, of]])))
    if (next.size === 0) return
    halts = halts.map((of) => next.get(of.id) ?? of)
    version++
    journalWriter.note(record('members', [...next.keys()].join(' '), who()))
  }
  /** Members stay in the directory, so that their lists are read, also where it was lost. */
  const takeMembersIn = (): void => {
    putMembers(halts.map((of) => withJoined(of, parts.customers.inGroup)))
    parts.customers.see(membersAt(halts, parts.customers.venueId))
  }

  const refuse = (sentence: string, field: string | null = null) =>
    fail(failureOf('refused', sentence, { field }))

  return {
    topic,
    start({ scope, mode }) {
      const there = halts.find((of) => !lifting.has(of.id) && sameScope(of.scope, scope))
      if (there?.mode === 'halted' && mode === 'reducing')
        return refuse(
          `Already halted: ${scopeWords(scope)}. Lift that halt first: it is the stricter one.`,
          'mode',
        )
      const cancels = mode === 'halted'
      let of = there
      if (!of || of.mode !== mode || of.cancels !== cancels) {
        version++
        of = {
          id: there?.id ?? `h${version}`,
          scope,
          mode,
          cancels,
          by: who(),
          at: clock.now(),
          cause: there?.cause ?? null,
          ...(there?.members ? { members: there.members } : {}),
        }
        of = withJoined(of, parts.customers.inGroup) ?? of
        putInForce(of)
      }
      if (cancels) {
        for (const order of orderStore.live()) if (covers(of, order, groupOf)) take(of, order)
        lists.start()
      }
      topic.delta(states())
      return ok({ id: of.id, orders: taken.get(of.id)?.size ?? 0 })
    },

    haltCustomer(customerCode, cause) {
      const scope = { kind: 'customer' as const, customerCode }
      if (halts.some((of) => !lifting.has(of.id) && of.mode === 'halted' && sameScope(of.scope, scope)))
        return
      version++
      putInForce({
        id: `h${version}`,
        scope,
        mode: 'halted',
        cancels: false,
        by: 'the desk',
        at: clock.now(),
        cause,
      })
    },

    async lift({ id, typed }) {
      const of = halts.find((other) => other.id === id)
      if (!of || lifting.has(id)) return refuse('This halt is not in force any more.')
      const word = wordOfScope(of.scope)
      if (typed.trim() !== word) return refuse(`Type ${word} to lift this halt.`, 'typed')
      const by = who()
      version++
      lifting.add(id)
      const filed = await journalWriter.commit(record('lifted', id, by))
      lifting.delete(id)
      if (!filed.ok) return refuse(`Not lifted, because the journal takes nothing any more: ${filed.failure}`)
      halts = halts.filter((other) => other.id !== id)
      taken.delete(id)
      topic.delta(states())
      notices.say('warning', `The halt of ${scopeWords(of.scope)} was lifted by ${by}.`, null, {
        kind: 'halt',
      })
      return ok({})
    },

    whyBlocked(of, tradeOut) {
      const over = haltOver(halts, of, groupOf, tradeOut)
      return over && haltSentence(over)
    },

    heard(now, before) {
      sweep.heard(now, before)
      if (!isLive(now) || sweep.stateOf(now.customerCode, now.referenceId) !== undefined) return
      for (const of of cancelling(now)) take(of, now)
      void tellSoon()
    },
    regroup(customerCode) {
      const { venueId, inGroup } = parts.customers
      const left = halts.map((of) =>
        venueId === null ? null : withLeft(of, { venueId, customerCode }, inGroup),
      )
      putMembers(left.map((change) => change?.halt ?? null))
      for (const change of left) if (change) notices.say('warning', change.sentence, null, { kind: 'halt' })
      takeMembersIn()
      takeLive(false)
    },
    resume() {
      takeMembersIn()
      takeLive(true)
      lists.start()
    },
    forget() {
      taken.clear()
      sweep.forget()
      lists.forget()
      topic.delta(states())
    },
    carried: () => (halts.length === 0 && version === 0 ? [] : [record('carried', null, null)]),
    close() {
      sweep.close()
      lists.close()
    },
  }
}
