/** Sends orders and cancels, each at most once, and files what becomes of them. A receipt is not an outcome (C7). */

import type { Clock } from '../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Reply, Request } from '../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../shared/contract/failure.ts'
import { tradability } from '../../shared/domain/instrument.ts'
import { isLive, type Order, type OrderDraft } from '../../shared/domain/order.ts'
import { orderProblems } from '../../shared/domain/orderRules.ts'
import type { ReferenceId } from '../../shared/domain/text.ts'
import { brokerForSending, notSignedIn, outcomeOf, type Access } from './access.ts'
import { readFailed, venueWords } from './answers.ts'
import type { CustomerDirectory } from './customerDirectory.ts'
import type { InstrumentBoard } from './instrumentBoard.ts'
import type { LookUps } from './lookUps.ts'
import type { MarginDesk } from './marginDesk.ts'
import type { Notices } from './notices.ts'
import type { OrderBoard } from './orderBoard.ts'
import { sentOrder, withDefaults } from './orderFold.ts'
import type { Broker, Log, OrderReport, SendOutcome } from './ports.ts'

/** Cancels on the way at the same time. */
const CANCELS_AT_ONCE = 8

export interface OrderDeskParts {
  readonly clock: Clock
  readonly log: Log
  readonly access: Access
  readonly board: OrderBoard
  readonly instruments: InstrumentBoard
  readonly customers: CustomerDirectory
  readonly lookUps: LookUps
  readonly margins: MarginDesk
  readonly notices: Notices
  readonly mint: () => ReferenceId
}

type Submitted = Result<Reply<'order.submit'>, Failure>

export interface OrderDesk {
  submit(request: Request<'order.submit'>): Submitted
  cancel(request: Request<'order.cancel'>): Result<Reply<'order.cancel'>, Failure>
  cancelAll(request: Request<'order.cancelAll'>): Result<Reply<'order.cancelAll'>, Failure>
  lookUp(request: Request<'order.lookUp'>): Promise<Result<Reply<'order.lookUp'>, Failure>>
}

