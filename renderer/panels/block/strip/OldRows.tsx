/** The line that calls live rows of a block old while the lists of their customers' open orders are not read. */

import { useStore } from 'zustand'
import type { BlockProgress } from '../../../../shared/domain/block/blockProgress.ts'
import { oldRowsWords } from '../../../format/block/oldRowsWords.ts'
import { readingOf } from '../../../state/stores/unseenLists.ts'
import { useSession } from '../../../state/useSession.ts'

export function OldRows({ progress }: { readonly progress: BlockProgress }) {
  const { server } = useSession()
  useStore(server.openOrderReadings)
  const words = oldRowsWords(progress.rows, (code) => readingOf(server, code))
  return (
    words && (
      <span className="amber" title={words.detail}>
        {words.line}
      </span>
    )
  )
}
