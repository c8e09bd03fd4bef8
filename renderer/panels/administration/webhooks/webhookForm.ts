/** A registration as data: an https address, and all or some events (docs/api.md#webhook-events). Pure. */

import { knownEventTypes, eventType, webhookUrl, type Webhook } from '../../../../shared/domain/webhook.ts'

interface WebhookForm {
  readonly url: string
  readonly events: 'all' | 'listed'
  readonly chosen: readonly string[]
  /** More event types, separated by blanks or commas. */
  readonly more: string
}

export const emptyWebhookForm: WebhookForm = { url: '', events: 'all', chosen: [], more: '' }

export interface Registration {
  readonly url: string
  readonly includeAllEvents: boolean
  readonly eventTypes: string[]
}

/** The registration as one sentence. It is for every customer of the broker. */
export const webhookSentence = ({ url, includeAllEvents, eventTypes }: Registration): string =>
  `Every customer · REGISTER a webhook: the venue sends ${includeAllEvents ? 'all events, future ones too' : eventTypes.join(', ')} to ${url}`

interface WebhookReading {
  readonly problems: Readonly<Partial<Record<'url' | 'events', string>>>
  /** The registration to send; null while something is wrong. */
  readonly registration: Registration | null
}

export function readWebhookForm(form: WebhookForm): WebhookReading {
  const problems: Partial<Record<'url' | 'events', string>> = {}
  const url = form.url.trim()
  if (!webhookUrl.safeParse(url).success)
    problems.url = url.startsWith('http:')
      ? 'The address must start with https://, because the venue sends nothing unencrypted.'
      : 'Type an address such as https://example.com/hook.'
  const typed = form.more.split(/[\s,]+/).filter((word) => word !== '')
  const strange = typed.find((word) => !eventType.safeParse(word).success)
  const eventTypes = form.events === 'all' ? [] : [...new Set([...form.chosen, ...typed])]
  if (form.events === 'listed') {
    if (strange !== undefined) problems.events = `"${strange}" is not the name of an event type.`
    else if (eventTypes.length === 0) problems.events = 'Choose or type at least one event type.'
  }
  return {
    problems,
    registration:
      Object.keys(problems).length === 0
        ? { url, includeAllEvents: form.events === 'all', eventTypes }
        : null,
  }
}

export const eventWords = (webhook: Webhook): string =>
  webhook.includeAllEvents
    ? 'all events'
    : webhook.eventTypes.length === 0
      ? 'none'
      : webhook.eventTypes.join(', ')

export { knownEventTypes }
