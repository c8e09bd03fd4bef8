/** Webhooks of the venue in use: lists, registers and removes them, and checks their deliveries with the journaled public keys. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Webhook } from '../../../shared/domain/webhook.ts'
import { brokerForSending, notSignedIn, outcomeOf } from '../support/brokerAccess.ts'
import type { AuditedRequest } from '../journal/journalAuditedRequests.ts'
import { readFailed, undone } from '../support/failureMessages.ts'
import type { ProvenFacts } from '../journal/journalOnlyFacts.ts'
import {
  createRegisterWebhook,
  KEY_LOST,
  warnIfLost,
  type RegisterWebhookOptions,
} from './registerWebhookAndJournalPublicKey.ts'

export interface WebhookRegistrationsOptions extends RegisterWebhookOptions {
  readonly keys: Pick<ProvenFacts, 'factsOf' | 'put' | 'remove'>
}

export interface WebhookRegistrations {
  list(request: Request<'webhook.list'>): Promise<Result<Reply<'webhook.list'>, Failure>>
  register(request: Request<'webhook.register'>): Promise<Result<Webhook, Failure>>
  remove(request: Request<'webhook.remove'>): Promise<Result<Reply<'webhook.remove'>, Failure>>
  verify(request: Request<'webhook.verify'>): Result<Reply<'webhook.verify'>, Failure>
  /** Reports the changes of earlier runs that the venue never answered. */
  recoverUnanswered(): void
}

export function createWebhookRegistrations(options: WebhookRegistrationsOptions): WebhookRegistrations {
  const { log, access, keys, notices, auditedRequests, venueId } = options

  return {
    async list({ page }) {
      const broker = access.broker()
      const venue = venueId()
      if (!broker || venue === null) return fail(notSignedIn())
      const answer = await broker.webhooks(page)
      if (!answer.ok) return fail(readFailed(answer.failure))
      const known = keys.factsOf(venue)
      const items = answer.value.items.map((webhook) => ({
        ...webhook,
        publicKey: known.get(webhook.id) ?? webhook.publicKey,
      }))
      const keyless = items.filter(({ publicKey }) => publicKey === null).map(({ id }) => id)
      if (keyless.length > 0) notices.say('warning', `Webhook ${keyless.join(', ')}: ${KEY_LOST}`)
      return ok({ ...answer.value, items })
    },
    recoverUnanswered() {
      for (const request of auditedRequests.open()) {
        if (request.asked.deed !== 'webhook') continue
        auditedRequests.settled(request, null)
        notices.say(
          'warning',
          `The ${request.what} was sent in an earlier run and never answered. Look at the panel Webhooks: a webhook that is there without a key must be removed and registered again.`,
        )
      }
    },
    register: createRegisterWebhook(options),
    async remove({ id }) {
      const link = brokerForSending(access)
      if ('failure' in link) return fail(link.failure)
      const venue = venueId()
      const audited: AuditedRequest = {
        asked: { deed: 'webhook' },
        intentId: `remove-${id}`,
        customerCode: null,
        what: `removal of webhook ${id}`,
      }
      const outcome = await outcomeOf(log, () =>
        link.broker.removeWebhook(id, auditedRequests.dispatchGate(audited)),
      )
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
    },
    verify({ id, body, signature }) {
      const broker = access.broker()
      const venue = venueId()
      if (!broker || venue === null) return fail(notSignedIn())
      const key = keys.factsOf(venue).get(id)
      if (key === undefined) return fail(failureOf('refused', KEY_LOST, { field: 'id' }))
      const valid = broker.verifyDelivery(key, body, signature)
      if (!valid.ok) return fail(failureOf('refused', valid.failure, { field: 'signature' }))
      return ok({
        valid: valid.value,
        message: valid.value
          ? 'Genuine: the venue signed exactly this body.'
          : 'Not genuine: this body was not signed with the key of this webhook. Paste it byte for byte, without a line break at its end.',
      })
    },
  }
}
