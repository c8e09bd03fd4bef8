/** Shows a dealer the findings that only warn, and says which number answers them. Judges nothing. */

import { toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { meaningOfNumber, numberToType } from '../../../../shared/domain/limits/limitCheck.ts'
import type { LimitFinding } from '../../../../shared/domain/orders/limitDecision.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { JournalFindings } from './journalLimitFindings.ts'
import type { LimitVerdict } from './limitVerdict.ts'
import { WARNINGS_SHOWN, type WarningAnswers } from './warningAnswers.ts'

export interface AskForNumberOptions {
  readonly answers: Pick<WarningAnswers, 'show'>
  readonly journalFindings: JournalFindings
  /** Of the limits in force. */
  readonly version: number
}

/** What findings on one order warn of. */
export const namesOf = (findings: readonly LimitFinding[]): readonly string[] =>
  findings.map(({ limit }) => limit)

/** `notional`: USDC at most; null without a price. `names`: what the number answers. */
export function askForNumber(
  { answers, journalFindings, version }: AskForNumberOptions,
  intentId: string,
  draft: OrderDraft,
  findings: readonly LimitFinding[],
  notional: Decimal | null,
  names: readonly string[] = namesOf(findings),
): Extract<LimitVerdict, { readonly kind: 'warn' }> {
  journalFindings(intentId, draft, findings)
  const type = numberToType(draft, notional)
  answers.show(intentId, names, type)
  return {
    kind: 'warn',
    findings: findings.slice(0, WARNINGS_SHOWN),
    type,
    means: meaningOfNumber(notional),
    notional: notional === null ? null : toText(notional),
    version,
  }
}
