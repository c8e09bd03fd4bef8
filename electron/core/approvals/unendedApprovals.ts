/** Requests for a second dealer that the run before left without an end. Pure. */

import type { ApprovalRequest } from '../../../shared/domain/fourEyes/approval.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { DealerName } from '../../../shared/domain/settings/dealerName.ts'

/** `expired`: nobody approved it. `unknown`: it was approved, so the act may have been done. */
export interface UnendedApproval {
  readonly request: ApprovalRequest
  readonly outcome: 'expired' | 'unknown'
  /** Who approved; null: nobody did. */
  readonly by: DealerName | null
}

export function unendedApprovals(entries: readonly JournalEntry[]): UnendedApproval[] {
  const open = new Map<number, UnendedApproval>()
  for (const { at, body } of entries) {
    // That start ended what the run before it had left.
    if (body.type === 'started') open.clear()
    if (body.type !== 'approval') continue
    const { id, stage, kind, what, maker, dealer } = body
    const request = open.get(id)?.request ?? { id, kind, what, maker, at, expiresAt: at }
    if (stage === 'asked') open.set(id, { request, outcome: 'expired', by: null })
    else if (stage === 'approved') open.set(id, { request, outcome: 'unknown', by: dealer })
    else open.delete(id)
  }
  return [...open.values()]
}
