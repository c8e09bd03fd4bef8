/** Webhooks on the wire (docs/api.md#webhook): records, page, paths and bodies. Pure. */

import { fail, ok, type Result } from '../base/result.ts'
import type { Webhook, WebhookPage } from '../domain/webhook.ts'
import { asText, isObject, readRecord, type Json, type Read } from './fields.ts'
import { countOf } from './lists/listAnswer.ts'
import type { VenueProfile } from './venueProfile.ts'

/** A webhook; `publicKey` is null where the record shows none, as lists may. */
export const readWebhook = (value: unknown): Read<Webhook> =>
  readRecord('webhook', value, (fields) => {
    const types = fields.raw('event_types') ?? []
    if (!Array.isArray(types)) return fields.refuse('event_types', 'is not a list of names')
    const eventTypes = types.map((type: unknown) => {
      const name = asText(type)
      return name.ok
        ? name.value
        : fields.refuse('event_types', `is not a list of names: an entry ${name.failure}`)
    })
    const all = fields.raw('include_all_events') ?? types.length === 0
    if (typeof all !== 'boolean') return fields.refuse('include_all_events', 'is neither true nor false')
    return {
      id: fields.text('id'),
      keyId: fields.optionalText('key_id'),
      url: fields.text('url'),
      eventTypes,
      includeAllEvents: all,
      publicKey: fields.optionalExactText('public_key'),
      createdAt: fields.optionalTime('created_at'),
    }
  })

/** Page number and counts from `around`, the body of a list answer without its rows. A list without a body around it is the only page. */
export function webhookPageOf(
  around: unknown,
  number: number,
  items: readonly Webhook[],
): Omit<WebhookPage, 'missing'> {
  const body: Json = isObject(around) ? around : {}
  return {
    items: [...items],
    total: countOf(body['total']) ?? items.length,
    page: countOf(body['page']) ?? number,
    size: countOf(body['size']) ?? items.length,
    pages: countOf(body['pages']) ?? number,
  }
}

export const webhooksPath = (profile: VenueProfile, page: number): string =>
  `${profile.paths.webhooks}?page=${page}`

export const removeWebhookPath = (profile: VenueProfile, id: string): Result<string, string> =>
  id === ''
    ? fail('the webhook has no id')
    : ok(`${profile.paths.webhooks}?webhook_id=${encodeURIComponent(id)}`)

/** Body of POST webhooks; `event_types` only where not all events are included. */
export const webhookBody = (webhook: Pick<Webhook, 'url' | 'includeAllEvents' | 'eventTypes'>): string =>
  JSON.stringify({
    url: webhook.url,
    include_all_events: webhook.includeAllEvents,
    ...(webhook.includeAllEvents ? {} : { event_types: webhook.eventTypes }),
  })
