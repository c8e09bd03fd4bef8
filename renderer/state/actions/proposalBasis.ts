/** What a proposal was made from: the held size, or an order's own prices and amount. A proposal whose basis has changed is never sent. Sends nothing. */

import { toText } from '../../../shared/base/decimal.ts'
import { orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import type { Basis, Intent, Proposal } from '../stores/proposalStore.ts'
import type { WindowSession } from '../windowSession.ts'
import { positionOf } from '../accounts/knownPositions.ts'

const valuesOf = ({ amount, limitPrice, triggerPrice, takeProfitPrice, stopLossPrice }: Order): string =>
  JSON.stringify([amount, limitPrice, triggerPrice, takeProfitPrice, stopLossPrice])

/** Whether an order stands as it stood: the same amount and prices. */
export const standsAs = (a: Order, b: Order): boolean => valuesOf(a) === valuesOf(b)

/** The held size as text. Only orders are sized by a position. */
function heldNow(session: WindowSession, intent: Intent): string {
  if (intent.kind !== 'order') return ''
  const held = positionOf(session, intent.draft.customerCode, intent.draft.symbol)
  return held === null ? 'unknown' : toText(held)
}

/** The basis of an intent; null where nothing that changes by itself is behind it. */
export function basisOf(intent: Intent): Basis | null {
  if (intent.kind === 'amend') return { kind: 'order', was: valuesOf(intent.order) }
  return intent.kind === 'order' && intent.sizedBy !== undefined
    ? { kind: 'position', was: intent.sizedBy }
    : null
}

/** Why a proposal must not be sent any more, in one sentence; null while its basis stands. */
export function whyOutdated(session: WindowSession, { intent, basis }: Proposal): string | null {
  if (basis === null) return null
  if (basis.kind === 'position')
    return heldNow(session, intent) === basis.was
      ? null
      : 'The position that sizes this order has changed. Propose the order again.'
  const order =
    intent.kind === 'amend' ? session.server.orders.getState().rows.get(orderKey(intent.order)) : null
  return order && valuesOf(order) === basis.was
    ? null
    : 'The order that this change was made for has changed or ended. Make the change again.'
}
