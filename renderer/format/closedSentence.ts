/** Why a customer is not open for trading, in one sentence. Pure. */

import { shownCode } from '../../shared/base/shownCode.ts'
import type { CustomerReconciliation } from '../../shared/domain/accounts/reconciliationRules.ts'

export const closedSentence = ({ customerCode, why }: CustomerReconciliation): string =>
  `${shownCode(customerCode)} is not open for trading. ${why ?? 'Its records have not been read back yet.'}`
