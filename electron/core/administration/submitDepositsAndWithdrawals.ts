/** Submits deposits and withdrawals: at most one under way per customer, kind and asset; never repeated (docs/api.md#transfers). */

import { decimal, decimalPlaces } from '../../../shared/base/decimal.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { LedgerRow, TransferRequest } from '../../../shared/domain/accounts/ledger.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { lookAlikeSentence } from '../../../shared/domain/accounts/lookAlike.ts'
import { brokerForAdministration, type Access } from '../support/brokerAccess.ts'
import { outcomeOf } from '../support/unknownOutcomeOfException.ts'
import { undone } from '../support/failureMessages.ts'
import type { CustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import type { AuditedRequest, AuditedRequests } from '../journal/journalRequestsOtherThanOrders.ts'
import { ledgerKey, type CashLedger } from '../accounts/cashLedger.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import { createOnceEach } from '../support/idempotentIntents.ts'
import type { Log } from '../ports/log.ts'
import type { AuditedDispatchGate } from './journalAndTradeLockCheckBeforeSend.ts'
import { TransfersUnderWay } from './oneTransferAtATime.ts'
import {
  createUnansweredTransfers,
  GIVE_UP_AFTER,
  inWords,
  type KnownRows,
} from './resolveUnansweredTransfersByLedger.ts'

type Transferred = Result<Reply<'transfer.submit'>, Failure>

export interface DepositsAndWithdrawalsOptions {
  readonly clock: Clock
  readonly log: Log
  readonly access: Access
  readonly ledger: CashLedger
  readonly customers: CustomerDirectory
  readonly notices: Notices
  readonly auditedRequests: AuditedRequests
  readonly dispatchGate: AuditedDispatchGate
  /** Reads the newest ledger rows in. */
  readonly readLedger: () => Promise<Result<unknown, unknown>>
  /** The journal has the answer to a transfer, which is this row now. */
  readonly accepted: (row: LedgerRow) => void
}

export interface DepositsAndWithdrawals {
  submit(request: Request<'transfer.submit'>): Promise<Transferred>
  /** Looks for transfers of earlier runs that the venue never answered. Until such a transfer is found, the same transfer is not sent again. */
  recoverUnanswered(): void
  /** How many are under way or have no known outcome. */
  unsettled(): number
  /** The desk holds another user's or venue's records from now on. */
  forget(): void
  close(): void
}

const problemOf = ({ amount }: TransferRequest): Failure | null => {
  if (decimal(amount) <= 0n) return failureOf('refused', 'Amount must be above 0.', { field: 'amount' })
  // docs/api.md#2.transfer.amount
  return decimalPlaces(decimal(amount)) > 8
    ? failureOf('refused', 'Amount must have at most 8 decimal places.', { field: 'amount' })
    : null
}

export function createDepositsAndWithdrawals(options: DepositsAndWithdrawalsOptions): DepositsAndWithdrawals {
  const { clock, log, access, ledger, customers, auditedRequests, dispatchGate } = options
  const once = createOnceEach<Reply<'transfer.submit'>>()
  const underWay = new TransfersUnderWay()
  const unanswered = createUnansweredTransfers({ ...options, underWay })
  /** Grows when the desk holds another user's records. That user's ledger proves nothing about a transfer that was sent before. */
  let owner = 0

  const whyRefused = (transfer: TransferRequest): Failure | null => {
    const problem = problemOf(transfer)
    if (problem) return problem
    const { customerCode, kind, asset } = transfer
    const other = customers.looksLike(customerCode)
    if (other !== null) return failureOf('refused', lookAlikeSentence(customerCode, other))
    return underWay.has(transfer)
      ? failureOf(
          'refused',
          `Nothing was sent: a ${kind} of ${asset} for ${shownCode(customerCode)} is under way, or its outcome is unknown. Wait until it is settled.`,
        )
      : null
  }

  const send = async (intentId: string, transfer: TransferRequest): Promise<Transferred> => {
    const link = brokerForAdministration(access)
    if ('failure' in link) return fail(link.failure)
    const refused = whyRefused(transfer)
    if (refused) return fail(refused)
    const { customerCode } = transfer
    underWay.add(transfer)
    customers.see([customerCode])
    const ownerAtStart = owner
    const sentAt = clock.now()
    const before = new Set(ledger.rows(customerCode).map(ledgerKey))
    const known: KnownRows = { isKnown: (row) => before.has(ledgerKey(row)), isWhole: ledger.whole }
    const request: AuditedRequest = {
      asked: { deed: 'transfer', transfer },
      intentId,
      customerCode,
      what: inWords(transfer),
    }
    const outcome = await outcomeOf(log, () => link.broker.transfer(transfer, dispatchGate(request)))
    auditedRequests.answered(request, outcome, outcome.kind === 'accepted' ? outcome.value.code : undefined)
    log.info('transfer answered', { customerCode, phase: outcome.kind })
    if (outcome.kind === 'unknown') {
      const until = clock.monotonic() + GIVE_UP_AFTER
      if (ownerAtStart === owner) unanswered.watch({ request, transfer, sentAt, known, until })
      else {
        underWay.remove(transfer)
        unanswered.reportLeft(transfer)
      }
      return fail(
        failureOf(
          'unknown-outcome',
          `The outcome of the ${transfer.kind} is unknown. Openpit is looking for it in the ledger. Do not send it again.`,
        ),
      )
    }
    underWay.remove(transfer)
    if (outcome.kind === 'accepted') {
      // Another user may have signed in meanwhile: then the row is not part of what the desk shows.
      if (access.broker() !== link.broker) return ok({ code: outcome.value.code })
      ledger.take([outcome.value], false)
      const { code, transactionType } = outcome.value
      const now = ledger
        .rows(customerCode)
        .find((row) => row.code === code && row.transactionType === transactionType)
      if (now) options.accepted(now)
      return ok({ code })
    }
    return fail(undone(outcome))
  }

  return {
    submit: ({ intentId, transfer }) => once(intentId, () => send(intentId, transfer), inWords(transfer)),
    unsettled: () => underWay.count,
    recoverUnanswered: () => unanswered.watchEarlierRuns(),
    forget() {
      owner++
      unanswered.leave()
    },
    close: () => unanswered.close(),
  }
}
