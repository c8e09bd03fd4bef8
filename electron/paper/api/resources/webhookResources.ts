/** Registers, lists and deletes webhooks (docs/api.md#4.webhooks.create). */

import { ok } from '../../../../shared/base/result.ts'
import { refuse, type Outcome } from '../../refusal.ts'
import type { Registration, WebhookRecord, Webhooks } from '../../webhooks/webhooks.ts'
import { readJson, reply, type ApiRequest, type JsonFields } from '../request.ts'
import type { Route } from '../router.ts'
import { timeText } from './wire.ts'

/** The API documents both paths (docs/api.md#4.prefix.webhooks). */
const PATHS = ['/webhooks', '/api/v1/webhooks'] as const
const DEFAULT_SIZE = 50
const MOST_SIZE = 100
const MOST_WEBHOOKS = 1000
const MOST_EVENT_TYPES = 50
const EVENT_TYPE = /^[A-Za-z][A-Za-z0-9_.:-]{0,99}$/
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/

export interface WebhookRouteOptions {
  /** Accepts `http:` addresses on loopback too, so that tests can receive without a certificate. */
  readonly plainLoopback: boolean
}

const onWire = (webhook: WebhookRecord) => ({
  id: webhook.id,
  key_id: webhook.keyId,
  url: webhook.url,
  event_types: webhook.eventTypes,
  include_all_events: webhook.includeAllEvents,
  created_at: timeText(webhook.createdAt),
})

function readUrl(fields: JsonFields, { plainLoopback }: WebhookRouteOptions): Outcome<string> {
  const url = fields.get('url')
  const wrong = refuse('VALIDATION_ERROR', 'url must be an https:// address of at most 2000 characters')
  if (typeof url !== 'string' || url.length > 2000 || /\s/.test(url) || !URL.canParse(url)) return wrong
  const { protocol, hostname, username, password, hash } = new URL(url)
  if (username !== '' || password !== '' || hash !== '')
    return refuse('VALIDATION_ERROR', 'url may hold no user, password or fragment')
  const isPlain = plainLoopback && protocol === 'http:' && LOOPBACK.test(hostname)
  return protocol === 'https:' || isPlain ? ok(url) : wrong
}

function readRegistration(request: ApiRequest, options: WebhookRouteOptions): Outcome<Registration> {
  const body = readJson(request, ['url', 'include_all_events', 'event_types'])
  if (!body.ok) return body
  const url = readUrl(body.value, options)
  if (!url.ok) return url
  const all = body.value.get('include_all_events') ?? true
  if (typeof all !== 'boolean') return refuse('VALIDATION_ERROR', 'include_all_events must be true or false')
  // `event_types` is then ignored (docs/api.md#4.webhooks.create), whatever its value.
  if (all) return ok({ url: url.value, includeAllEvents: true, eventTypes: [] })
  const types: unknown = body.value.get('event_types')
  const isList = Array.isArray(types) && types.length > 0 && types.length <= MOST_EVENT_TYPES
  return isList && types.every((type): type is string => typeof type === 'string' && EVENT_TYPE.test(type))
    ? ok({ url: url.value, includeAllEvents: false, eventTypes: [...new Set(types)] })
    : refuse(
        'VALIDATION_ERROR',
        `event_types must list 1 to ${MOST_EVENT_TYPES} event types when include_all_events is false`,
      )
}

function readCount(query: URLSearchParams, name: string, fallback: number, most: number): Outcome<number> {
  const text = query.get(name)
  if (text === null) return ok(fallback)
  const count = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= most
    ? ok(count)
    : refuse('VALIDATION_ERROR', `${name} must be a whole number from 1 to ${most}`)
}

export const webhookRoutes = (webhooks: Webhooks, options: WebhookRouteOptions): Route[] =>
  PATHS.flatMap((path): Route[] => [
    {
      method: 'POST',
      path,
      handle(request) {
        const registration = readRegistration(request, options)
        if (!registration.ok) return registration
        if (webhooks.all().length >= MOST_WEBHOOKS)
          return refuse('VALIDATION_ERROR', `there may be ${MOST_WEBHOOKS} webhooks; delete one first`)
        const webhook = webhooks.register(registration.value)
        return reply({ ...onWire(webhook), public_key: webhook.publicKey }, 201)
      },
    },
    {
      method: 'GET',
      path,
      handle({ query }) {
        const page = readCount(query, 'page', 1, 999_999_999)
        if (!page.ok) return page
        const size = readCount(query, 'size', DEFAULT_SIZE, MOST_SIZE)
        if (!size.ok) return size
        const all = webhooks.all()
        const from = (page.value - 1) * size.value
        return reply({
          items: all.slice(from, from + size.value).map(onWire),
          total: all.length,
          page: page.value,
          size: size.value,
          pages: Math.ceil(all.length / size.value),
        })
      },
    },
    {
      method: 'DELETE',
      path,
      handle({ query }) {
        const id = query.get('webhook_id') ?? ''
        if (id === '') return refuse('VALIDATION_ERROR', 'webhook_id is missing')
        return webhooks.remove(id) ? reply({}) : refuse('NOT_FOUND', 'there is no such webhook')
      },
    },
  ])
