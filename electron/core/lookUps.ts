/** Asks the venue about orders whose fate is not known, again and again. Reads only: it never sends anything a second time. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import { fail, type Result } from '../../shared/base/result.ts'
import { isLive, type Order } from '../../shared/domain/order.ts'
import type { CustomerCode, ReferenceId } from '../../shared/domain/text.ts'
import type { Access } from './access.ts'
import type { OrderBoard } from './orderBoard.ts'
import type { Broker, ReadFailure } from './ports.ts'

/** Ms until the n-th question; the last goes on. */
const DELAYS = [1_000, 1_000, 2_000, 4_000, 8_000, 15_000]

export interface LookUps {
  /** Asks once, now. An order that the venue does not know becomes `unknown`, never dead. */
  ask(broker: Broker, customer: CustomerCode, id: ReferenceId): Promise<Result<null, ReadFailure>>
  /** Asks until the order is over, or works with nothing pending. */
  watch(order: Order): void
  close(): void
}

/** An answer that came after its session ended says nothing of what the desk shows now. */
const anotherSession: ReadFailure = {
  kind: 'unreachable',
  code: null,
  message: 'The session ended before the venue answered.',
}

const isSettled = (order: Order | undefined): boolean =>
  !order || !isLive(order) || (order.phase === 'working' && order.pending === null)

export function createLookUps(clock: Clock, access: Access, board: OrderBoard): LookUps {
  const watched = new Map<string, Stop>()

  const ask: LookUps['ask'] = async (broker, customer, id) => {
    const askedAt = clock.now()
    const answer = await broker.order(customer, id)
    if (access.broker() !== broker) return fail(anotherSession)
    if (answer.ok) {
      board.see(answer.value, customer, askedAt)
      return { ok: true, value: null }
    }
    const known = board.get(customer, id)
    // Not found proves nothing (reference/reliability.md §3.5): the request may still be on its way, or the order over and forgotten.
    if (answer.failure.code === 'NOT_FOUND' && known?.phase === 'working' && known.updatedAt <= askedAt)
      board.change(known, { phase: 'unknown' })
    return answer
  }

  const plan = (order: Order, attempt: number): void => {
    const key = `${order.customerCode} ${order.referenceId}`
    const delay = DELAYS[Math.min(attempt, DELAYS.length - 1)] ?? 15_000
    const run = async (): Promise<void> => {
      if (isSettled(board.get(order.customerCode, order.referenceId))) return void watched.delete(key)
      const broker = access.broker()
      if (broker) await ask(broker, order.customerCode, order.referenceId)
      if (!watched.has(key)) return
      if (isSettled(board.get(order.customerCode, order.referenceId))) watched.delete(key)
      else plan(order, attempt + 1)
    }
    watched.set(
      key,
      clock.after(delay, () => void run()),
    )
  }

  return {
    ask,
    watch(order) {
      if (!watched.has(`${order.customerCode} ${order.referenceId}`)) plan(order, 0)
    },
    close() {
      for (const stop of watched.values()) stop()
      watched.clear()
    },
  }
}
