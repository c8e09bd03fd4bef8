/** The price and side of what waits for Enter on a ladder: its sentence stands beside that row. Pure. */

import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { Side } from '../../../../shared/domain/scalars.ts'
import type { Intent } from '../../../state/stores/proposalStore.ts'

export interface NoteSpot {
  readonly price: DecimalText
  readonly side: Side
}

/** Null where no single price is meant: a market order, a combo, a flatten. */
export function spotOf(intent: Intent | null): NoteSpot | null {
  if (intent === null || (intent.kind !== 'order' && intent.kind !== 'amend')) return null
  const { limitPrice, triggerPrice } = intent.kind === 'order' ? intent.draft : priceAfter(intent)
  const price = triggerPrice ?? limitPrice
  const { side } = intent.kind === 'order' ? intent.draft : intent.order
  return price === null ? null : { price, side }
}

const priceAfter = ({ order, changes }: Extract<Intent, { kind: 'amend' }>) => ({
  limitPrice: changes.limitPrice ?? order.limitPrice,
  triggerPrice: changes.triggerPrice ?? order.triggerPrice,
})
