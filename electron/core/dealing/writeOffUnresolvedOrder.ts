/** Ends an unresolved order on the dealer's word, then keeps polling in case the venue shows it again. Sends no order. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'

export interface WriteOffOrderOptions {
  readonly clock: Clock
  readonly orderStore: Pick<OrderStore, 'get' | 'commit'>
  readonly resolver: Pick<UnknownOrderResolver, 'watchForReappearance'>
  /** The signed-in dealer, for the journal. */
  readonly who: () => string
}

export type WriteOffOrder = (
  request: Request<'order.writeOff'>,
) => Promise<Result<Reply<'order.writeOff'>, Failure>>

export const createWriteOffOrder =
  ({ clock, orderStore, resolver, who }: WriteOffOrderOptions): WriteOffOrder =>
  async ({ customerCode, referenceId, typed }) => {
    const order = orderStore.get(customerCode, referenceId)
    if (order?.phase !== 'unresolved')
      return fail(
        failureOf(
          'refused',
          `Order ${referenceId} of ${shownCode(customerCode)} is not unresolved. Only an unresolved order can be written off.`,
        ),
      )
    if (typed !== referenceId.slice(-4))
      return fail(
        failureOf('refused', 'Type the last four characters of the order’s id.', { field: 'typed' }),
      )
    const written = await orderStore.commit(customerCode, referenceId, {
      kind: 'written-off',
      at: clock.now(),
      by: who(),
    })
    if (!written.ok) return fail(failureOf('refused', written.failure))
    const after = orderStore.get(customerCode, referenceId)
    if (after) resolver.watchForReappearance(after)
    return ok({})
  }
