/**
 * Places the legs of brackets: for each fill of an entry that was seen, a take profit and stop loss of that size. Legs pass the same gate and
 * journal as every order. Never places more than the entry filled, never replaces a leg that may exist, and says loudly what has none (ADR 23).
 */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { Clock } from '../../../../shared/base/clock.ts'
import { ZERO, add, decimal, subtract, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import {
  foldBracket,
  legDraft,
  uncovered,
  type Bracket,
} from '../../../../shared/domain/orders/bracket/bracket.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { OrderEvent } from '../../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { OrdersMissingInJournal } from '../../orders/ordersMissingInJournal.ts'
import type { TradingGate } from '../../risk/tradingGate.ts'
import type { Access } from '../../support/brokerAccess.ts'
import { createOncePerTurn } from '../../support/oncePerTurn.ts'
import type { OrderSubmission } from '../submitOrder.ts'
import { createBracketNotices } from './bracketNotices.ts'
import { createFillsWithoutLeg } from './fillsWithoutLeg.ts'
import { createLegsBeyondPosition } from './legsBeyondPosition.ts'
import { createLegRoom, type LegRoomOptions, type Room } from './positionForLegs.ts'

export interface BracketLegsOptions extends LegRoomOptions {
  readonly clock: Clock
  readonly access: Pick<Access, 'broker'>
  readonly orderStore: Pick<OrderStore, 'get' | 'recent' | 'note'>
  readonly submission: Pick<OrderSubmission, 'submitLeg'>
  readonly gate: TradingGate
  readonly missingInJournal: Pick<OrdersMissingInJournal, 'liveOf'>
  readonly notices: Pick<Notices, 'say'>
  /** Changed in place. */
  readonly brackets: () => Map<string, Bracket>
  /** Whether the position is being closed just now, so that a leg would only be in the way. */
  readonly isFlattening: (customer: CustomerCode, symbol: Symbol) => boolean
}

export interface BracketLegs {
  /** Call with every change of an order. */
  orderChanged(now: Order, before: Order | undefined, event: OrderEvent): void
  /** Looks at every bracket again: the session changed. */
  lookAgain(): void
  close(): void
}

/** Why contracts that the position may still hold get no leg now: a sentence; null: nothing keeps them back. `room` null: the position is not known for certain. */
function whyWaits({ customerCode, symbol, entry }: Bracket, room: Room | null): string | null {
  if (room === null)
    return `The position of ${shownCode(customerCode)} in ${shownCode(symbol)} is not known for certain.`
  if (room.later < room.reported) return `No trade shows all of what order ${entry} reports as filled.`
  return room.now < room.later
    ? `Orders that are not over may close the position of ${shownCode(customerCode)} in ${shownCode(symbol)}.`
    : null
}

/** Whether a leg has no answer yet. The next fill waits for it, so that many small fills share one leg. */
const isRequestOut = (orderStore: Pick<OrderStore, 'get'>, { customerCode, legs }: Bracket): boolean =>
  legs.some(({ referenceId }) => {
    const phase = orderStore.get(customerCode, referenceId)?.phase
    return phase === 'intent' || phase === 'sent'
  })

/** Why the leg may be live already, although the journal does not name it: a sentence; null: nothing shows that. */
function whyMayBeLive(
  { missingInJournal }: Pick<BracketLegsOptions, 'missingInJournal'>,
  { customerCode, symbol }: Bracket,
): string | null {
  const order = missingInJournal.liveOf(customerCode, symbol)
  return order === null
    ? null
    : `Order ${order.referenceId} of ${shownCode(customerCode)} in ${shownCode(symbol)} is live. This terminal sent it, and the order journal does not name it, so it may be this leg. If it is the leg, leave it. If not, cancel it.`
}

/** Why nothing may be sent for the bracket now: a sentence; null: a leg may leave. */
function whyKeptBack(options: BracketLegsOptions, subject: Bracket): string | null {
  const { customerCode, symbol } = subject
  return options.isFlattening(customerCode, symbol)
    ? `The position of ${shownCode(customerCode)} in ${shownCode(symbol)} is being closed.`
    : (options.gate.whyBlocked({ customerCode, symbol }, 'leg')?.message ?? whyMayBeLive(options, subject))
}

export function createBracketLegs(options: BracketLegsOptions): BracketLegs {
  const { clock, access, orderStore, submission, gate, brackets, isFlattening } = options
  const room = createLegRoom(options)
  const says = createBracketNotices(options.notices)
  const fills = createFillsWithoutLeg(clock, (key) => look(key))
  const beyondPosition = createLegsBeyondPosition({ ...options, room })
  /** Brackets with a leg on its way to its journal entry. */
  const placing = new Set<string>()

  const alarm = (key: string, subject: Bracket, why: string): void => {
    if (fills.mustSay(key, why)) says.missing(subject, why)
  }
  const failed = (key: string, why: string): void => {
    const subject = brackets().get(key)
    if (!subject || uncovered(subject) === 0n) return
    fills.failed(key)
    alarm(key, subject, why)
  }

  const release = (key: string, subject: Bracket, lacking: Decimal): void => {
    const released = toText(add(decimal(subject.released), lacking))
    const why = 'the position no longer holds them'
    orderStore.note(subject.customerCode, subject.entry, {
      kind: 'leg-released',
      at: clock.now(),
      released,
      why,
    })
    // The entry may be too long ago to be stored. Then the position releases the contracts again in the next run.
    const now = brackets().get(key)
    if (now?.released === subject.released) brackets().set(key, { ...now, released })
    fills.over(key)
    says.released(subject, lacking)
    changed.add(key)
    lookAtChanged()
  }

  const whyBlocked = (subject: Bracket): string | null => whyKeptBack(options, subject)

  const place = async (key: string, subject: Bracket, amount: Decimal): Promise<void> => {
    const index = subject.legs.length
    /** Asked until the first byte: the position may be closed meanwhile. */
    const whyOutdated = (): string | null => {
      const own = brackets().get(key)?.legs[index]?.referenceId ?? null
      const isOver =
        isFlattening(subject.customerCode, subject.symbol) || whyMayBeLive(options, subject) !== null
      if (isOver) return whyBlocked(subject)
      return room.holds(subject, amount, own)
        ? null
        : `The position of ${shownCode(subject.customerCode)} in ${shownCode(subject.symbol)} no longer holds what the leg would close.`
    }
    placing.add(key)
    const intent = `${subject.entry} leg ${index}`
    const reply = await submission.submitLeg(intent, legDraft(subject, amount), subject.entry, whyOutdated)
    placing.delete(key)
    const isPlaced = (brackets().get(key)?.legs.length ?? 0) > index
    if (!reply.ok) failed(key, reply.failure.message)
    else if (!isPlaced) failed(key, 'The leg was not taken.')
    look(key)
  }

  const look = (key: string): void => {
    const subject = brackets().get(key)
    if (!subject) return void fills.over(key)
    if (placing.has(key) || access.broker() === null) return
    const missing = uncovered(subject)
    if (missing === 0n) {
      // A leg without an answer may come back as not sent: the next try then waits longer.
      if (!isRequestOut(orderStore, subject) && fills.over(key)) says.sent(subject)
      return
    }
    fills.waits(key)
    const blocked = whyBlocked(subject)
    if (blocked !== null) {
      // What the position lacks is judged anew once nothing keeps the leg back.
      fills.lacks(key, false)
      return alarm(key, subject, blocked)
    }
    const contracts = room.roomFor(key, subject, gate.whyBlocked(subject, 'new-risk') === null)
    const lacking = contracts === null ? ZERO : subtract(missing, contracts.reported)
    if (fills.lacks(key, lacking > 0n)) return release(key, subject, lacking)
    const waits = whyWaits(subject, contracts)
    if (waits !== null) alarm(key, subject, waits)
    if (contracts === null || contracts.now === 0n || isRequestOut(orderStore, subject) || !fills.mayTry(key))
      return
    void place(key, subject, contracts.now)
  }

  /** Keys of brackets that changed in this turn. */
  const changed = new Set<string>()
  const lookAtChanged = createOncePerTurn(() => {
    const keys = [...changed]
    changed.clear()
    for (const key of keys) look(key)
  })

  return {
    orderChanged(now, before, event) {
      const key = foldBracket(brackets(), now, before, event)
      if (key === null) return
      room.orderChanged(key, now, before, event)
      // A leg that was not sent is placed anew, later each time.
      if (now.legOf !== undefined && now.phase === 'not-sent' && before?.phase !== 'not-sent')
        failed(key, now.refusal?.message ?? 'The leg was not sent.')
      changed.add(key)
      lookAtChanged()
      beyondPosition.watch()
    },
    lookAgain() {
      if (access.broker() === null) return
      beyondPosition.watch()
      for (const [key, subject] of brackets()) if (uncovered(subject) > 0n) changed.add(key)
      if (changed.size > 0) lookAtChanged()
    },
    close() {
      fills.close()
      beyondPosition.close()
    },
  }
}