export function createOrderDesk(parts: OrderDeskParts): OrderDesk {
  const { clock, log, access, board, instruments, customers, lookUps, margins, notices, mint } = parts
  /** One intent, one request, for as long as this run lives. */
  const intents = new Map<string, ReferenceId>()
  /** Cancels whose answer is still out. */
  const cancelling = new Set<string>()

  const problemOf = (draft: OrderDraft): Failure | null => {
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
    return null
  }

  const settle = (order: Order, outcome: SendOutcome<OrderReport>): void => {
    const { customerCode, referenceId } = order
    log.info('order answered', { customerCode, referenceId, phase: outcome.kind })
    const now = board.get(customerCode, referenceId)
    // Another user has signed in since, and these records are gone from the desk.
    if (!now) return
    // The answer is as old as the request: what the stream said meanwhile is newer.
    if (outcome.kind === 'accepted') {
      board.see(outcome.value, customerCode, order.createdAt)
      return
    }
    // The stream may have shown the order before the answer came: then it is at the venue, whatever the answer says.
    if (now.phase !== 'sent') {
      if (outcome.kind === 'refused')
        notices.say(
          'warning',
          `The venue answered ${outcome.code} to order ${order.referenceId} of ${order.customerCode}, but it had shown it already. Look at it.`,
        )
      return
    }
    if (outcome.kind === 'refused')
      board.change(now, {
        phase: 'rejected',
        refusal: { code: outcome.code, message: venueWords(outcome.code, outcome.message) },
      })
    else if (outcome.kind === 'not-sent')
      board.change(now, {
        phase: 'rejected',
        refusal: { code: 'NOT_SENT', message: `Nothing left this machine: ${outcome.message}` },
      })
    else {
      board.change(now, { phase: 'unknown' })
      notices.say(
        'warning',
        `No proof of what became of order ${order.referenceId} of ${order.customerCode}; asking the venue. Do not send it again.`,
        outcome.message,
      )
      lookUps.watch(now)
    }
  }

  const send = async (broker: Broker, order: Order, wire: OrderDraft): Promise<void> => {
    const leverageBefore = margins.known(wire.customerCode, wire.symbol)
    const outcome = await outcomeOf(log, () => broker.createOrder(order.referenceId, wire))
    settle(order, outcome)
    await margins.afterOrder(broker, wire, outcome.kind, leverageBefore)
  }

  const settleCancel = async (order: Order, broker: Broker): Promise<void> => {
    const { customerCode, referenceId } = order
    const key = `${customerCode} ${referenceId}`
    cancelling.add(key)
    const outcome = await outcomeOf(log, () => broker.cancelOrder(customerCode, referenceId))
    cancelling.delete(key)
    log.info('cancel answered', { customerCode, referenceId, phase: outcome.kind })
    const now = board.get(customerCode, referenceId)
    if (!now || !isLive(now)) return
    if (outcome.kind === 'refused' && outcome.code !== 'NOT_FOUND')
      board.change(now, {
        pending: null,
        refusal: {
          code: outcome.code,
          message: `Not cancelled. ${venueWords(outcome.code, outcome.message)}`,
        },
      })
    else if (outcome.kind === 'not-sent')
      board.change(now, {
        pending: null,
        refusal: { code: 'NOT_SENT', message: `The cancel did not leave this machine: ${outcome.message}` },
      })
    else if (outcome.kind === 'refused') {
      // Unknown to the exchange: filled, over, or still on its way (reliability.md §3.5). The venue's record decides.
      board.change(now, {
        pending: null,
        refusal: { code: outcome.code, message: venueWords(outcome.code, outcome.message) },
      })
      const looked = await lookUps.ask(broker, customerCode, referenceId)
      const after = board.get(customerCode, referenceId)
      if (!looked.ok && after && isLive(after)) lookUps.watch(after)
    } else lookUps.watch(now)
  }

  const startCancel = (order: Order): (() => Promise<void>) | null => {
    const broker = access.broker()
    if (!broker || cancelling.has(`${order.customerCode} ${order.referenceId}`)) return null
    board.change(order, { pending: 'cancel', refusal: null })
    return () => settleCancel(order, broker)
  }

  return {
    submit({ intentId, draft }) {
      const earlier = intents.get(intentId)
      if (earlier !== undefined) return ok({ referenceId: earlier })
      const link = brokerForSending(access)
      if ('failure' in link) return fail(link.failure)
      const problem = problemOf(draft)
      if (problem) return fail(problem)
      const referenceId = mint()
      intents.set(intentId, referenceId)
      const wire = withDefaults(draft)
      const order = sentOrder(referenceId, wire, clock.now())
      customers.see([draft.customerCode])
      board.put(order)
      log.info('order sent', { referenceId, customerCode: draft.customerCode, symbol: draft.symbol })
      void send(link.broker, order, wire)
      return ok({ referenceId })
    },

    cancel({ customerCode, referenceId }) {
      const order = board.get(customerCode, referenceId)
      if (!order)
        return fail(failureOf('refused', `This desk knows no order ${referenceId} of ${customerCode}.`))
      if (!isLive(order)) return fail(failureOf('refused', `Order ${referenceId} is already over.`))
      if (!access.broker()) return fail(notSignedIn())
      void startCancel(order)?.()
      return ok({})
    },

    cancelAll({ customerCode, symbol, side }) {
      if (!access.broker()) return fail(notSignedIn())
      const chosen = board
        .live()
        .filter(
          (order) =>
            order.customerCode === customerCode &&
            (symbol === null || order.symbol === symbol) &&
            (side === null || order.side === side),
        )
      const waiting = chosen.flatMap((order) => startCancel(order) ?? [])
      const count = waiting.length
      const lane = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await next()
      }
      for (let lanes = Math.min(CANCELS_AT_ONCE, count); lanes > 0; lanes--) void lane()
      return ok({ count })
    },

    async lookUp({ customerCode, referenceId }) {
      const broker = access.broker()
      if (!broker) return fail(notSignedIn())
      const looked = await lookUps.ask(broker, customerCode, referenceId)
      if (looked.ok) return ok({})
      return fail(readFailed(looked.failure))
    },
  }
}
