/** Last check before a transfer, fee write or webhook change is sent: journals the request, then checks its age and the trade lock. Sends nothing itself. */

import { momentOf, type Clock } from '../../../shared/base/clock.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import { reasonOf } from '../../../shared/domain/orders/openOrderReading.ts'
import type { AuditedRequest, AuditedRequests } from '../journal/journalRequestsOtherThanOrders.ts'
import { pressedTooLongAgo } from '../orders/lastCheckAndJournalBeforeSend.ts'
import type { DispatchGate } from '../ports/broker.ts'

/** Returns the gate of one request, whose age counts from this call. The gate opens once the journal has the request on disk, unless that took too long or trading was locked meanwhile. */
export type AuditedDispatchGate = (request: AuditedRequest) => DispatchGate

/** `whyLocked`: why the trade lock stops a request; null without a lock. */
export const createAuditedDispatchGate =
  (
    clock: Clock,
    auditedRequests: Pick<AuditedRequests, 'sending'>,
    whyLocked: () => string | null,
  ): AuditedDispatchGate =>
  (request) => {
    const askedAt = momentOf(clock)
    return async (outgoing) => {
      const written = await auditedRequests.sending(request, outgoing)
      if (!written.ok) return fail(written.failure)
      // The request may have waited long for its turn and for the disk, and the machine may have slept.
      const blocked = pressedTooLongAgo(clock, askedAt) ?? whyLocked()
      return blocked === null ? ok(null) : fail(reasonOf(blocked))
    }
  }
