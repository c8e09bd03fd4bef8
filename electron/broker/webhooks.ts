/** Webhooks over the API (docs/api.md#4.webhooks.create): registers, lists by page, deletes, checks deliveries. Stores no key. */

import { parseExact } from '../../shared/base/json.ts'
import { ok } from '../../shared/base/result.ts'
import type { Continuation } from '../../shared/broker/lists/listPaging.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import {
  readWebhook,
  removeWebhookPath,
  webhookBody,
  webhookPageOf,
  webhooksPath,
} from '../../shared/broker/webhookRecords.ts'
import type { Webhook, WebhookPage } from '../../shared/domain/webhook.ts'
import type { Broker } from '../core/ports/broker.ts'
import { verifyDelivery } from './deliverySignature.ts'
import type { ListPage } from './lists/listIntake.ts'
import type { VenueRest } from './venueRest.ts'

type Webhooks = Pick<Broker, 'webhooks' | 'registerWebhook' | 'removeWebhook' | 'verifyDelivery'>

/** Rows up to the end of a page. Without the size of a page the number of rows before it is unknown and counts as unlimited. */
const rowsUntil = ({ page, size }: Omit<WebhookPage, 'missing'>, list: ListPage<Webhook>): number => {
  const shown = list.items.length + list.unreadable.length
  if (page <= 1) return shown
  return size > 0 ? (page - 1) * size + shown : Number.MAX_SAFE_INTEGER
}

function missingOf({ cut, fault, unreadable }: ListPage<Webhook>, on: Continuation): string | null {
  const rows = unreadable.length === 0 ? null : `${unreadable.length} of its rows cannot be read`
  if (cut !== null || fault !== null) return cut ?? fault
  if (on.kind === 'cursor') return 'the venue continues the list with a cursor, but this list is read by page'
  return on.kind === 'lost' ? on.why : rows
}

export const createWebhooks = (profile: VenueProfile, rest: VenueRest): Webhooks => ({
  async webhooks(number) {
    const answer = await rest.shown(ok(webhooksPath(profile, number)), 'webhooks', readWebhook)
    if (!answer.ok) return answer
    const { around, items } = answer.value
    const page = webhookPageOf(around, number, items)
    const on = answer.value.continuation({ rows: rowsUntil(page, answer.value), pages: page.page })
    const pages = on.kind === 'page' ? Math.max(page.pages, on.page) : page.pages
    return ok({ ...page, pages, missing: missingOf(answer.value, on) })
  },
  registerWebhook: (registration, dispatchGate) =>
    rest.mutate(
      'order',
      'POST',
      ok(profile.paths.webhooks),
      ok(webhookBody(registration)),
      dispatchGate,
      (answer) => {
        const body = parseExact(answer.body)
        return body.ok ? readWebhook(body.value) : body
      },
    ),
  removeWebhook: (id, dispatchGate) =>
    rest.mutate('order', 'DELETE', removeWebhookPath(profile, id), ok(null), dispatchGate, () => ok(null)),
  verifyDelivery,
})
