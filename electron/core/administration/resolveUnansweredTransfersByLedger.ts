/** Resolves the transfers that the venue never answered, those of earlier runs too: looks in the ledger until each is found or too old, and reports the outcome. Sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Clock, EpochMs, Stop } from '../../../shared/base/clock.ts'
import { decimal } from '../../../shared/base/decimal.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { LedgerRow, TransferRequest } from '../../../shared/domain/accounts/ledger.ts'
import type { CashLedger } from '../accounts/cashLedger.ts'
import type { AuditedRequest, AuditedRequests } from '../journal/journalRequestsOtherThanOrders.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { TransfersUnderWay } from './oneTransferAtATime.ts'

/** Ms between two reads of the ledger for a transfer, and after which an absent row counts as no transfer. */
const LOOK_EVERY = 5_000
export const GIVE_UP_AFTER = 600_000
/** Ms by which the venue's clock may be behind ours. */
const CLOCK_SLACK = 60_000

/** The rows of the customer's ledger that were known when the request went out. */
export interface KnownRows {
  /** Whether the row belongs to another transfer. */
  readonly isKnown: (row: LedgerRow) => boolean
  /** Whether every row of that time is known. */
  readonly isWhole: boolean
}

/** A transfer whose outcome is unknown. */
export interface UnansweredTransfer {
  readonly request: AuditedRequest
  readonly transfer: TransferRequest
  readonly sentAt: EpochMs
  readonly known: KnownRows
  /** Monotonic ms at which looking ends. */
  readonly until: number
}

export interface UnansweredTransfersOptions {
  readonly clock: Clock
  readonly ledger: Pick<CashLedger, 'rows' | 'whole' | 'oldest'>
  readonly notices: Pick<Notices, 'say'>
  readonly auditedRequests: Pick<AuditedRequests, 'open' | 'settled' | 'isTransferred'>
  /** A transfer leaves it once it is resolved. */
  readonly underWay: TransfersUnderWay
  /** Reads the newest ledger rows in. */
  readonly readLedger: () => Promise<Result<unknown, unknown>>
}

export interface UnansweredTransfers {
  watch(unanswered: UnansweredTransfer): void
  /** Looks for transfers of earlier runs that the venue never answered. Until such a transfer is found, the same transfer is not sent again. */
  watchEarlierRuns(): void
  /** Reports a transfer whose ledger cannot be read any more, because another user is signed in. */
  reportLeft(transfer: TransferRequest): void
  /** Another user's ledger proves nothing: reports every transfer under watch and stops looking. */
  leave(): void
  close(): void
}

export const inWords = ({ kind, amount, asset, customerCode }: TransferRequest): string =>
  `${kind} of ${amount} ${asset} for ${shownCode(customerCode)}`
export const aboutTransfer = ({ customerCode }: TransferRequest) => ({
  kind: 'transfer' as const,
  customerCode,
})

/** Whether the row may be the transfer. */
const matches = (row: LedgerRow, { transfer, sentAt, known }: UnansweredTransfer): boolean =>
  row.transactionType === transfer.kind &&
  !known.isKnown(row) &&
  (row.asset === null || row.asset === transfer.asset) &&
  decimal(row.totalAmount) === decimal(transfer.amount) &&
  // A row without a time is new only where every older row was known when the request went out.
  (row.createdAt === null ? known.isWhole : row.createdAt >= sentAt - CLOCK_SLACK)

export function createUnansweredTransfers(options: UnansweredTransfersOptions): UnansweredTransfers {
  const { clock, ledger, notices, auditedRequests, underWay } = options
  /** Watches under way: how to stop each, and how to report that it was left. */
  const watches = new Map<Stop, () => void>()

  /** Whether the ledger was read back to before the request went out: only then is a missing row proof. */
  const reachesBack = (sentAt: EpochMs): boolean =>
    ledger.whole || (ledger.oldest() ?? Number.MAX_SAFE_INTEGER) < sentAt - CLOCK_SLACK

  const reportLeft = (transfer: TransferRequest): void =>
    notices.say(
      'error',
      `The outcome of the ${inWords(transfer)} is unknown: another user signed in before the venue answered. Look at that customer's ledger before you repeat it.`,
      null,
      { ...aboutTransfer(transfer), everywhere: true },
    )

  const watch = (unanswered: UnansweredTransfer): void => {
    const { request, transfer, sentAt, until } = unanswered
    const words = inWords(transfer)
    const finish = (): void => {
      stop()
      watches.delete(stop)
      underWay.remove(transfer)
    }
    const settle = (code: string | null, level: 'info' | 'error', sentence: string): void => {
      auditedRequests.settled(request, code)
      finish()
      notices.say(level, sentence, null, aboutTransfer(transfer))
    }
    const look = async (): Promise<void> => {
      const read = await options.readLedger()
      if (!watches.has(stop) || !read.ok) return
      const rows = ledger.rows(transfer.customerCode).filter((row) => matches(row, unanswered))
      const [row] = rows
      if (rows.length > 1)
        settle(
          null,
          'error',
          `The ledger shows ${rows.length} new rows like the ${words}: ${rows.map(({ code }) => code).join(', ')}. Openpit sent only one of them. Check these rows with the broker before you send another.`,
        )
      else if (row)
        settle(
          row.code,
          'info',
          `The ${words} reached the venue: it is ${row.status} in the ledger as ${row.code}.`,
        )
      else if (clock.monotonic() >= until && reachesBack(sentAt))
        settle(
          null,
          'error',
          `The ${words} is still not in the ledger after 10 minutes. Ask the broker before you repeat it.`,
        )
    }
    const stop = clock.every(LOOK_EVERY, () => void look())
    watches.set(stop, () => {
      finish()
      reportLeft(transfer)
    })
  }

  return {
    watch,
    watchEarlierRuns() {
      for (const request of auditedRequests.open()) {
        const { asked, at } = request
        if (asked.deed !== 'transfer') continue
        const { transfer } = asked
        if (underWay.has(transfer)) continue
        underWay.add(transfer)
        notices.say(
          'warning',
          `A ${inWords(transfer)} was sent in an earlier run and never answered. Openpit is looking for it in the ledger. Until it is found, no other ${transfer.kind} of ${transfer.asset} for ${shownCode(transfer.customerCode)} is sent.`,
          null,
          aboutTransfer(transfer),
        )
        watch({
          request,
          transfer,
          sentAt: at,
          known: {
            isKnown: (row) => auditedRequests.isTransferred(row.customerCode, row.code),
            isWhole: false,
          },
          until: clock.monotonic() + Math.max(0, GIVE_UP_AFTER - (clock.now() - at)),
        })
      }
    },
    reportLeft,
    leave() {
      for (const report of watches.values()) report()
    },
    close() {
      for (const stop of watches.keys()) stop()
      watches.clear()
    },
  }
}
