/** What becomes of a block when the order of one of its rows changes: it goes on, or it pauses for the dealer. Sends nothing. */

import type { Block } from '../../../../shared/domain/block/blockFold.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { BlockStore } from './blockStore.ts'

export interface RowOutcomesOptions {
  readonly store: Pick<BlockStore, 'get'>
  /** Why the block cannot send now: a sentence; null: it can. */
  readonly whyBlocked: (block: Block) => string | null
  readonly pause: (blockId: string, why: string) => void
}

export interface RowOutcomes {
  /** A row that came to nothing: the others go on or wait for the dealer, as the dealer chose. */
  rowFailed(blockId: string, customerCode: string, why: string): void
  orderChanged(now: Order, before: Order | undefined): void
}

export function createRowOutcomes({ store, whyBlocked, pause }: RowOutcomesOptions): RowOutcomes {
  const rowFailed = (blockId: string, customerCode: string, why: string): void => {
    const block = store.get(blockId)
    if (block?.plan.onRefused === 'stop') pause(blockId, `${customerCode}: ${why}`)
  }
  return {
    rowFailed,
    orderChanged({ block: tag, phase, customerCode, refusal }, before) {
      if (!tag || phase === before?.phase) return
      if (phase === 'unknown' && (before?.phase === 'intent' || before?.phase === 'sent'))
        pause(tag.id, `${customerCode}: no answer proves what became of its order. Openpit looks it up.`)
      else if (phase === 'rejected') rowFailed(tag.id, customerCode, refusal?.message ?? 'it was refused.')
      else if (phase === 'not-sent') {
        const block = store.get(tag.id)
        const blocked = block ? whyBlocked(block) : null
        if (blocked === null) rowFailed(tag.id, customerCode, refusal?.message ?? 'it was not sent.')
        else pause(tag.id, blocked)
      }
    },
  }
}
