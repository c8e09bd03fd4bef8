/** Verifies that the venue signed the delivery of a webhook, with the journaled public key. Sends nothing. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { ProvenFacts } from '../journal/storeFactsInJournalOnly.ts'
import { notSignedIn, type Access } from '../support/brokerAccess.ts'
import { KEY_LOST } from './warnIfWebhookKeyNotStored.ts'

export interface VerifyWebhookDeliveryOptions {
  readonly access: Pick<Access, 'broker'>
  /** Public keys by id of the webhook. */
  readonly keys: Pick<ProvenFacts, 'factsOf'>
  readonly venueId: () => string | null
}

export type VerifyWebhookDelivery = (
  request: Request<'webhook.verify'>,
) => Result<Reply<'webhook.verify'>, Failure>

export const createVerifyWebhookDelivery =
  ({ access, keys, venueId }: VerifyWebhookDeliveryOptions): VerifyWebhookDelivery =>
  ({ id, body, signature }) => {
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
  }
