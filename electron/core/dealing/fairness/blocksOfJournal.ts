/** Folds the journal's entries about blocks and their orders, of one account, in the order in which they were written. Pure apart from its own maps. */

import { foldBlockEvent, foldBlockOrder, type Block } from '../../../../shared/domain/block/blockFold.ts'
import type { OrderOf } from '../../../../shared/domain/fairness/judgeBlock.ts'
import type { JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import { orderKey, type Order } from '../../../../shared/domain/orders/order.ts'
import { applyOrderEvent } from '../../../../shared/domain/orders/orderLife.ts'

/** What the entries contain: those of blocks, the first of a segment, those of a start, and every reference id of a block (`mintReferenceIds.ts`). */
const TEXTS = ['"type":"block"', '"blocks":[{', '"type":"started"', '-B'] as const

export interface BlocksOfJournal {
  /** Every entry that counts contains one of these. */
  readonly texts: readonly string[]
  take(entry: JournalEntry): void
  blocks(): readonly Block[]
  readonly orderOf: OrderOf
  /** When the oldest entry was written; null before the first. */
  from(): number | null
  /** Blocks that have orders here and no plan. */
  withoutPlan(): number
}

export function createBlocksOfJournal(accountKey: string): BlocksOfJournal {
  const blocks = new Map<string, Block>()
  const orders = new Map<string, Order>()
  const tagged = new Set<string>()
  let from: number | null = null

  const takeOrder = (now: Order): void => {
    if (!now.block) return
    tagged.add(now.block.id)
    orders.set(orderKey(now), now)
    foldBlockOrder(blocks, now)
  }

  return {
    texts: TEXTS,
    take({ at, whose: writtenFor, body }) {
      from ??= at
      if (body.type === 'block' && writtenFor === accountKey) foldBlockEvent(blocks, body.blockId, body.event)
      else if (body.type === 'carried' && body.whose === accountKey) {
        for (const block of body.blocks ?? [])
          if (!blocks.has(block.plan.blockId)) blocks.set(block.plan.blockId, block)
        for (const order of body.orders) if (!orders.has(orderKey(order))) takeOrder(order)
      } else if (body.type === 'order' && writtenFor === accountKey) {
        const known = orders.get(orderKey(body))
        if (!known && body.event.kind !== 'intent') return
        const now = applyOrderEvent(known, body.customerCode, body.referenceId, body.event)
        if (now) takeOrder(now)
      }
    },
    blocks: () => [...blocks.values()],
    orderOf: (customerCode, referenceId) => orders.get(orderKey({ customerCode, referenceId })),
    from: () => from,
    withoutPlan: () => [...tagged].filter((id) => !blocks.has(id)).length,
  }
}
