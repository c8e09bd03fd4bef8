/** What becomes of a block when the order of one of its rows changes: it goes on, or it pauses for the dealer. Sends nothing. */

import { shownCode, withCode } from '../../../../shared/base/shownCode.ts'
import type { Block } from '../../../../shared/domain/block/blockFold.ts'
import { twiceNews } from '../../../../shared/domain/block/blockNotices.ts'
import { isProvenDead } from '../../../../shared/domain/block/rows/rowOrders.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { BlockStore } from './blockStore.ts'

export interface RowOutcomesOptions {
  readonly store: Pick<BlockStore, 'get'>
  readonly notices: Pick<Notices, 'report'>
  /** Why the block cannot send now: a sentence; null: it can. */
  readonly whyBlocked: (block: Block) => string | null
  readonly pause: (blockId: string, why: string) => void
}

export interface RowOutcomes {
  /** A row that came to nothing: the others go on or wait for the dealer, as the dealer chose. */
  rowFailed(blockId: string, customerCode: string, why: string): void
  orderChanged(now: Order, before: Order | undefined): void
}

export function createRowOutcomes({ store, notices, whyBlocked, pause }: RowOutcomesOptions): RowOutcomes {
  const rowFailed = (blockId: string, customerCode: string, why: string): void => {
    const block = store.get(blockId)
    if (block?.plan.onRefused === 'stop') pause(blockId, withCode(customerCode, why))
  }
  /** An order that was over is live or filled after all, and the dealer sent the row once more: the customer may have it twice. */
  const cameBack = (now: Order, before: Order | undefined): void => {
    const { block: tag } = now
    const block = tag && store.get(tag.id)
    const row = tag && block?.rows[tag.row - 1]
    if (!block || !row || !before || isProvenDead(now)) return
    if (tag.attempt === row.attempts && !row.isRetried) return
    if (!isProvenDead(before) && now.filledAmount === before.filledAmount) return
    notices.report([twiceNews(block, now)])
    pause(block.plan.blockId, `${shownCode(now.customerCode)}: an order that was over came back.`)
  }
  return {
    rowFailed,
    orderChanged(now, before) {
      const { block: tag, phase, customerCode, refusal } = now
      cameBack(now, before)
      if (!tag || phase === before?.phase) return
      if (phase === 'unknown' && (before?.phase === 'intent' || before?.phase === 'sent'))
        pause(
          tag.id,
          `${shownCode(customerCode)}: no answer proves what became of its order. Openpit looks it up.`,
        )
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
