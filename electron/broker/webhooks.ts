/** Webhooks over the API (document part 4): registered, listed by page, deleted, deliveries checked. Keeps no key. */

import { parseExact } from '../../shared/base/json.ts'
import { ok } from '../../shared/base/result.ts'
import type { Unread } from '../../shared/broker/fields.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import {
  readWebhook,
  readWebhookPage,
  removeWebhookPath,
  webhookBody,
  webhooksPath,
} from '../../shared/broker/webhookRecords.ts'
import type { Broker } from '../core/ports.ts'
import { verifyDelivery } from './deliverySignature.ts'
import type { VenueRest } from './venueRest.ts'

type Webhooks = Pick<Broker, 'webhooks' | 'registerWebhook' | 'removeWebhook' | 'verifyDelivery'>

export const makeWebhooks = (
  profile: VenueProfile,
  rest: VenueRest,
  unread: (of: Unread) => void,
): Webhooks => ({
  async webhooks(page) {
    const answer = await rest.read('read', ok(webhooksPath(profile, page)), (body) =>
      readWebhookPage(body, page, profile),
    )
    if (!answer.ok) return answer
    for (const why of answer.value.unreadable) unread({ what: 'webhooks', field: null, why })
    for (const field of answer.value.odd) unread(field)
    return ok(answer.value.page)
  },
  registerWebhook: (registration, leaving) =>
    rest.mutate(
      'order',
      'POST',
      ok(profile.paths.webhooks),
      ok(webhookBody(registration)),
      leaving,
      (answer) => {
        const body = parseExact(answer.body)
        return body.ok ? readWebhook(body.value) : body
      },
    ),
  removeWebhook: (id, leaving) =>
    rest.mutate('order', 'DELETE', removeWebhookPath(profile, id), ok(null), leaving, () => ok(null)),
  verifyDelivery,
})
