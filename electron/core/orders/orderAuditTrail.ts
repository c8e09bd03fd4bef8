/** An order's life as the journal holds it, with what was known after each event. Reads the journal; sends nothing. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { applyOrderEvent, type OrderMoment } from '../../../shared/domain/orders/orderLife.ts'
import type { Journal } from '../ports.ts'

/** `whose`: venue and user signed in to; other people's records are not this user's to read. */
export async function readAuditTrail(
  journal: Journal,
  whose: string,
  { customerCode, referenceId }: Request<'order.auditTrail'>,
): Promise<Result<Reply<'order.auditTrail'>, Failure>> {
  const read = await journal.mentioning(referenceId)
  if (!read.ok) return fail(failureOf('refused', read.failure))
  const moments: OrderMoment[] = []
  let known: Order | undefined
  for (const { whose: owner, body } of read.value) {
    if (body.type === 'carried' && body.whose === whose)
      known ??= body.orders.find(
        (order) => order.customerCode === customerCode && order.referenceId === referenceId,
      )
    if (body.type !== 'order' || owner !== whose) continue
    if (body.customerCode !== customerCode || body.referenceId !== referenceId) continue
    known = applyOrderEvent(known, customerCode, referenceId, body.event)
    moments.push({ whose: owner, event: body.event, after: known ?? null })
  }
  return ok({ moments })
}
