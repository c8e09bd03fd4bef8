/** Files in the journal what moves money or rights besides orders: before the first byte, and what was answered. Sends nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import type { AuditedPayload, UnansweredRequest } from '../../../shared/domain/journalEntry.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { JournalWriter } from './journalWriter.ts'
import { foldAuditedRequest, type RecoveredRequests } from './auditedRequestsFold.ts'
import type { DispatchGate, SendOutcome } from '../ports.ts'

export interface AuditedRequest {
  readonly asked: AuditedPayload
  readonly intentId: string
  readonly customerCode: CustomerCode | null
  /** In words: `deposit of 100 USDC for C1042`. */
  readonly what: string
}

export interface AuditedRequests {
  /** Lets it leave once it is on disk. */
  dispatchGate(of: AuditedRequest): DispatchGate
  /** `code`: the ledger row that an accepted transfer became. */
  answered(of: AuditedRequest, outcome: SendOutcome<unknown>, code?: string): void
  /** It was found out, or the dealer was told that it cannot be. */
  settled(of: AuditedRequest, code: string | null): void
  /** Those of earlier runs that nothing is known of. */
  open(): readonly UnansweredRequest[]
  /** Whether an earlier transfer is known to have become this row. */
  isTransferred(customer: CustomerCode, code: string): boolean
}

/** `kept`: what is known of the deeds of whoever is signed in. */
export function createAuditedRequests(
  clock: Clock,
  journalWriter: JournalWriter,
  kept: () => RecoveredRequests,
): AuditedRequests {
  const bodyOf = (of: AuditedRequest) => ({
    type: 'deed' as const,
    deed: of.asked.deed,
    intentId: of.intentId,
    customerCode: of.customerCode,
    what: of.what,
  })
  return {
    dispatchGate: (of) => async (departure) => {
      const body = {
        ...bodyOf(of),
        stage: 'sending' as const,
        detail: JSON.stringify(departure),
        asked: of.asked,
      }
      foldAuditedRequest(kept(), clock.now(), body)
      const filed = await journalWriter.commit(body)
      return filed.ok ? ok(null) : fail(filed.failure)
    },
    answered(of, outcome, code) {
      const detail =
        outcome.kind === 'accepted'
          ? (code ?? null)
          : outcome.kind === 'refused'
            ? `${outcome.code}: ${outcome.message}`
            : outcome.message
      const body = { ...bodyOf(of), stage: outcome.kind, detail }
      foldAuditedRequest(kept(), clock.now(), body)
      journalWriter.note(body)
    },
    settled(of, code) {
      const body = { ...bodyOf(of), stage: 'settled' as const, detail: code }
      foldAuditedRequest(kept(), clock.now(), body)
      journalWriter.note(body)
    },
    open: () => [...kept().open.values()],
    isTransferred: (customer, code) => kept().transferred.has(`${customer} ${code}`),
  }
}
