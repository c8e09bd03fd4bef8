/** What the journal knows of transfers, fee writes and webhook changes: which have no known end, and which ledger rows transfers became. Pure fold. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { JournalBody, UnansweredRequest } from '../../../shared/domain/journalEntry.ts'

export interface RecoveredRequests {
  /** By intent: left, and nothing is known of them. */
  readonly open: Map<string, UnansweredRequest>
  /** Customer and code of ledger rows that transfers are known to have become. */
  readonly transferred: Set<string>
}

export const noAuditedRequests = (): RecoveredRequests => ({ open: new Map(), transferred: new Set() })

/** Takes one entry in. */
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
  // A transfer without an answer is looked for in the ledger; of anything else the dealer is told at once.
  if (stage === 'unknown' && body.deed === 'transfer') return
  open.delete(intentId)
  if (body.deed === 'transfer' && detail !== null && (stage === 'accepted' || stage === 'settled'))
    transferred.add(`${customerCode} ${detail}`)
}
