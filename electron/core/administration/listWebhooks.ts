/** Lists the webhooks of the venue in use, each with its journaled public key, and warns where a key is lost. Changes nothing. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { ProvenFacts } from '../journal/storeFactsInJournalOnly.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import { notSignedIn, type Access } from '../support/brokerAccess.ts'
import { readFailed } from '../support/failureMessages.ts'
import type { KnownWebhooks } from './knownWebhooks.ts'
import { KEY_LOST } from './warnIfWebhookKeyNotStored.ts'

export interface ListWebhooksOptions {
  readonly access: Pick<Access, 'broker'>
  /** Public keys by id of the webhook. */
  readonly keys: Pick<ProvenFacts, 'factsOf'>
  readonly known: Pick<KnownWebhooks, 'see'>
  readonly notices: Pick<Notices, 'say'>
  readonly venueId: () => string | null
}

export type ListWebhooks = (
  request: Request<'webhook.list'>,
) => Promise<Result<Reply<'webhook.list'>, Failure>>

export const createListWebhooks =
  ({ access, keys, known: knownWebhooks, notices, venueId }: ListWebhooksOptions): ListWebhooks =>
  async ({ page }) => {
    const broker = access.broker()
    const venue = venueId()
    if (!broker || venue === null) return fail(notSignedIn())
    const answer = await broker.webhooks(page)
    if (!answer.ok) return fail(readFailed(answer.failure))
    knownWebhooks.see(venue, answer.value.items)
    const known = keys.factsOf(venue)
    const items = answer.value.items.map((webhook) => ({
      ...webhook,
      publicKey: known.get(webhook.id) ?? webhook.publicKey,
    }))
    const keyless = items.filter(({ publicKey }) => publicKey === null).map(({ id }) => id)
    if (keyless.length > 0) notices.say('warning', `Webhook ${keyless.join(', ')}: ${KEY_LOST}`)
    return ok({ ...answer.value, items })
  }
