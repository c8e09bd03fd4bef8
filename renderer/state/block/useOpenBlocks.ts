/** The blocks that no dealer has closed yet. Keeps nothing. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import { useSession } from '../useSession.ts'

/** Oldest first. */
export function useOpenBlocks(): readonly BlockRecord[] {
  const blocks = useStore(useSession().server.blocks, ({ value }) => value)
  return useMemo(
    () =>
      [...(blocks?.values() ?? [])]
        .filter(({ state }) => state !== 'closed')
        .toSorted((a, b) => a.createdAt - b.createdAt),
    [blocks],
  )
}
