/** Folds journal entries into the transfers and fee changes that were sent, each with the dealer in charge at that time. Pure apart from its own maps. */

import type { DealtOutcome, DealtRequest } from '../../../shared/domain/dealers/dealtRequests.ts'
import { DEALER_PHASE, type JournalBody, type JournalEntry } from '../../../shared/domain/journalEntry.ts'

type RequestEntry = Extract<JournalBody, { type: 'deed' }>

/** Every entry that counts contains one of these texts; the first entry of a run tells since when the journal records. */
export const TEXTS_OF_DEALT_REQUESTS = [
  `"type":${JSON.stringify('deed')}`,
  `"phase":"${DEALER_PHASE}"`,
  '"type":"started"',
] as const

export interface DealtRequestsFold {
  /** Returns whether a request changed. */
  take(entry: JournalEntry): boolean
  /** Oldest first. */
  sentFor(accountKey: string): readonly DealtRequest[]
  /** Core's wall clock at the oldest entry, ms; null before the first. */
  since(): number | null
}

/** What became of a request after an entry; null: the venue refused or never received it. */
function outcomeAfter(body: RequestEntry): DealtOutcome | null {
  const { stage, detail } = body
  if (stage === 'accepted') return 'done'
  if (stage === 'refused' || stage === 'not-sent') return null
  if (stage !== 'settled') return 'open'
  return body.deed === 'transfer' && detail !== null ? 'done' : 'lost'
}

export function createDealtRequestsFold(): DealtRequestsFold {
  const byAccount = new Map<string, Map<string, DealtRequest>>()
  let dealer: string | null | undefined
  let since: number | null = null

  const requestsOf = (accountKey: string): Map<string, DealtRequest> => {
    const known = byAccount.get(accountKey) ?? new Map<string, DealtRequest>()
    byAccount.set(accountKey, known)
    return known
  }

  const takeRequest = (requests: Map<string, DealtRequest>, at: number, body: RequestEntry): boolean => {
    const { intentId, customerCode, asked } = body
    const outcome = outcomeAfter(body)
    if (outcome === null) return requests.delete(intentId)
    if (body.stage === 'sending') {
      // An entry that is taken again names the dealer of its first time.
      if (requests.has(intentId)) return false
      if (customerCode === null || asked === undefined || asked.deed === 'webhook') return false
      const sentBy = dealer === undefined ? {} : { dealer }
      requests.set(intentId, { intentId, at, customerCode, ...sentBy, outcome, code: null, asked })
      return true
    }
    const sent = requests.get(intentId)
    if (!sent) return false
    const code = outcome === 'done' && body.deed === 'transfer' ? body.detail : null
    requests.set(intentId, { ...sent, outcome, code })
    return true
  }

  return {
    take({ at, whose: accountKey, body }) {
      since = Math.min(since ?? at, at)
      if (body.type === 'session' && body.phase === DEALER_PHASE) dealer = body.message
      return body.type === 'deed' && takeRequest(requestsOf(accountKey), at, body)
    },
    sentFor: (accountKey) => [...(byAccount.get(accountKey)?.values() ?? [])],
    since: () => since,
  }
}
