/** Makes the notices about the result of a comparison, and the sentence why a customer is closed. Decides nothing. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { MissingTrades } from '../../../../shared/domain/accounts/position.ts'
import type { Difference } from '../../../../shared/domain/accounts/reconciliationRules.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'

export interface ComparisonNotices {
  /** The notice that ends `differs`. `held`: why no customer is open at present, or null. */
  agreesAgain(customer: CustomerCode, loss: MissingTrades | null, held: string | null): void
  differs(customer: CustomerCode, found: readonly Difference[]): void
  /** Why a customer with these differences is closed, in one sentence for the windows. */
  whyClosed(found: readonly Difference[]): string
}

/** One difference in words, without a full stop. */
export const differenceWords = (difference: Difference): string =>
  `${difference.kind} ${difference.record} ${difference.row}: here ${difference.here}; ${difference.reportedBy}: ${difference.there}`
const moreThanOne = (found: readonly Difference[]): string =>
  found.length > 1 ? ` and ${found.length - 1} more` : ''
/** Both notices about a customer share the key, so that the second replaces the first. */
const about = (customerCode: CustomerCode) => ({
  kind: 'reconciliation' as const,
  customerCode,
  key: `reconciled ${customerCode}`,
})

export function createComparisonNotices(notices: Pick<Notices, 'say'>): ComparisonNotices {
  return {
    agreesAgain(customer, loss, held) {
      notices.say(
        'info',
        loss !== null
          ? `The records of ${shownCode(customer)} agree again, as far as they are known. ${shownCode(customer)} opens for trading once all of its trades are read.`
          : held === null
            ? `The records of ${shownCode(customer)} agree again. ${shownCode(customer)} is open for trading.`
            : `The records of ${shownCode(customer)} agree again. ${shownCode(customer)} opens for trading once all private channels are live.`,
        null,
        { ...about(customer), settles: true },
      )
    },
    differs(customer, found) {
      const [first] = found
      notices.say(
        'error',
        `The records of ${shownCode(customer)} do not agree (${first ? differenceWords(first) : ''}${moreThanOne(found)}).`,
        `Only orders that close a position are sent for ${shownCode(customer)}. Canceling works.`,
        { ...about(customer), action: 'Open the panel Reconciliation.' },
      )
    },
    whyClosed(found) {
      const [first] = found
      return `Its records do not agree: ${first ? `${first.record} ${first.row}` : ''}${moreThanOne(found)}. See the panel Reconciliation.`
    },
  }
}
