/** Final check before an order request is sent. Journals the request before the first byte goes out. Sends nothing itself. */

import { msSince, type Clock, type Moment } from '../../../shared/base/clock.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import { MAX_ACT_AGE } from '../../../shared/domain/actAge.ts'
import type { OrderAct } from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { OrderStore } from './journaledOrderStore.ts'
import type { DispatchGate } from '../ports/broker.ts'

/** Returns the gate of one request. */
export type DispatchGateFor = (
  act: OrderAct,
  customer: CustomerCode,
  id: ReferenceId,
  /** Why the request must not be sent any more; null: it may. Asked before and after the journal's write. */
  whyBlocked: () => string | null,
) => DispatchGate

export const SESSION_ENDED = 'The session ended before the request was sent.'

/** Why a request that the core received at `pressedAt` must not be sent any more, for instance because the disk hung or the machine slept; null: it still may. */
export const pressedTooLongAgo = (clock: Clock, pressedAt: Moment): string | null =>
  msSince(clock, pressedAt) > MAX_ACT_AGE
    ? `more than ${MAX_ACT_AGE / 1_000} s passed since your key press.`
    : null

/** The broker adapter puts the reason into "Not sent: ….", so it must not end with a full stop. */
const failWith = (sentence: string) => fail(sentence.replace(/\.$/u, ''))

export const createDispatchGate =
  (clock: Clock, orderStore: OrderStore): DispatchGateFor =>
  (act, customer, id, whyBlocked) =>
  async (what) => {
    const before = whyBlocked()
    if (before !== null) return failWith(before)
    const written = await orderStore.commit(customer, id, { kind: 'sending', at: clock.now(), act, ...what })
    // A cancel only takes risk away, so it is sent even when nothing can be journaled (docs/order-lifecycle.md#failed-disk).
    if (!written.ok && act !== 'cancel') return failWith(written.failure)
    const after = whyBlocked()
    return after === null ? ok(null) : failWith(after)
  }
