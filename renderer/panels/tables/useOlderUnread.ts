/** Says whether a window lacks older trades or ledger rows. Never takes the newest rows for the whole list. */

import { useStore } from 'zustand'
import { NEWEST_ROWS_SENT } from '../../../shared/contract/topics.ts'
import { useSession, useUnread } from '../../state/useSession.ts'

/** Why older rows may be missing in this window, in one sentence; null: it has the list from its first row. `done`: the panel read every page at the venue. */
export function useOlderUnread(list: 'trades' | 'ledger', done: boolean): string | null {
  const { server } = useSession()
  // The customers count as read once trades and ledger were read to the first record.
  const isUnread = useUnread(list, 'customers') !== null
  const mayBeCut = useStore(server[list], ({ rows }) => rows.size >= NEWEST_ROWS_SENT)
  return !done && (isUnread || mayBeCut) ? 'The venue may have older rows. Read on to its first.' : null
}
