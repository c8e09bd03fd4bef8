/** Deposits and withdrawals: one on the way per customer, kind and asset; never repeated (docs/api.md#transfers). */

import { decimal, decimalPlaces } from '../../../shared/base/decimal.ts'
import type { Clock, EpochMs, Stop } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { LedgerRow, TransferRequest } from '../../../shared/domain/accounts/ledger.ts'
import { lookAlikeSentence } from '../../../shared/domain/accounts/lookAlike.ts'
import { brokerForSending, outcomeOf, type Access } from '../support/access.ts'
import { undone } from '../support/failureMessages.ts'
import type { CustomerDirectory } from '../accounts/customerDirectory.ts'
import type { AuditedRequest, AuditedRequests } from '../journal/auditedRequests.ts'
import { ledgerKey, type CashLedger } from '../accounts/cashLedger.ts'
import type { Notices } from '../support/notices.ts'
import { createOnceEach } from '../support/idempotentIntents.ts'
import type { Log } from '../ports.ts'

/** Ms between two looks at the ledger for a transfer without an answer, and how long it blocks the next. */
const LOOK_EVERY = 5_000
const GIVE_UP_AFTER = 600_000
/** Ms by which the venue's clock may be behind ours. */
const CLOCK_SLACK = 60_000

/** The customer's ledger as it stood when the request left. */
interface KnownRows {
  /** Whether a row is known to be another transfer's. */
  readonly isKnown: (row: LedgerRow) => boolean
  /** Whether every row of then is known. */
  readonly whole: boolean
}

/** A transfer that nothing is known of. */
interface Flight {
  readonly deed: AuditedRequest
  readonly transfer: TransferRequest
  readonly sentAt: EpochMs
  readonly known: KnownRows
  /** Monotonic ms at which looking ends. */
  readonly until: number
}

type Transferred = Result<Reply<'transfer.submit'>, Failure>

export interface DepositsAndWithdrawalsOptions {
  readonly clock: Clock
  readonly log: Log
  readonly access: Access
  readonly ledger: CashLedger
  readonly customers: CustomerDirectory
  readonly notices: Notices
  readonly deeds: AuditedRequests
  /** Reads the newest ledger rows in. */
  readonly readLedger: () => Promise<Result<unknown, unknown>>
}

export interface DepositsAndWithdrawals {
  submit(request: Request<'transfer.submit'>): Promise<Transferred>
  /** Looks for what earlier runs sent and never heard of again; until it is found, the same is not sent again. */
  takeUp(): void
  /** The desk's records are another user's or venue's from now on. */
  forget(): void
  close(): void
}

const inWords = ({ kind, amount, asset, customerCode }: TransferRequest): string =>
  `${kind} of ${amount} ${asset} for ${customerCode}`
const aboutTransfer = ({ customerCode }: TransferRequest) => ({ kind: 'transfer' as const, customerCode })
const leftBehind = (words: string): string =>
  `No proof of what became of the ${words} before you signed in elsewhere. Look at that ledger before you repeat it.`

