/** What became of a transfer that the venue accepted, in words for the dealer. Says of money only what the venue said. Pure. */

import { isCashRow, type LedgerRow } from '../../../shared/domain/accounts/ledger.ts'

/** `row`: the transfer in the ledger; null while the ledger does not show it. `asset`: as sent. `isBalanceKnown`: whether the customer's balance in USDC is known. */
export function transferOutcome(
  row: Pick<LedgerRow, 'status' | 'asset'> | null,
  asset: string,
  isBalanceKnown: boolean,
): string {
  if (row === null)
    return 'The venue accepted the transfer. The ledger does not show it, so it is not known whether it is settled. Do not repeat it; look at the ledger first.'
  switch (row.status) {
    case 'pending':
      return 'The venue accepted the transfer and has not settled it yet. The ledger shows it. There is nothing more to do here.'
    case 'completed':
      if (!isCashRow({ asset }) || !isCashRow(row))
        return 'Settled. Openpit knows balances in USDC only, so no balance here includes it.'
      return isBalanceKnown ? 'Settled. The balance includes it.' : 'Settled. The balance is not known yet.'
    case 'cancelled':
      return 'The venue did not settle the transfer. The balance is unchanged.'
    default:
      return `The venue calls it "${row.status}". What became of it is not known. Do not repeat it; ask the broker.`
  }
}
