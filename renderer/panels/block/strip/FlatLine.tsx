/** The line of a closing block: how many of its customers are flat, by positions that were read whole. */

import { useStore } from 'zustand'
import type { BlockProgress } from '../../../../shared/domain/block/blockProgress.ts'
import type { BlockRecord } from '../../../../shared/domain/block/blockRecord.ts'
import { flatCount } from '../../../../shared/domain/block/flatCount.ts'
import { flatWords } from '../../../format/block/flatWords.ts'
import { instrumentOf } from '../../../state/actions/intentSentence.ts'
import { positionOf, whyPositionUnknown } from '../../../state/accounts/knownPositions.ts'
import { useSession } from '../../../state/useSession.ts'

interface FlatLineProps {
  readonly block: BlockRecord
  readonly progress: BlockProgress
}

export function FlatLine({ block, progress }: FlatLineProps) {
  const session = useSession()
  const { positions, reads, reconciliation } = session.server
  const isOld = useStore(positions, ({ stale }) => stale)
  useStore(positions, ({ revision }) => revision)
  useStore(reads)
  useStore(reconciliation)
  const { symbol } = block.draft
  const instrument = instrumentOf(session, symbol)
  const count = flatCount(block, progress, (code) => ({
    size: positionOf(session, code, symbol),
    why: isOld ? 'the link to the core is lost' : whyPositionUnknown(session, code, symbol),
  }))
  if (count === null || !instrument) return null
  const { line, detail } = flatWords(count, instrument)
  return (
    <span className={count.flat === count.meant ? 'block-flat' : 'block-flat amber'} title={detail}>
      {count.flat === count.meant && '✓ '}
      {line}
    </span>
  )
}
