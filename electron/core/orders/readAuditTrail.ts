/** Reads an order's audit trail from the journal: each event, and the order after it. Sends nothing. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { applyOrderEvent, type OrderMoment } from '../../../shared/domain/orders/orderLife.ts'
import { DEALER_PHASE, type JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { Journal } from '../ports/journal.ts'

/** `accountKey`: the venue and user signed in. Entries of other accounts are left out. */
export async function readAuditTrail(
  journal: Pick<Journal, 'eachMentioning'>,
  accountKey: string,
  { customerCode, referenceId }: Request<'order.auditTrail'>,
): Promise<Result<Reply<'order.auditTrail'>, Failure>> {
  const moments: OrderMoment[] = []
  let known: Order | undefined
  let dealer: string | null = null
  const take = (entry: JournalEntry): void => {
    const { body } = entry
    if (body.type === 'session' && body.phase === DEALER_PHASE) dealer = body.message
    if (body.type === 'carried' && body.whose === accountKey)
      known ??= body.orders.find(
        (order) => order.customerCode === customerCode && order.referenceId === referenceId,
      )
    if (body.type !== 'order' || entry.whose !== accountKey) return
    if (body.customerCode !== customerCode || body.referenceId !== referenceId) return
    known = applyOrderEvent(known, customerCode, referenceId, body.event)
    moments.push({ whose: accountKey, dealer, event: body.event, after: known ?? null })
  }
  const read = await journal.eachMentioning([referenceId, `"phase":"${DEALER_PHASE}"`], (entries) =>
    entries.forEach(take),
  )
  if (!read.ok) return fail(failureOf('refused', read.failure))
  return ok({ moments, isProven: read.value.isProven })
}
