/** Reports anomalies in the ledger to the dealer: unknown words of `direction`, and movements that do not agree. Decides nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { LEDGER_ASSET, type LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { CashLedgerOptions } from './cashLedger.ts'

const withAsset = ({ totalAmount, asset }: LedgerRow): string => `${totalAmount} ${asset ?? LEDGER_ASSET}`

export const ledgerAnomalyNotices = (
  notices: Pick<Notices, 'say'>,
): Required<Omit<CashLedgerOptions, 'now' | 'onRow' | 'onRows'>> => ({
  onUnknownDirection: (row) =>
    notices.say(
      'warning',
      `Ledger rows of this venue have a direction that Openpit does not know (${row.direction ?? 'none'}). They are shown without a sign and left out of sums. Add the word to the venue profile.`,
    ),
  onDirectionLearned: (word, sign) =>
    notices.say(
      'info',
      `The ledger's direction "${word}" is read as money ${sign > 0 ? 'in' : 'out'}: two movements of the stream agree. Add the word to the venue profile, so that Openpit knows it from the start.`,
    ),
  onTwoAmounts: (known, arrived) =>
    notices.say(
      'error',
      `The venue reported movement ${arrived.code} of ${shownCode(arrived.customerCode)} twice, with ${withAsset(known)} and ${withAsset(arrived)}. The newer amount counts. Ask the broker which is right.`,
      null,
      { kind: 'transfer', customerCode: arrived.customerCode },
    ),
})
