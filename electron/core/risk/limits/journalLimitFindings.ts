/** Journals the limits that an order or amend was found to exceed. Checks no limit. */

import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { LimitFinding } from '../../../../shared/domain/orders/limitDecision.ts'
import type { JournalWriter } from '../../journal/journalWriter.ts'

export type JournalFindings = (intentId: string, draft: OrderDraft, findings: readonly LimitFinding[]) => void

/** `buy 1 BTCUSDC_PERP limit @ 62150`. */
export const draftWords = ({
  side,
  amount,
  cashAmount,
  symbol,
  type,
  limitPrice,
}: Pick<OrderDraft, 'side' | 'amount' | 'cashAmount' | 'symbol' | 'type' | 'limitPrice'>): string =>
  `${side} ${amount ?? `${cashAmount ?? ''} USDC of`} ${symbol} ${type}${limitPrice === null ? '' : ` @ ${limitPrice}`}`

/** `version`: of the limits in force. */
export const createFindingsJournal =
  (journalWriter: Pick<JournalWriter, 'note'>, version: () => number): JournalFindings =>
  (intentId, draft, findings) =>
    journalWriter.note({
      type: 'limit',
      customerCode: draft.customerCode,
      intentId,
      version: version(),
      findings: [...findings],
      what: draftWords(draft),
    })
