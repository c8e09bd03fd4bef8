/** The last step before a request about an order leaves: asked once more whether it may, and in the journal before the first byte. Sends nothing itself. */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import { MAX_ACT_AGE } from '../../../shared/domain/actAge.ts'
import type { OrderAct } from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { OrderStore } from './orderStore.ts'
import type { DispatchGate } from '../ports.ts'

export type DispatchGateOf = (
  act: OrderAct,
  customer: CustomerCode,
  id: ReferenceId,
  /** Why it may not leave any more; asked before and after the disk was waited for. */
  stopped: () => string | null,
) => DispatchGate

export const SESSION_ENDED = 'The session ended before it left.'

/** Why an act that the core received at `takenAt` (monotonic ms) may no longer leave, for instance because the disk hung; null while it may. */
export const heldTooLong = (clock: Clock, takenAt: number): string | null =>
  clock.monotonic() - takenAt > MAX_ACT_AGE
    ? `It could not leave within ${MAX_ACT_AGE / 1_000} s of the key.`
    : null

export const createDispatchGate =
  (clock: Clock, orderStore: OrderStore): DispatchGateOf =>
  (act, customer, id, stopped) =>
  async (what) => {
    const before = stopped()
    if (before !== null) return fail(before)
    const filed = await orderStore.commit(customer, id, { kind: 'sending', at: clock.now(), act, ...what })
    // A cancel only ever takes risk away: it goes out also when nothing can be recorded (docs/order-lifecycle.md#failed-disk).
    if (!filed.ok && act !== 'cancel') return fail(filed.failure)
    const after = stopped()
    return after === null ? ok(null) : fail(after)
  }
