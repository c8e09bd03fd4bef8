/** Reads older pages of the venue's ledger by customer, range and status. */

import type { LedgerRow, LedgerStatus } from '../../../shared/domain/accounts/ledger.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { ledgerKey } from '../../state/stores/serverMirrors.ts'
import { useSession } from '../../state/useSession.ts'
import type { TimeRange } from './ledgerFilter.ts'
import { usePages, type Pages } from '../tables/usePages.ts'

/** `customer` and `status` null: all of them. `shows`: whether the panel shows the row. */
export function useLedgerPages(
  customer: CustomerCode | null,
  { from, to }: TimeRange,
  status: LedgerStatus | null,
  shows: (row: LedgerRow) => boolean = () => true,
): Pages<LedgerRow> {
  const { client, server } = useSession()
  return usePages({
    query: JSON.stringify([customer, from, to, status]),
    keyOf: ledgerKey,
    isLive: (key, row) => !shows(row) || server.ledger.getState().rows.has(key),
    read: (before) => client.call('ledger.read', { customerCode: customer, from, to, status, before }),
  })
}
