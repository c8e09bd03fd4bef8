/** Webhooks of the venue signed in to, and the public keys that the venue shows once: kept in the settings before anybody hears of success. */

import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Reply, Request } from '../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../shared/contract/failure.ts'
import type { Webhook } from '../../shared/domain/webhook.ts'
import { brokerForSending, notSignedIn, outcomeOf, type Access } from './access.ts'
import type { Deed, Deeds } from './deeds.ts'
import { readFailed, undone } from './answers.ts'
import type { Notices } from './notices.ts'
import { createOnceEach } from './onceEach.ts'
import type { Log, Settings } from './ports.ts'

export interface WebhookDeskParts {
  readonly log: Log
  readonly access: Access
  readonly settings: Settings
  readonly notices: Notices
  readonly deeds: Deeds
  readonly venueId: () => string | null
}

export interface WebhookDesk {
  list(request: Request<'webhook.list'>): Promise<Result<Reply<'webhook.list'>, Failure>>
  register(request: Request<'webhook.register'>): Promise<Result<Webhook, Failure>>
  remove(request: Request<'webhook.remove'>): Promise<Result<Reply<'webhook.remove'>, Failure>>
  verify(request: Request<'webhook.verify'>): Result<Reply<'webhook.verify'>, Failure>
  /** Says which changes of earlier runs were never answered. */
  takeUp(): void
}

/** Settings the window may not write: its own names have no hyphen. */
const settingOf = (venueId: string) => `core-webhook-keys-${venueId}`

const KEY_LOST =
  'The venue shows the public key of a webhook once, at its registration, and this desk has none. Remove the webhook and register it again to check its deliveries.'

const registrationInWords = ({ url, includeAllEvents, eventTypes }: Request<'webhook.register'>): string =>
  `registration of a webhook at ${url} for ${includeAllEvents ? 'all events' : eventTypes.join(', ')}`

export function createWebhookDesk(parts: WebhookDeskParts): WebhookDesk {
  const { log, access, settings, notices, deeds, venueId } = parts
  const once = createOnceEach<Webhook>()
  /** Addresses of registrations without an answer: two windows register one webhook once. */
  const onTheWay = new Set<string>()
  /** Keys of this run, by venue: what the settings hold is read once. */
  const held = new Map<string, Map<string, string>>()

  const keysOf = (venue: string): Map<string, string> => {
    const known = held.get(venue)
    if (known) return known
    const keys = readKeys(settings.all()[settingOf(venue)])
    if (!keys) notices.say('warning', `The kept public keys of webhooks could not be read. ${KEY_LOST}`)
    held.set(venue, keys ?? new Map())
    return keys ?? keysOf(venue)
  }
  const save = (venue: string): void => {
    const kept = settings.save(settingOf(venue), JSON.stringify(Object.fromEntries(keysOf(venue))))
    if (!kept.ok) notices.say('warning', kept.failure)
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
    const deed: Deed = {
      asked: { deed: 'webhook' },
      intentId: request.intentId,
      customerCode: null,
      what: `registration of a webhook at ${url}`,
    }
    const outcome = await outcomeOf(log, () => link.broker.registerWebhook(registration, deeds.leaving(deed)))
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
    else {
      keysOf(venue).set(id, publicKey)
      save(venue)
    }
    return ok(outcome.value)
  }

  return {
    async list({ page }) {
      const broker = access.broker()
      const venue = venueId()
      if (!broker || venue === null) return fail(notSignedIn())
      const answer = await broker.webhooks(page)
      if (!answer.ok) return fail(readFailed(answer.failure))
      const keys = keysOf(venue)
      const items = answer.value.items.map((of) => ({ ...of, publicKey: keys.get(of.id) ?? of.publicKey }))
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
      const deed: Deed = {
        asked: { deed: 'webhook' },
        intentId: `remove-${id}`,
        customerCode: null,
        what: `removal of webhook ${id}`,
      }
      const outcome = await outcomeOf(log, () => link.broker.removeWebhook(id, deeds.leaving(deed)))
      deeds.answered(deed, outcome)
      if (outcome.kind === 'refused' || outcome.kind === 'not-sent') return fail(undone(outcome))
      if (outcome.kind === 'unknown')
        return fail(
          failureOf(
            'unknown-outcome',
            'No proof that the webhook was removed. Look at the list before you try again.',
          ),
        )
      if (venue !== null && keysOf(venue).delete(id)) save(venue)
      return ok({})
    },
    verify({ id, body, signature }) {
      const broker = access.broker()
      const venue = venueId()
      if (!broker || venue === null) return fail(notSignedIn())
      const key = keysOf(venue).get(id)
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

/** Null when the text is there and is no list of keys. */
function readKeys(text: string | undefined): Map<string, string> | null {
  try {
    const read: unknown = JSON.parse(text ?? '{}')
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
    return new Map(
      Object.entries(read).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return null
  }
}
