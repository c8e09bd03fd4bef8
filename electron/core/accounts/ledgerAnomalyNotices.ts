/** What the dealer is told of the ledger's oddities: words and movements that do not agree. Decides nothing. */

import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { Notices } from '../support/notices.ts'

export const ledgerAnomalyNotices = (notices: Notices) => ({
  unknownDirection: (row: LedgerRow) =>
    notices.say(
      'warning',
      `Ledger rows of this venue have a direction this desk does not know (${row.direction ?? 'none'}); they are shown without a sign and kept out of sums. Add the word to the venue profile.`,
    ),
  learnt: (word: string, sign: number) =>
    notices.say(
      'info',
      `The ledger's direction "${word}" is read as money ${sign > 0 ? 'in' : 'out'}: two movements that the stream told agree. Add it to the venue profile to know it from the start.`,
    ),
  toldTwice: (known: LedgerRow, told: LedgerRow) =>
    notices.say(
      'error',
      `The venue told movement ${told.code} of ${told.customerCode} twice, with ${known.totalAmount} and ${told.totalAmount}; the newer stands. Ask the broker which is right.`,
      null,
      { kind: 'transfer', customerCode: told.customerCode },
    ),
})
