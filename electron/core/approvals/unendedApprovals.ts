/** Requests for a second dealer that the run before left without an end. Pure. */

import type { ApprovalRequest } from '../../../shared/domain/fourEyes/approval.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'

export function unendedApprovals(entries: readonly JournalEntry[]): ApprovalRequest[] {
  const open = new Map<number, ApprovalRequest>()
  for (const { at, body } of entries) {
    // That start ended what the run before it had left.
    if (body.type === 'started') open.clear()
    if (body.type !== 'approval') continue
    const { id, kind, what, maker } = body
    if (body.stage === 'asked') open.set(id, { id, kind, what, maker, at, expiresAt: at })
    // An approved act without an end may have been done: the records of the act itself say so.
    else open.delete(id)
  }
  return [...open.values()]
}
