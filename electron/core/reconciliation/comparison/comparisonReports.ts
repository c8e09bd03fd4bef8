/** Reports the result of a comparison: notices for the dealer, entries for the journal. Decides nothing. */

import type { MissingTrades } from '../../../../shared/domain/accounts/position.ts'
import type {
  CustomerReconciliation,
  Difference,
} from '../../../../shared/domain/accounts/reconciliationRules.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { JournalWriter } from '../../journal/journalWriter.ts'
import type { Notices } from '../../notices/notices.ts'
import type { CustomerEntry } from './customerReconciliationStates.ts'

export interface ComparisonReportsOptions {
  readonly journalWriter: Pick<JournalWriter, 'note'>
  readonly notices: Pick<Notices, 'say'>
}

export interface ComparisonReports {
  /** The notice that ends `differs`. `held`: why no customer is open at present, or null. */
  agreesAgain(customer: CustomerCode, loss: MissingTrades | null, held: string | null): void
  differs(customer: CustomerCode, found: readonly Difference[]): void
  /** Why a customer with these differences is closed, in one sentence for the windows. */
  whyClosed(found: readonly Difference[]): string
  journalAgreement(entry: CustomerEntry, compared: CustomerReconciliation['compared']): void
  journalDifferences(entry: CustomerEntry, found: readonly Difference[]): void
}

const inWords = (difference: Difference): string =>
  `${difference.kind} ${difference.record} ${difference.row}: here ${difference.here}; ${difference.reportedBy}: ${difference.there}`
const moreThanOne = (found: readonly Difference[]): string =>
  found.length > 1 ? ` and ${found.length - 1} more` : ''
/** Both notices about a customer share the key, so that the second replaces the first. */
const about = (customerCode: CustomerCode) => ({
  kind: 'reconciliation' as const,
  customerCode,
  key: `reconciled ${customerCode}`,
})

export function createComparisonReports({
  journalWriter,
  notices,
}: ComparisonReportsOptions): ComparisonReports {
  /** Writes an entry, unless the customer's last entry has the same text. */
  const journal = (entry: CustomerEntry, agrees: boolean, detail: string): void => {
    const text = `${agrees} ${detail}`
    if (entry.filed === text) return
    entry.filed = text
    journalWriter.note({ type: 'reconciled', customerCode: entry.status.customerCode, ties: agrees, detail })
  }

  return {
    agreesAgain(customer, loss, held) {
      notices.say(
        'info',
        loss !== null
          ? `The records of ${customer} agree again, as far as they are known. ${customer} opens for trading once all of its trades are read.`
          : held === null
            ? `The records of ${customer} agree again. ${customer} is open for trading.`
            : `The records of ${customer} agree again. ${customer} opens for trading once all private channels are live.`,
        null,
        { ...about(customer), settles: true },
      )
    },
    differs(customer, found) {
      const [first] = found
      notices.say(
        'error',
        `The records of ${customer} do not agree (${first ? inWords(first) : ''}${moreThanOne(found)}).`,
        `Only orders that close a position are sent for ${customer}. Canceling works.`,
        { ...about(customer), action: 'Open the panel Reconciliation.' },
      )
    },
    whyClosed(found) {
      const [first] = found
      return `Its records do not agree: ${first ? `${first.record} ${first.row}` : ''}${moreThanOne(found)}. See the panel Reconciliation.`
    },
    journalAgreement: (entry, { orders, trades, rows }) =>
      journal(entry, true, `${orders} orders, ${trades} trades and ${rows} ledger rows`),
    journalDifferences: (entry, found) => journal(entry, false, found.map(inWords).join(' · ')),
  }
}
