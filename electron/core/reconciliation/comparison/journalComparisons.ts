/** Journals the results of comparisons: that a customer's records agree, or how they differ. Never the same text twice in a row. */

import type {
  CustomerReconciliation,
  Difference,
} from '../../../../shared/domain/accounts/reconciliationRules.ts'
import type { JournalWriter } from '../../journal/journalWriter.ts'
import { differenceWords } from './comparisonNotices.ts'
import type { CustomerEntry } from './customerReconciliationStates.ts'

export interface ComparisonJournal {
  agreement(entry: CustomerEntry, compared: CustomerReconciliation['compared']): void
  differences(entry: CustomerEntry, found: readonly Difference[]): void
}

export function createComparisonJournal(journalWriter: Pick<JournalWriter, 'note'>): ComparisonJournal {
  /** Writes an entry, unless the customer's last entry has the same text. */
  const journal = (entry: CustomerEntry, agrees: boolean, detail: string): void => {
    const text = `${agrees} ${detail}`
    if (entry.filed === text) return
    entry.filed = text
    journalWriter.note({ type: 'reconciled', customerCode: entry.status.customerCode, ties: agrees, detail })
  }

  return {
    agreement: (entry, { orders, trades, rows }) =>
      journal(entry, true, `${orders} orders, ${trades} trades and ${rows} ledger rows`),
    differences: (entry, found) => journal(entry, false, found.map(differenceWords).join(' · ')),
  }
}
