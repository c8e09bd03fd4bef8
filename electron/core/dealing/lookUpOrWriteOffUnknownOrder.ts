/** A dealer's actions on an order of unknown status: query the venue now, or write the order off. Sends no order. */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import { notSignedIn, type Access } from '../support/brokerAccess.ts'
import { readFailed } from '../support/failureMessages.ts'

export interface UnknownOrderActsOptions {
  readonly clock: Clock
  readonly access: Access
  readonly orderStore: OrderStore
  readonly resolver: UnknownOrderResolver
}

export interface UnknownOrderActs {
  lookUp(request: Request<'order.lookUp'>): Promise<Result<Reply<'order.lookUp'>, Failure>>
  /** Ends an unresolved order on the dealer's word. `by`: the dealer, for the journal. */
  writeOff(request: Request<'order.writeOff'>, by: string): Promise<Result<Reply<'order.writeOff'>, Failure>>
}

export const createUnknownOrderActs = ({
  clock,
  access,
  orderStore,
  resolver,
}: UnknownOrderActsOptions): UnknownOrderActs => ({
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
        failureOf(
          'refused',
          `Order ${referenceId} of ${customerCode} is not unresolved. Only an unresolved order can be written off.`,
        ),
      )
    if (typed !== referenceId.slice(-4))
      return fail(
        failureOf('refused', 'Type the last four characters of the order’s id.', { field: 'typed' }),
      )
    const written = await orderStore.commit(customerCode, referenceId, {
      kind: 'written-off',
      at: clock.now(),
      by,
    })
    if (!written.ok) return fail(failureOf('refused', written.failure))
    const after = orderStore.get(customerCode, referenceId)
    if (after) resolver.watchForReappearance(after)
    return ok({})
  },
})
