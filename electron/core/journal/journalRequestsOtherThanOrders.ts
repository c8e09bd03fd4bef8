/** Journals the requests that move money or rights besides orders: before the first byte, and again with the answer. Knows which are unanswered. Sends nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { AuditedPayload, UnansweredRequest } from '../../../shared/domain/journalEntry.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { JournalWriter } from './journalWriter.ts'
import { foldAuditedRequest, type RecoveredRequests } from './recoverRequestsOtherThanOrders.ts'
import type { OutgoingRequest } from '../ports/broker.ts'
import type { SendOutcome } from '../ports/brokerAnswers.ts'

export interface AuditedRequest {
  readonly asked: AuditedPayload
  readonly intentId: string
  readonly customerCode: CustomerCode | null
  /** In words: `deposit of 100 USDC for C1042`. */
  readonly what: string
}

export interface AuditedRequests {
  /** The request is about to be sent; ok once the journal has it on disk. */
  sending(request: AuditedRequest, outgoing: OutgoingRequest): Promise<Result<null, string>>
  /** `code`: the ledger row that an accepted transfer became. */
  answered(request: AuditedRequest, outcome: SendOutcome<unknown>, code?: string): void
  /** The outcome became known, or a notice reported that it cannot become known. */
  settled(request: AuditedRequest, code: string | null): void
  /** Requests of earlier runs without a known outcome. */
  open(): readonly UnansweredRequest[]
  /** Whether an earlier transfer is known to have become this row. */
  isTransferred(customer: CustomerCode, code: string): boolean
}

/** `recovered`: the audited requests of the account in use. */
export function createAuditedRequests(
  clock: Clock,
  journalWriter: JournalWriter,
  recovered: () => RecoveredRequests,
): AuditedRequests {
  const bodyOf = ({ asked, intentId, customerCode, what }: AuditedRequest) => ({
    type: 'deed' as const,
    deed: asked.deed,
    intentId,
    customerCode,
    what,
  })
  return {
    sending(request, outgoing) {
      const body = {
        ...bodyOf(request),
        stage: 'sending' as const,
        detail: JSON.stringify(outgoing),
        asked: request.asked,
      }
      foldAuditedRequest(recovered(), clock.now(), body)
      return journalWriter.commit(body)
    },
    answered(request, outcome, code) {
      const detail =
        outcome.kind === 'accepted'
          ? (code ?? null)
          : outcome.kind === 'refused'
            ? `${outcome.code}: ${outcome.message}`
            : outcome.message
      const body = { ...bodyOf(request), stage: outcome.kind, detail }
      foldAuditedRequest(recovered(), clock.now(), body)
      journalWriter.note(body)
    },
    settled(request, code) {
      const body = { ...bodyOf(request), stage: 'settled' as const, detail: code }
      foldAuditedRequest(recovered(), clock.now(), body)
      journalWriter.note(body)
    },
    open: () => [...recovered().open.values()],
    isTransferred: (customer, code) => recovered().transferred.has(`${customer} ${code}`),
  }
}
