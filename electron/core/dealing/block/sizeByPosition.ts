/** Says whether a row that a position sized still has the right size: the position is known for certain, and is the one that gave the size. Never makes another size. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { BlockRow } from '../../../../shared/domain/orders/rows/blockTag.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import { whyAlreadyClosing, whyFillMissing, whyPositionChanged } from '../admitAndJournalOrder.ts'

export interface RowSizingOptions {
  readonly trades: Pick<TradeBook, 'isWhole' | 'unsure' | 'positionAsRead' | 'missingFills'>
  readonly orderStore: Pick<OrderStore, 'liveOf' | 'recentOf'>
}

/** Why the amount of the row is wrong by now: a sentence. Null: it is not, or no position gave it. `made`: the order that the row became; null: none yet. */
export type WhyMissized = (
  draft: Pick<OrderDraft, 'symbol' | 'side'>,
  row: BlockRow,
  made: ReferenceId | null,
) => string | null

const NEXT = 'Take the sizes anew for a new order.'

export function createRowSizing({ trades, orderStore }: RowSizingOptions): WhyMissized {
  return ({ symbol, side }, { customerCode, sizedBy }, made) => {
    if (sizedBy === undefined) return null
    const isKnown =
      trades.isWhole() &&
      trades.unsure(customerCode) === null &&
      trades.positionAsRead(customerCode, symbol)?.complete !== false
    if (!isKnown)
      return `The position of ${shownCode(customerCode)} in ${shownCode(symbol)} gave the size and is not known for certain now. Nothing was sent. ${NEXT}`
    const changed = whyPositionChanged(
      trades,
      { customerCode, symbol },
      { was: sizedBy, order: 'its order', next: NEXT },
    )
    if (changed !== null) return changed
    if (made === null) {
      const closing = whyAlreadyClosing(orderStore, { customerCode, symbol, side }, NEXT)
      if (closing !== null) return closing
    }
    return whyFillMissing(trades, orderStore, { customerCode, symbol }, NEXT)
  }
}
