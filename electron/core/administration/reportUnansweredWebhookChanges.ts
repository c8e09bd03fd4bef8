/** Reports the webhook changes of earlier runs that the venue never answered, each once. Sends nothing. */

import type { AuditedRequests } from '../journal/journalRequestsOtherThanOrders.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'

export function reportUnansweredWebhookChanges(
  auditedRequests: Pick<AuditedRequests, 'open' | 'settled'>,
  notices: Pick<Notices, 'say'>,
): void {
  for (const request of auditedRequests.open()) {
    if (request.asked.deed !== 'webhook') continue
    auditedRequests.settled(request, null)
    notices.say(
      'warning',
      `The ${request.what} was sent in an earlier run and never answered. Look at the panel Webhooks: a webhook that is there without a key must be removed and registered again.`,
    )
  }
}
