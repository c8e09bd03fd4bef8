/** Removes a webhook at the venue, and its public key from the journal. Journals the request before it is sent, and its answer. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { ProvenFacts } from '../journal/storeFactsInJournalOnly.ts'
import type { AuditedRequest, AuditedRequests } from '../journal/journalRequestsOtherThanOrders.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { Log } from '../ports/log.ts'
import { brokerForAdministration, type Access } from '../support/brokerAccess.ts'
import { outcomeOf } from '../support/unknownOutcomeOfException.ts'
import { undone } from '../support/failureMessages.ts'
import type { AuditedDispatchGate } from './journalAndTradeLockCheckBeforeSend.ts'
import type { KnownWebhooks } from './knownWebhooks.ts'
import { warnIfLost } from './warnIfWebhookKeyNotStored.ts'

export interface RemoveWebhookOptions {
  readonly log: Log
  readonly access: Access
  /** Public keys by id of the webhook. */
  readonly keys: Pick<ProvenFacts, 'factsOf' | 'remove'>
  readonly known: Pick<KnownWebhooks, 'wordsOf'>
  readonly notices: Pick<Notices, 'say'>
  readonly auditedRequests: Pick<AuditedRequests, 'answered'>
  readonly dispatchGate: AuditedDispatchGate
  readonly venueId: () => string | null
}

export type RemoveWebhook = (
  request: Request<'webhook.remove'>,
) => Promise<Result<Reply<'webhook.remove'>, Failure>>

export const createRemoveWebhook =
  ({
    log,
    access,
    keys,
    known,
    notices,
    auditedRequests,
    dispatchGate,
    venueId,
  }: RemoveWebhookOptions): RemoveWebhook =>
  async ({ id }) => {
    const link = brokerForAdministration(access)
    if ('failure' in link) return fail(link.failure)
    const venue = venueId()
    const audited: AuditedRequest = {
      asked: { deed: 'webhook' },
      intentId: `remove-${id}`,
      customerCode: null,
      what: `removal of ${known.wordsOf(venue, id)}`,
    }
    const outcome = await outcomeOf(log, () => link.broker.removeWebhook(id, dispatchGate(audited)))
    auditedRequests.answered(audited, outcome)
    if (outcome.kind === 'refused' || outcome.kind === 'not-sent') return fail(undone(outcome))
    if (outcome.kind === 'unknown')
      return fail(
        failureOf(
          'unknown-outcome',
          'The outcome of the removal is unknown. Look at the list before you try again.',
        ),
      )
    if (venue !== null && keys.factsOf(venue).has(id)) warnIfLost(notices, await keys.remove(venue, id))
    return ok({})
  }
