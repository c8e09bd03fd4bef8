/** Registers a webhook once, and journals its public key before success is reported: the venue shows the key only once. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Webhook } from '../../../shared/domain/webhook.ts'
import { brokerForAdministration, notSignedIn, type Access } from '../support/brokerAccess.ts'
import { outcomeOf } from '../support/unknownOutcomeOfException.ts'
import { undone } from '../support/failureMessages.ts'
import { createOnceEach } from '../support/idempotentIntents.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { AuditedRequest, AuditedRequests } from '../journal/journalRequestsOtherThanOrders.ts'
import type { ProvenFacts } from '../journal/storeFactsInJournalOnly.ts'
import type { Log } from '../ports/log.ts'
import type { AuditedDispatchGate } from './journalAndTradeLockCheckBeforeSend.ts'
import type { KnownWebhooks } from './knownWebhooks.ts'
import { KEY_LOST, warnIfLost } from './warnIfWebhookKeyNotStored.ts'

export interface RegisterWebhookOptions {
  readonly log: Log
  readonly access: Access
  /** Public keys by id of the webhook. They are in the journal: a key in a file that anybody can edit would prove nothing. */
  readonly keys: Pick<ProvenFacts, 'put'>
  readonly known: Pick<KnownWebhooks, 'see'>
  readonly notices: Pick<Notices, 'say'>
  readonly auditedRequests: Pick<AuditedRequests, 'answered'>
  readonly dispatchGate: AuditedDispatchGate
  readonly venueId: () => string | null
}

type Registered = Result<Webhook, Failure>

const inWords = ({ url, includeAllEvents, eventTypes }: Request<'webhook.register'>): string =>
  `registration of a webhook at ${url} for ${includeAllEvents ? 'all events' : eventTypes.join(', ')}`

export type RegisterWebhook = (request: Request<'webhook.register'>) => Promise<Registered>

export function createRegisterWebhook(options: RegisterWebhookOptions): RegisterWebhook {
  const { log, access, keys, known, notices, auditedRequests, dispatchGate, venueId } = options
  const once = createOnceEach<Webhook>()
  /** Addresses of registrations under way: two windows register one webhook once. */
  const underWay = new Set<string>()

  const register = async (request: Request<'webhook.register'>): Promise<Registered> => {
    const link = brokerForAdministration(access)
    if ('failure' in link) return fail(link.failure)
    const venue = venueId()
    if (venue === null) return fail(notSignedIn())
    const { url, includeAllEvents, eventTypes } = request
    if (!includeAllEvents && eventTypes.length === 0)
      return fail(
        failureOf('refused', 'Name at least one event type, or choose all events.', { field: 'eventTypes' }),
      )
    const registration = { url, includeAllEvents, eventTypes: includeAllEvents ? [] : eventTypes }
    const audited: AuditedRequest = {
      asked: { deed: 'webhook' },
      intentId: request.intentId,
      customerCode: null,
      what: `registration of a webhook at ${url}`,
    }
    const outcome = await outcomeOf(log, () =>
      link.broker.registerWebhook(registration, dispatchGate(audited)),
    )
    auditedRequests.answered(audited, outcome)
    log.info('webhook answered', { phase: outcome.kind })
    if (outcome.kind === 'refused' || outcome.kind === 'not-sent') return fail(undone(outcome))
    if (outcome.kind === 'unknown')
      return fail(
        failureOf(
          'unknown-outcome',
          `The outcome of the registration is unknown. Look at the list: if ${url} is there without a key, remove it and register it again.`,
        ),
      )
    known.see(venue, [outcome.value])
    const { id, publicKey } = outcome.value
    if (publicKey === null)
      notices.say('warning', `The venue registered webhook ${id} without a public key. ${KEY_LOST}`)
    else warnIfLost(notices, await keys.put(venue, id, publicKey))
    return ok(outcome.value)
  }

  const registerAlone = async (request: Request<'webhook.register'>): Promise<Registered> => {
    const { url } = request
    if (underWay.has(url))
      return fail(
        failureOf(
          'refused',
          `A webhook at ${url} is being registered already. Nothing was sent. Wait for it, then look at the list.`,
        ),
      )
    underWay.add(url)
    return register(request).finally(() => underWay.delete(url))
  }

  return (request) => once(request.intentId, () => registerAlone(request), inWords(request))
}
