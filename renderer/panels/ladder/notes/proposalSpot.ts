/** The price and side of what waits for Enter on a ladder: its sentence stands beside that row. Pure. */

import type { Intent } from '../../../state/stores/proposalStore.ts'
import type { NoteSpot } from '../ladderProps.ts'

/** Null where no single price is meant: a market order, a combo, a flatten. */
export function spotOf(intent: Intent | null): NoteSpot | null {
  if (intent === null || (intent.kind !== 'order' && intent.kind !== 'amend')) return null
  const { limitPrice, triggerPrice } = intent.kind === 'order' ? intent.draft : priceAfter(intent)
  const price = triggerPrice ?? limitPrice
  const { side } = intent.kind === 'order' ? intent.draft : intent.order
  return price === null ? null : { price, side }
}

/** The one leg of a combo that moves counts as its price. */
function priceAfter({ order, changes }: Extract<Intent, { kind: 'amend' }>) {
  const { takeProfitPrice, stopLossPrice } = changes
  const leg = takeProfitPrice === null || stopLossPrice === null ? (takeProfitPrice ?? stopLossPrice) : null
  return {
    limitPrice: changes.limitPrice ?? order.limitPrice,
    triggerPrice: changes.triggerPrice ?? order.triggerPrice ?? leg,
  }
}
