/** Looks up every order of a customer that counts as live here and that the venue's list of open orders did not show. Reads only. */

import { ok, type Result } from '../../../../shared/base/result.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { UnknownOrderResolver } from '../../orders/unknownOrderResolver.ts'
import type { Broker } from '../../ports/broker.ts'
import type { ReadFailure } from '../../ports/brokerAnswers.ts'

export interface MissingOrdersOptions {
  readonly broker: Broker
  readonly orderStore: Pick<OrderStore, 'live'>
  readonly resolver: Pick<UnknownOrderResolver, 'ask' | 'watch'>
}

/** `shown`: the reference ids of the list. Fails where an order could not be looked up. */
export async function lookUpOrdersMissingFromList(
  { broker, orderStore, resolver }: MissingOrdersOptions,
  customer: CustomerCode,
  shown: ReadonlySet<string>,
): Promise<Result<null, ReadFailure>> {
  let unread: Result<null, ReadFailure> = ok(null)
  for (const order of orderStore.live())
    if (order.customerCode === customer && !shown.has(order.referenceId)) {
      const looked = await resolver.ask(broker, customer, order.referenceId)
      if (looked.ok) continue
      resolver.watch(order)
      if (looked.failure.kind !== 'refused') unread = looked
    }
  return unread
}
