/** The webhooks that this run read, so that their removal is named by address and events. Sends and decides nothing. */

import { visibleLine } from '../../../shared/base/visibleText.ts'
import type { Webhook } from '../../../shared/domain/webhook.ts'

export interface KnownWebhooks {
  /** Of a venue. */
  see(venueId: string, webhooks: readonly Webhook[]): void
  /** `webhook at https://example.com/hook for all events (hook-1)`. Says so where the webhook was not read in this run. */
  wordsOf(venueId: string | null, id: string): string
}

const eventWords = ({ includeAllEvents, eventTypes }: Webhook): string =>
  includeAllEvents ? 'all events' : eventTypes.length === 0 ? 'no events' : eventTypes.join(', ')

export function createKnownWebhooks(): KnownWebhooks {
  let known: { readonly venueId: string; readonly byId: Map<string, Webhook> } | null = null
  return {
    see(venueId, webhooks) {
      if (known?.venueId !== venueId) known = { venueId, byId: new Map() }
      for (const webhook of webhooks) known.byId.set(webhook.id, webhook)
    },
    wordsOf(venueId, id) {
      const webhook = known?.venueId === venueId ? known?.byId.get(id) : undefined
      return visibleLine(
        webhook === undefined
          ? `webhook ${id}, whose address and events were not read`
          : `webhook at ${webhook.url} for ${eventWords(webhook)} (${id})`,
      )
    },
  }
}
