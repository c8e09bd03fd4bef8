/** Starts and lifts the dealer's halts, and publishes them. A halt outlives restarts. Sends nothing new. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { JournalBody } from '../../../../shared/domain/journalEntry.ts'
import {
  haltName,
  scopeWords,
  STARTED_BY_OPENPIT,
  startedByWords,
  wordOfScope,
  wordToLift,
  type Halt,
} from '../../../../shared/domain/orders/halt.ts'
import { capital } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import { createOncePerTurn } from '../../support/oncePerTurn.ts'
import { publish, type Published } from '../../support/publishTopic.ts'
import { createGroupMembersUnderHalt } from './recordWhoJoinsOrLeavesHaltedGroup.ts'
import { createHaltBlocks, type HaltBlocks } from './whyHaltBlocks.ts'
import { createHaltCancels, type HaltCancelsOptions } from './findAndCancelHaltedOrders.ts'
import { createHaltRegister, type HaltRegisterOptions } from './journaledHalts.ts'

export interface KillSwitchOptions extends HaltCancelsOptions, HaltRegisterOptions {
  readonly customers: Pick<CustomerDirectory, 'codes' | 'groupOf' | 'inGroup' | 'see' | 'venueId'>
  /** The dealer who is signed in, for the journal. */
  readonly who: () => string
}

export interface KillSwitch extends HaltBlocks {
  readonly topic: Published<'halts'>
  /**
   * The halt is in force when this returns. `locked` is the trade lock, which cancels nothing. `halted` cancels every live order of the scope and reads its lists until they are empty. `reducing`
   * cancels nothing: some orders may be stops.
   */
  start(request: Request<'halt.start'>): Result<Reply<'halt.start'>, Failure>
  /** Halts a customer for a fault that Openpit itself found. Cancels nothing: the dealer looks first. */
  haltCustomer(customer: CustomerCode, cause: string): void
  lift(request: Request<'halt.lift'>): Promise<Result<Reply<'halt.lift'>, Failure>>
  /** Call with every change of an order. */
  orderChanged(now: Order, before: Order | undefined): void
  /** The dealer changed the group of these customers. A halt covers who joined, and covers who left until it is lifted. */
  regroup(customers: readonly CustomerCode[]): void
  /** A session began: cancels the orders that are still live under a halt. */
  resume(): void
  /** The order store holds another user's orders now. */
  forget(): void
  /** What a new segment of the journal must hold of the halts. */
  carried(): readonly JournalBody[]
  close(): void
}

const refuse = (sentence: string, field: string | null = null) =>
  fail(failureOf('refused', sentence, { field }))

export function createKillSwitch(options: KillSwitchOptions): KillSwitch {
  const { customers, notices, who } = options
  const register = createHaltRegister(options, () => publishNow())
  /** Halts that earlier runs left in force. */
  const recovered = new Set(register.inForce().map(({ id }) => id))
  const tellThatRecoveredCancels = (halt: Halt): void => {
    const since = new Date(halt.at).toISOString().slice(0, 16).replace('T', ' ')
    notices.say(
      'warning',
      `${capital(haltName(halt))}, started by ${startedByWords(halt.by)} at ${since} UTC in an earlier run, is in force and cancels each live order that it covers.`,
      null,
      {
        kind: 'halt',
        action: `Lift the halt if the desk no longer wants it: lift ${wordOfScope(halt.scope)}.`,
      },
    )
  }
  const cancels = createHaltCancels(
    options,
    () => register.inForce(),
    () => publishSoon(),
    (halt) => {
      if (recovered.has(halt.id)) tellThatRecoveredCancels(halt)
    },
  )
  const states = () => register.inForce().map((halt) => cancels.stateOf(halt))
  const topic = publish<'halts'>(states)
  const publishNow = () => topic.delta(states())
  const publishSoon = createOncePerTurn(publishNow)

  const groupMembers = createGroupMembersUnderHalt({ register, customers, notices, who })

  return {
    topic,
    start({ scope, mode }) {
      if (mode === 'locked' && scope.kind !== 'desk')
        return refuse('The trade lock covers the whole desk only. Halt a part of it instead.', 'mode')
      const known = mode === 'locked' ? register.lock() : register.ofScope(scope)
      if (known?.mode === 'halted' && mode === 'reducing')
        return refuse(
          `Already halted: ${scopeWords(scope)}. Lift that halt first: it is the stricter one.`,
          'mode',
        )
      const isCanceling = mode === 'halted'
      const halt =
        known?.mode === mode && known.cancels === isCanceling
          ? known
          : register.start(
              { scope, mode, cancels: isCanceling, by: who(), cause: known?.cause ?? null },
              known,
            )
      recovered.delete(halt.id)
      if (isCanceling) cancels.cancelAllOf(halt)
      publishNow()
      return ok({ id: halt.id, orders: cancels.countOf(halt) })
    },

    haltCustomer(customerCode, cause) {
      const scope = { kind: 'customer' as const, customerCode }
      if (register.ofScope(scope, 'halted')) return
      register.start({ scope, mode: 'halted', cancels: false, by: STARTED_BY_OPENPIT, cause }, undefined)
    },

    async lift({ id, typed }) {
      const halt = register.inForce().find((other) => other.id === id)
      if (!halt || register.isBeingLifted(id)) return refuse('This halt is no longer in force.')
      const word = wordToLift(halt)
      const isLock = halt.mode === 'locked'
      if (typed.trim() !== word)
        return refuse(`Type ${word} to ${isLock ? 'release the trade lock' : 'lift this halt'}.`, 'typed')
      const by = who()
      const written = await register.lift(id, by)
      if (!written.ok)
        return refuse(
          `Not lifted: the order journal cannot be written. ${capital(haltName(halt))} is still in force. ${written.failure}`,
        )
      cancels.drop(id)
      notices.say(
        'warning',
        `${capital(haltName(halt))} was ${isLock ? 'released' : 'lifted'} by ${by}.`,
        null,
        {
          kind: 'halt',
        },
      )
      return ok({})
    },

    ...createHaltBlocks(register, customers),
    orderChanged: (now, before) => cancels.orderChanged(now, before),
    regroup(codes) {
      groupMembers.keepLeft(codes)
      groupMembers.addJoined()
      cancels.cancelLive(false)
    },
    resume() {
      groupMembers.addJoined()
      cancels.cancelLive(true)
      cancels.readLists()
    },
    forget() {
      cancels.forget()
      publishNow()
    },
    carried: () => register.carried(),
    close: () => cancels.close(),
  }
}
