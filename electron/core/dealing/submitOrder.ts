/** Sends new orders, each at most once, and files what becomes of them. A receipt is not an outcome (C7). */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { tradability } from '../../../shared/domain/instrument.ts'
import { type Order, type OrderDraft, type OrderReport } from '../../../shared/domain/orders/order.ts'
import { withDefaults } from '../../../shared/domain/orders/orderLife.ts'
import { fitProblems } from '../../../shared/domain/orders/marketFit.ts'
import { orderProblems } from '../../../shared/domain/orders/orderRules.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'
import { notSignedIn, outcomeOf, type Access } from '../support/access.ts'
import { readFailed, venueWords } from '../support/failureMessages.ts'
import type { CustomerDirectory } from '../accounts/customerDirectory.ts'
import type { FitContextOf } from './fitContext.ts'
import { createTurns } from '../support/serialQueue.ts'
import type { InstrumentStore } from '../market/instruments.ts'
import { heldTooLong, SESSION_ENDED, type DispatchGateOf } from '../orders/dispatchGate.ts'
import type { LimitEngine } from '../risk/limitEngine.ts'
import type { MarginProfiles } from '../administration/marginProfiles.ts'
import { aboutOrder, type Notices } from '../support/notices.ts'
import type { Asked } from '../orders/reportFreshness.ts'
import type { OrderStore } from '../orders/orderStore.ts'
import type { Broker, Log, SendOutcome } from '../ports.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import type { Purpose, TradingGate } from '../risk/tradingGate.ts'

export interface OrderSubmissionOptions {
  readonly clock: Clock
  readonly log: Log
  readonly access: Access
  readonly orderStore: OrderStore
  readonly instruments: InstrumentStore
  readonly customers: CustomerDirectory
  readonly resolver: UnknownOrderResolver
  readonly margins: MarginProfiles
  readonly notices: Notices
  readonly mint: () => ReferenceId
  readonly limits: Pick<LimitEngine, 'check'>
  readonly fitContext: FitContextOf
  readonly gate: TradingGate
  readonly dispatchGate: DispatchGateOf
  /** Which order each intent of this user became, also in earlier runs. */
  readonly intents: () => Map<string, ReferenceId>
}

interface Admitted {
  readonly broker: Broker
  readonly order: Order
  readonly wire: OrderDraft
  /** ok once the intent is on disk. */
  readonly filed: Promise<Result<null, string>>
}
type Submitted = Result<Reply<'order.submit'>, Failure>

export interface OrderSubmission {
  /** Warnings do not hold a trade-out: the dealer confirmed it as such. */
  submit(request: Request<'order.submit'>, purpose?: Purpose): Promise<Submitted>
  lookUp(request: Request<'order.lookUp'>): Promise<Result<Reply<'order.lookUp'>, Failure>>
  writeOff(request: Request<'order.writeOff'>, by: string): Promise<Result<Reply<'order.writeOff'>, Failure>>
}

