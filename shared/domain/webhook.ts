/** Webhooks of the broker account (docs/api.md#webhook). The terminal registers webhooks and verifies deliveries; it receives none. */

import { z } from 'zod'
import { epochMs } from './scalars.ts'

export const webhook = z.strictObject({
  id: z.string(),
  keyId: z.string().nullable(),
  url: z.string(),
  eventTypes: z.array(z.string()),
  /** All current and future event types; `eventTypes` is then ignored. */
  includeAllEvents: z.boolean(),
  /** Verifies deliveries. The venue shows the key only in the answer to the registration; null where this terminal has none. */
  publicKey: z.string().nullable(),
  createdAt: epochMs.nullable(),
})
export type Webhook = z.infer<typeof webhook>

export const webhookPage = z.strictObject({
  items: z.array(webhook),
  total: z.number().int(),
  /** From 1. */
  page: z.number().int(),
  size: z.number().int(),
  pages: z.number().int(),
  /** Why the venue may have more webhooks than its pages show: a clause without a full stop. Null: the venue showed all. */
  missing: z.string().nullable(),
})
export type WebhookPage = z.infer<typeof webhookPage>

/** Where a webhook delivers: HTTPS only (docs/api.md#2.webhook.url). */
export const webhookUrl = z
  .string()
  .max(2_000)
  .regex(/^https:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?([/?][^\s#]*)?$/i, 'must be an https:// address')

/** Event types that the API names (docs/api.md#6.webhooks.types); a venue may know more. */
export const knownEventTypes: readonly string[] = ['requirementsQuestionnaire', 'entitlementCompleted']

/** An event type as it may be typed. */
export const eventType = z.string().regex(/^[A-Za-z0-9_.:-]{1,100}$/, 'must be the name of an event type')
