/** Recovers transfers, fee writes and webhook changes from the journal: which are unanswered, and which ledger rows transfers became. Pure. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { JournalBody, UnansweredRequest } from '../../../shared/domain/journalEntry.ts'

export interface RecoveredRequests {
  /** Requests that were sent and have no known outcome, by intent. */
  readonly open: Map<string, UnansweredRequest>
  /** Customer and code of ledger rows that are known to come from our transfers. */
  readonly transferred: Set<string>
}

export const noAuditedRequests = (): RecoveredRequests => ({ open: new Map(), transferred: new Set() })

/** Folds one entry in; changes the given maps. */
export function foldAuditedRequest(
  { open, transferred }: RecoveredRequests,
  at: EpochMs,
  body: Extract<JournalBody, { type: 'deed' }>,
): void {
  const { intentId, customerCode, what, stage, asked, detail } = body
  if (stage === 'sending') {
    if (asked) open.set(intentId, { intentId, customerCode, what, at, asked })
    return
  }
  // A transfer without an answer is looked for in the ledger; everything else is reported to the dealer at once.
  if (stage === 'unknown' && body.deed === 'transfer') return
  open.delete(intentId)
  if (body.deed === 'transfer' && detail !== null && (stage === 'accepted' || stage === 'settled'))
    transferred.add(`${customerCode} ${detail}`)
}
