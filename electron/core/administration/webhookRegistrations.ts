/** Webhooks of the venue signed in to, and the public keys that the venue shows once: kept in the order journal before anybody hears of success. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Webhook } from '../../../shared/domain/webhook.ts'
import { brokerForSending, notSignedIn, outcomeOf, type Access } from '../support/access.ts'
import type { AuditedRequest, AuditedRequests } from '../journal/auditedRequests.ts'
import { readFailed, undone } from '../support/failureMessages.ts'
import type { Notices } from '../support/notices.ts'
import { createOnceEach } from '../support/idempotentIntents.ts'
import type { Log } from '../ports.ts'
import type { ProvenFacts } from '../journal/provenFacts.ts'

export interface WebhookRegistrationsOptions {
  readonly log: Log
  readonly access: Access
  /** Public keys by id of the webhook. Of a key in a file that anybody can edit no delivery could be proven. */
  readonly keys: Pick<ProvenFacts, 'factsOf' | 'put' | 'remove'>
  readonly notices: Notices
  readonly deeds: AuditedRequests
  readonly venueId: () => string | null
}

export interface WebhookRegistrations {
  list(request: Request<'webhook.list'>): Promise<Result<Reply<'webhook.list'>, Failure>>
  register(request: Request<'webhook.register'>): Promise<Result<Webhook, Failure>>
  remove(request: Request<'webhook.remove'>): Promise<Result<Reply<'webhook.remove'>, Failure>>
  verify(request: Request<'webhook.verify'>): Result<Reply<'webhook.verify'>, Failure>
  /** Says which changes of earlier runs were never answered. */
  takeUp(): void
}

const KEY_LOST =
  'The venue shows the public key of a webhook once, at its registration, and this desk has none. Remove the webhook and register it again to check its deliveries.'

const registrationInWords = ({ url, includeAllEvents, eventTypes }: Request<'webhook.register'>): string =>
  `registration of a webhook at ${url} for ${includeAllEvents ? 'all events' : eventTypes.join(', ')}`

export function createWebhookRegistrations(parts: WebhookRegistrationsOptions): WebhookRegistrations {
  const { log, access, keys, notices, deeds, venueId } = parts
  const once = createOnceEach<Webhook>()
  /** Addresses of registrations without an answer: two windows register one webhook once. */
  const onTheWay = new Set<string>()
  const toldIfLost = (written: Result<null, string>): void => {
    if (!written.ok)
      notices.say(
        'warning',
        `The public keys of webhooks are kept for this run only, because the journal takes nothing: ${written.failure} ${KEY_LOST}`,
      )
  }

  const register = async (request: Request<'webhook.register'>): Promise<Result<Webhook, Failure>> => {
    const link = brokerForSending(access)
    if ('failure' in link) return fail(link.failure)
    const venue = venueId()
    if (venue === null) return fail(notSignedIn())
    const { url, includeAllEvents, eventTypes } = request
    if (!includeAllEvents && eventTypes.length === 0)
      return fail(
        failureOf('refused', 'Name at least one event type, or choose all events.', { field: 'eventTypes' }),
      )
    const registration = { url, includeAllEvents, eventTypes: includeAllEvents ? [] : eventTypes }
    const deed: AuditedRequest = {
      asked: { deed: 'webhook' },
      intentId: request.intentId,
      customerCode: null,
      what: `registration of a webhook at ${url}`,
    }
    const outcome = await outcomeOf(log, () =>
      link.broker.registerWebhook(registration, deeds.dispatchGate(deed)),
    )
    deeds.answered(deed, outcome)
    log.info('webhook answered', { phase: outcome.kind })
    if (outcome.kind === 'refused' || outcome.kind === 'not-sent') return fail(undone(outcome))
    if (outcome.kind === 'unknown')
      return fail(
        failureOf(
          'unknown-outcome',
          `No proof of what became of the registration. Look at the list: if ${url} is there without a key, remove it and register it again.`,
        ),
      )
    const { id, publicKey } = outcome.value
    if (publicKey === null)
      notices.say('warning', `The venue registered webhook ${id} without a public key. ${KEY_LOST}`)
    else toldIfLost(await keys.put(venue, id, publicKey))
    return ok(outcome.value)
  }

  return {
    async list({ page }) {
      const broker = access.broker()
      const venue = venueId()
      if (!broker || venue === null) return fail(notSignedIn())
      const answer = await broker.webhooks(page)
      if (!answer.ok) return fail(readFailed(answer.failure))
      const known = keys.factsOf(venue)
      const items = answer.value.items.map((of) => ({ ...of, publicKey: known.get(of.id) ?? of.publicKey }))
      const keyless = items.filter((of) => of.publicKey === null).map((of) => of.id)
      if (keyless.length > 0) notices.say('warning', `Webhook ${keyless.join(', ')}: ${KEY_LOST}`)
      return ok({ ...answer.value, items })
    },
    takeUp() {
      for (const deed of deeds.open()) {
        if (deed.asked.deed !== 'webhook') continue
        deeds.settled(deed, null)
        notices.say(
          'warning',
          `The ${deed.what} was sent in an earlier run and never answered. Look at the panel Webhooks: a webhook that is there without a key must be removed and registered again.`,
        )
      }
    },
    register: (request) =>
      once(
        request.intentId,
        async () => {
          const { url } = request
          if (onTheWay.has(url))
            return fail(
              failureOf(
                'refused',
                `A webhook at ${url} is being registered already. Nothing was sent. Wait for it, then look at the list.`,
              ),
            )
          onTheWay.add(url)
          return register(request).finally(() => onTheWay.delete(url))
        },
        registrationInWords(request),
      ),
    async remove({ id }) {
      const link = brokerForSending(access)
      if ('failure' in link) return fail(link.failure)
      const venue = venueId()
      const deed: AuditedRequest = {
        asked: { deed: 'webhook' },
        intentId: `remove-${id}`,
        customerCode: null,
        what: `removal of webhook ${id}`,
      }
      const outcome = await outcomeOf(log, () => link.broker.removeWebhook(id, deeds.dispatchGate(deed)))
      deeds.answered(deed, outcome)
      if (outcome.kind === 'refused' || outcome.kind === 'not-sent') return fail(undone(outcome))
      if (outcome.kind === 'unknown')
        return fail(
          failureOf(
            'unknown-outcome',
            'No proof that the webhook was removed. Look at the list before you try again.',
          ),
        )
      if (venue !== null && keys.factsOf(venue).has(id)) toldIfLost(await keys.remove(venue, id))
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