export function createDepositsAndWithdrawals(parts: DepositsAndWithdrawalsOptions): DepositsAndWithdrawals {
  const { clock, log, access, ledger, customers, notices, deeds, readLedger } = parts
  const once = createOnceEach<Reply<'transfer.submit'>>()
  const onTheWay = new Set<string>()
  const flightOf = ({ customerCode, kind, asset }: TransferRequest) => `${customerCode} ${kind} ${asset}`
  /** Looks under way: how to stop each, and how to give it up aloud. */
  const looking = new Map<Stop, () => void>()
  /** Grows when the desk's records become another's: their ledger proves nothing of what was sent before. */
  let owner = 0

  const problemOf = ({ amount }: TransferRequest): Failure | null => {
    if (decimal(amount) <= 0n) return failureOf('refused', 'Amount must be above 0.', { field: 'amount' })
    // docs/api.md#2.transfer.amount
    return decimalPlaces(decimal(amount)) > 8
      ? failureOf('refused', 'Amount must have at most 8 decimal places.', { field: 'amount' })
      : null
  }

  const shows = (row: LedgerRow, transfer: TransferRequest, sentAt: EpochMs, known: KnownRows): boolean =>
    row.transactionType === transfer.kind &&
    !known.isKnown(row) &&
    (row.asset === null || row.asset === transfer.asset) &&
    decimal(row.totalAmount) === decimal(transfer.amount) &&
    // A row without a time is new only where every older one was known when the request left.
    (row.createdAt === null ? known.whole : row.createdAt >= sentAt - CLOCK_SLACK)

  /** Whether the ledger has been read back to before the request left: only then does a missing row say anything. */
  const reachesBack = (sentAt: EpochMs): boolean =>
    ledger.whole || (ledger.oldest() ?? Number.MAX_SAFE_INTEGER) < sentAt - CLOCK_SLACK

  const watch = ({ deed, transfer, sentAt, known, until }: Flight): void => {
    const words = inWords(transfer)
    const end = (level: 'info' | 'error', sentence: string) => {
      stop()
      looking.delete(stop)
      onTheWay.delete(flightOf(transfer))
      notices.say(level, sentence, null, aboutTransfer(transfer))
    }
    const leave = () => {
      stop()
      looking.delete(stop)
      onTheWay.delete(flightOf(transfer))
      notices.say('error', leftBehind(words), null, { ...aboutTransfer(transfer), everywhere: true })
    }
    const look = async (): Promise<void> => {
      const read = await readLedger()
      if (!looking.has(stop) || !read.ok) return
      const rows = ledger.rows(transfer.customerCode).filter((one) => shows(one, transfer, sentAt, known))
      const [row] = rows
      if (rows.length > 1) {
        deeds.settled(deed, null)
        end(
          'error',
          `The ledger shows ${rows.length} new rows like the ${words}: ${rows.map((one) => one.code).join(', ')}. Only one was sent from here; look at them before you send another.`,
        )
      } else if (row) {
        deeds.settled(deed, row.code)
        end('info', `The ${words} did reach the venue: it is ${row.status} in the ledger as ${row.code}.`)
      } else if (clock.monotonic() >= until && reachesBack(sentAt)) {
        deeds.settled(deed, null)
        end(
          'error',
          `The ${words} is still not in the ledger after 10 minutes. Ask the broker before you repeat it.`,
        )
      }
    }
    const stop = clock.every(LOOK_EVERY, () => void look())
    looking.set(stop, leave)
  }

  const send = async (intentId: string, transfer: TransferRequest): Promise<Transferred> => {
    const link = brokerForSending(access)
    if ('failure' in link) return fail(link.failure)
    const problem = problemOf(transfer)
    if (problem) return fail(problem)
    const other = customers.looksLike(transfer.customerCode)
    if (other !== null) return fail(failureOf('refused', lookAlikeSentence(transfer.customerCode, other)))
    const flight = flightOf(transfer)
    if (onTheWay.has(flight))
      return fail(
        failureOf(
          'refused',
          `A ${transfer.kind} of ${transfer.asset} for ${transfer.customerCode} is still on its way, or nobody knows yet what became of it. Wait for it.`,
        ),
      )
    onTheWay.add(flight)
    customers.see([transfer.customerCode])
    const mine = owner
    const sentAt = clock.now()
    const before = new Set(ledger.rows(transfer.customerCode).map(ledgerKey))
    const known: KnownRows = { isKnown: (row) => before.has(ledgerKey(row)), whole: ledger.whole }
    const deed: AuditedRequest = {
      asked: { deed: 'transfer', transfer },
      intentId,
      customerCode: transfer.customerCode,
      what: inWords(transfer),
    }
    const outcome = await outcomeOf(log, () => link.broker.transfer(transfer, deeds.dispatchGate(deed)))
    deeds.answered(deed, outcome, outcome.kind === 'accepted' ? outcome.value.code : undefined)
    log.info('transfer answered', { customerCode: transfer.customerCode, phase: outcome.kind })
    if (outcome.kind === 'unknown') {
      const until = clock.monotonic() + GIVE_UP_AFTER
      if (mine === owner) watch({ deed, transfer, sentAt, known, until })
      else {
        onTheWay.delete(flight)
        notices.say('error', leftBehind(inWords(transfer)), null, {
          ...aboutTransfer(transfer),
          everywhere: true,
        })
      }
      return fail(
        failureOf(
          'unknown-outcome',
          `No proof of what became of the ${transfer.kind}; the ledger is being watched. Do not send it again.`,
        ),
      )
    }
    onTheWay.delete(flight)
    if (outcome.kind === 'accepted') {
      // Another user may have signed in meanwhile: this row is not part of what the desk shows then.
      if (access.broker() === link.broker) ledger.take([outcome.value], false)
      return ok({ code: outcome.value.code })
    }
    return fail(undone(outcome))
  }

  return {
    submit: ({ intentId, transfer }) => once(intentId, () => send(intentId, transfer), inWords(transfer)),
    takeUp() {
      for (const deed of deeds.open()) {
        const { asked, at } = deed
        if (asked.deed !== 'transfer') continue
        const { transfer } = asked
        const flight = flightOf(transfer)
        if (onTheWay.has(flight)) continue
        onTheWay.add(flight)
        notices.say(
          'warning',
          `A ${inWords(transfer)} was sent in an earlier run and never answered. The ledger is being asked; until it shows what became of it, no other ${transfer.kind} of ${transfer.asset} for ${transfer.customerCode} is sent.`,
          null,
          aboutTransfer(transfer),
        )
        watch({
          deed,
          transfer,
          sentAt: at,
          known: { isKnown: (row) => deeds.isTransferred(row.customerCode, row.code), whole: false },
          until: clock.monotonic() + Math.max(0, GIVE_UP_AFTER - (clock.now() - at)),
        })
      }
    },
    forget() {
      owner++
      for (const giveUp of looking.values()) giveUp()
    },
    close() {
      for (const stop of looking.keys()) stop()
      looking.clear()
    },
  }
}
