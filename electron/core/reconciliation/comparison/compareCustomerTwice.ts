/** Compares one customer's records. A difference counts once a second look, after another read, still shows it. Never sends anything. */

import type { Clock } from '../../../../shared/base/clock.ts'
import {
  compareRecords,
  dated,
  persisting,
  type Difference,
} from '../../../../shared/domain/accounts/reconciliationRules.ts'
import { unsureWords, type MissingTrades } from '../../../../shared/domain/accounts/position.ts'
import type { CustomerCode, ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { CashLedger } from '../../accounts/cashLedger.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { JournalWriter } from '../../journal/journalWriter.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import { createComparisonNotices } from './comparisonNotices.ts'
import { gatherRecords } from './gatherCustomerRecords.ts'
import { createComparisonJournal } from './journalComparisons.ts'
import type { CustomerReads } from './readsForComparison.ts'
import type { CustomerEntry, CustomerStates } from './customerReconciliationStates.ts'

/** Ms between two looks that must agree before a difference counts: streams and lists do not arrive together. */
const LOOK_AGAIN = 3_000
/** Ms until a customer that differs is read and compared again by itself. */
const DIFFERS_AGAIN = 15_000

export interface CustomerComparisonOptions {
  readonly clock: Clock
  readonly states: CustomerStates
  readonly orderStore: OrderStore
  readonly trades: TradeBook
  readonly ledger: CashLedger
  readonly journalWriter: JournalWriter
  readonly notices: Notices
  /** The reads of the session; null while signed out. */
  readonly reads: () => CustomerReads | null
  /** Puts the customer in line to be read and compared. */
  readonly queue: (customer: CustomerCode) => void
}

export interface CustomerComparison {
  /** Compares what was read. `before`: differences of an earlier look; those that persist count at once. */
  look(entry: CustomerEntry, before: readonly Difference[]): void
}

/** Why a customer with missing trades is closed. */
export const lossSentence = (loss: MissingTrades): string =>
  `Its position is ${unsureWords(loss)}. All of its trades are being read again.`

export function createCustomerComparison(options: CustomerComparisonOptions): CustomerComparison {
  const { clock, states, trades, queue } = options
  const reports = createComparisonNotices(options.notices)
  const journal = createComparisonJournal(options.journalWriter)

  const compare = (entry: CustomerEntry): Difference[] => {
    const { customerCode } = entry.status
    const records = gatherRecords(options, customerCode, options.reads()?.stillListed(customerCode) ?? [])
    const found = compareRecords(records)
    entry.status = {
      ...entry.status,
      comparedAt: clock.now(),
      compared: {
        orders: records.orders.length,
        trades: records.trades.length,
        rows: records.rows.length,
      },
    }
    return found
  }

  const agree = (entry: CustomerEntry): void => {
    const { state, customerCode, compared } = entry.status
    const loss = trades.unsure(customerCode)
    if (state === 'differs') reports.agreesAgain(customerCode, loss, states.held)
    if (loss !== null)
      return states.put(entry, {
        state: 'reading',
        open: false,
        why: lossSentence(loss),
        discrepancies: [],
      })
    states.put(entry, { state: 'agrees', open: true, why: null, discrepancies: [] })
    // The counts grow with every trade: the journal gets them once per reading, not with every audit.
    if (state !== 'agrees') journal.agreement(entry, compared)
  }

  const differ = (entry: CustomerEntry, found: readonly Difference[]): void => {
    const { customerCode, state, discrepancies } = entry.status
    if (state !== 'differs') reports.differs(customerCode, found)
    states.put(entry, {
      state: 'differs',
      open: false,
      why: reports.whyClosed(found),
      discrepancies: dated(discrepancies, found, clock.now()),
    })
    journal.differences(entry, found)
    states.schedule(entry, DIFFERS_AGAIN, () => queue(customerCode))
  }

  const look = (entry: CustomerEntry, before: readonly Difference[]): void => {
    const found = compare(entry)
    const confirmed = persisting(before, found)
    if (found.length === 0) return agree(entry)
    if (confirmed.length > 0) return differ(entry, confirmed)
    if (entry.status.state === 'reading')
      states.put(entry, { why: 'Its records do not agree yet. They are being read a second time.' })
    else states.put(entry, {})
    states.schedule(entry, LOOK_AGAIN, () => void secondLook(entry, found))
  }

  const secondLook = async (entry: CustomerEntry, before: readonly Difference[]): Promise<void> => {
    const { turn } = entry
    const { customerCode } = entry.status
    const reads = options.reads()
    if (!reads) return
    const books = await reads.books()
    const orders = await reads.orders(customerCode)
    if (orders.ok)
      for (const { kind, row } of before)
        if (kind === 'fill') await reads.order(customerCode, row as ReferenceId)
    if (entry.turn !== turn) return
    if (books.ok && orders.ok) look(entry, before)
    else states.schedule(entry, LOOK_AGAIN, () => void secondLook(entry, before))
  }

  return { look }
}
