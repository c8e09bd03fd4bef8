/** Opens a customer whose records agree and closes one whose records differ, with a notice and an entry in the journal. Compares nothing. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { dated, type Difference } from '../../../../shared/domain/accounts/reconciliationRules.ts'
import { unsureWords, type MissingTrades } from '../../../../shared/domain/accounts/position.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { JournalWriter } from '../../journal/journalWriter.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import { createComparisonNotices } from './comparisonNotices.ts'
import type { CustomerEntry, CustomerStates } from './customerReconciliationStates.ts'
import { createComparisonJournal } from './journalComparisons.ts'

/** Ms until a customer that differs is read and compared again by itself. */
const DIFFERS_AGAIN = 15_000

export interface ComparisonOutcomeOptions {
  readonly clock: Clock
  readonly states: CustomerStates
  readonly trades: Pick<TradeBook, 'unsure'>
  readonly journalWriter: Pick<JournalWriter, 'note'>
  readonly notices: Pick<Notices, 'say'>
  /** Puts the customer in line to be read and compared. */
  readonly queue: (customer: CustomerCode) => void
}

export interface ComparisonOutcome {
  /** The records agree. A customer with missing trades stays closed. */
  readonly agree: (entry: CustomerEntry) => void
  /** The records differ, and a second look confirmed it. */
  readonly differ: (entry: CustomerEntry, found: readonly Difference[]) => void
}

/** Why a customer with missing trades is closed. */
export const lossSentence = (loss: MissingTrades): string =>
  `Its position is ${unsureWords(loss)}. All of its trades are being read again.`

export function createComparisonOutcome(options: ComparisonOutcomeOptions): ComparisonOutcome {
  const { clock, states, trades, queue } = options
  const reports = createComparisonNotices(options.notices)
  const journal = createComparisonJournal(options.journalWriter)

  const agree = (entry: CustomerEntry): void => {
    entry.underWay = null
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
    entry.underWay = null
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

  return { agree, differ }
}
