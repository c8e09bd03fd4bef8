/** Last check before a transfer, fee write or webhook change is sent: journals the request, then asks for the trade lock. Sends nothing itself. */

import { fail, ok } from '../../../shared/base/result.ts'
import { reasonOf } from '../../../shared/domain/orders/openOrderReading.ts'
import type { AuditedRequest, AuditedRequests } from '../journal/journalRequestsOtherThanOrders.ts'
import type { DispatchGate } from '../ports/broker.ts'

/** Returns the gate of one request: it opens once the journal has the request on disk, unless trading was locked meanwhile. */
export type AuditedDispatchGate = (request: AuditedRequest) => DispatchGate

/** `whyLocked`: why the trade lock stops a request; null without a lock. */
export const createAuditedDispatchGate =
  (auditedRequests: Pick<AuditedRequests, 'sending'>, whyLocked: () => string | null): AuditedDispatchGate =>
  (request) =>
  async (outgoing) => {
    const written = await auditedRequests.sending(request, outgoing)
    if (!written.ok) return fail(written.failure)
    // The request may have waited long for its turn and for the disk.
    const locked = whyLocked()
    return locked === null ? ok(null) : fail(reasonOf(locked))
  }