export function createOrderSubmission(parts: OrderSubmissionOptions): OrderSubmission {
  const { clock, log, access, orderStore, instruments, customers, resolver, margins, notices } = parts
  const { mint, limits, fitContext, gate, dispatchGate, intents } = parts
  /** Intents whose first attempt is still being looked at. */
  const underWay = new Map<string, Promise<Submitted>>()
  const inTurn = createTurns()

  const problemOf = (draft: OrderDraft, purpose: Purpose): Failure | null => {
    const [problem] = orderProblems(draft)
    if (problem) return failureOf('refused', problem.sentence, { field: problem.field })
    const instrument = instruments.get(draft.symbol)
    if (!instrument)
      return failureOf('refused', `This venue has no instrument ${draft.symbol}. Choose another.`, {
        field: 'symbol',
      })
    const may = tradability(instrument.status)
    if (may === 'halted')
      return failureOf('refused', `${draft.symbol} is halted: the venue takes no new orders.`, {
        field: 'symbol',
      })
    if (may === 'limit-only' && draft.type !== 'limit')
      return failureOf('refused', `${draft.symbol} is post only now: send a limit order.`, { field: 'type' })
    // A position is closed in the size it has, whatever lot the book has shown.
    const fit = purpose === 'new-risk' ? fitContext(draft) : null
    const misfit = fit && fitProblems(draft, fit)[0]
    return misfit ? failureOf('refused', misfit.sentence, { field: misfit.field }) : null
  }

  const settle = (order: Order, asked: Asked, outcome: SendOutcome<OrderReport>): void => {
    const { customerCode, referenceId } = order
    const at = clock.now()
    log.info('order answered', { customerCode, referenceId, phase: outcome.kind })
    const now = orderStore.get(customerCode, referenceId)
    // Another user has signed in since, and these records are gone from the desk.
    if (!now) return
    if (outcome.kind === 'accepted') {
      // The answer is as old as the request: what the stream said meanwhile is newer.
      if (orderStore.see(outcome.value, customerCode, 'answer', asked) !== 'contradicts') return
    }
    if (outcome.kind === 'refused') {
      // The stream may have shown the order before the answer came: then it is at the venue, whatever the answer says.
      if (now.status !== null)
        notices.say(
          'warning',
          `The venue answered ${outcome.code} to order ${order.referenceId} of ${order.customerCode}, but it had shown it already. Look at it.`,
          null,
          { kind: 'reject', ...aboutOrder(order) },
        )
      const message = venueWords(outcome.code, outcome.message)
      orderStore.note(customerCode, referenceId, {
        kind: 'refused',
        at,
        act: 'order',
        code: outcome.code,
        message,
      })
      const after = orderStore.get(customerCode, referenceId)
      if (after?.phase === 'rejected') resolver.watchForReappearance(after)
    } else if (outcome.kind === 'not-sent')
      orderStore.note(customerCode, referenceId, {
        kind: 'not-sent',
        at,
        act: 'order',
        message: `Nothing left this machine: ${outcome.message}`,
      })
    else if (now.status === null) {
      orderStore.note(customerCode, referenceId, {
        kind: 'unproven',
        at,
        act: 'order',
        message: outcome.kind === 'unknown' ? outcome.message : 'The answer does not fit the order.',
      })
      resolver.watch(orderStore.get(customerCode, referenceId) ?? now)
    }
  }

  const send = async (
    { broker, order, wire }: Admitted,
    purpose: Purpose,
  ): Promise<SendOutcome<OrderReport>> => {
    const { customerCode, referenceId } = order
    const leverageBefore = margins.known(customerCode, wire.symbol)
    const takenAt = clock.monotonic()
    let asked = orderStore.asked()
    const stopped = () => {
      const late = heldTooLong(clock, takenAt)
      if (late !== null) return late
      // Whatever came over the order while it waited for its turn.
      if (orderStore.get(customerCode, referenceId)?.pending === 'cancel')
        return 'It was cancelled before it left.'
      if (access.broker() !== broker) return SESSION_ENDED
      return gate.whyBlocked(wire, purpose)?.message ?? null
    }
    const outcome = await outcomeOf(log, () =>
      broker.createOrder(referenceId, wire, async (what) => {
        const may = await dispatchGate('order', customerCode, referenceId, stopped)(what)
        asked = orderStore.asked()
        return may
      }),
    )
    settle(order, asked, outcome)
    if (outcome.kind === 'unknown' && outcome.contradiction !== undefined) {
      notices.say(
        'error',
        `The venue answered order ${referenceId} of ${customerCode} otherwise than it was sent: ${outcome.contradiction}. The answer does not count, and the order is read back. Compare it with the venue before you deal on, and do not send it again.`,
        null,
        { kind: 'reject', ...aboutOrder(order) },
      )
      void resolver.ask(broker, customerCode, referenceId)
    }
    void margins.afterOrder(broker, wire, outcome.kind, leverageBefore)
    return outcome
  }

  /** Checks and takes an intent, one at a time, so that two cannot both fit under one limit. */
  const admit = (
    { intentId, draft, typed }: Request<'order.submit'>,
    purpose: Purpose,
  ): Promise<Result<Admitted, Submitted>> => {
    // Meant for the session in which the key was pressed: another user's must never carry it, however long limits took.
    const broker = access.broker()
    return inTurn(async () => {
      const closed = gate.whyBlocked(draft, purpose)
      if (closed) return fail(fail(closed))
      const problem = problemOf(draft, purpose)
      if (problem) return fail(fail(problem))
      const wire = withDefaults(draft)
      const verdict = await limits.check(intentId, wire, typed, purpose !== 'new-risk')
      if (verdict.kind === 'block') {
        const [worst] = verdict.findings
        return fail(fail(failureOf('refused', worst?.sentence ?? 'A limit forbids this order.')))
      }
      if (verdict.kind === 'warn')
        return fail(
          ok({
            outcome: 'warned' as const,
            warnings: [...verdict.findings],
            type: verdict.type,
            means: verdict.means,
            notional: verdict.notional,
          }),
        )
      // The limits may have had to ask for a price: what was open may be closed by now.
      const closedNow = gate.whyBlocked(draft, purpose)
      if (closedNow) return fail(fail(closedNow))
      if (!broker || access.broker() !== broker)
        return fail(fail(failureOf('refused', `Nothing was sent. ${SESSION_ENDED}`)))
      const referenceId = mint()
      customers.see([draft.customerCode])
      // In force at once, so that the next intent's limits count it; nothing leaves before it is on disk.
      const filed = orderStore.commit(draft.customerCode, referenceId, {
        kind: 'intent',
        at: clock.now(),
        intentId,
        draft: wire,
        check: verdict.decision,
      })
      const order = orderStore.get(draft.customerCode, referenceId)
      return order
        ? ok({ broker, order, wire, filed })
        : fail(fail(failureOf('internal', 'The desk lost the order.')))
    })
  }

  const take = async (request: Request<'order.submit'>, purpose: Purpose): Promise<Submitted> => {
    const admitted = await admit(request, purpose)
    if (!admitted.ok) return admitted.failure
    const { broker, order, wire, filed } = admitted.value
    const { customerCode, referenceId } = order
    const taken = intents()
    taken.set(request.intentId, referenceId)
    // At once, so that its sending shares the intent's sync. No byte leaves before both are on disk, the intent first.
    const sent = send(admitted.value, purpose)
    const kept = await filed
    if (kept.ok && (access.broker() === broker || (await sent).kind !== 'not-sent')) {
      log.info('order taken', { referenceId, customerCode, symbol: wire.symbol })
      return ok({ outcome: 'taken', referenceId })
    }
    // Whoever asks again must hear the same, not that it was taken.
    taken.delete(request.intentId)
    return fail(failureOf('refused', `Nothing was sent. ${kept.ok ? SESSION_ENDED : kept.failure}`))
  }

  return {
    submit(request, purpose = 'new-risk') {
      const { intentId } = request
      const earlier = intents().get(intentId)
      const running = underWay.get(intentId)
      if (running) return running
      if (earlier !== undefined) return Promise.resolve(ok({ outcome: 'taken', referenceId: earlier }))
      const attempt = take(request, purpose).finally(() => underWay.delete(intentId))
      underWay.set(intentId, attempt)
      return attempt
    },

    async lookUp({ customerCode, referenceId }) {
      const broker = access.broker()
      if (!broker) return fail(notSignedIn())
      const looked = await resolver.ask(broker, customerCode, referenceId)
      if (looked.ok) return ok({})
      return fail(readFailed(looked.failure))
    },

    async writeOff({ customerCode, referenceId, typed }, by) {
      const order = orderStore.get(customerCode, referenceId)
      if (order?.phase !== 'unresolved')
        return fail(
          failureOf('refused', `Order ${referenceId} of ${customerCode} is not one that nobody can tell of.`),
        )
      if (typed !== referenceId.slice(-4))
        return fail(
          failureOf('refused', 'Type the last four characters of the order’s id.', { field: 'typed' }),
        )
      const filed = await orderStore.commit(customerCode, referenceId, {
        kind: 'written-off',
        at: clock.now(),
        by,
      })
      if (!filed.ok) return fail(failureOf('refused', filed.failure))
      const after = orderStore.get(customerCode, referenceId)
      if (after) resolver.watchForReappearance(after)
      return ok({})
    },
  }
}
