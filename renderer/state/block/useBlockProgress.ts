/** A block joined with its orders. Keeps nothing. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import { blockProgress, type BlockProgress } from '../../../shared/domain/block/blockProgress.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import { orderKey } from '../../../shared/domain/orders/order.ts'
import { stateAt } from '../stores/keyedTable.ts'
import { useSession } from '../useSession.ts'

export function useBlockProgress(block: BlockRecord): BlockProgress {
  const { server } = useSession()
  const revision = useStore(server.orders, (orders) => orders.revision)
  return useMemo(() => {
    const { rows } = stateAt(server.orders, revision)
    return blockProgress(block, (customerCode, referenceId) =>
      rows.get(orderKey({ customerCode, referenceId })),
    )
  }, [server.orders, revision, block])
}
