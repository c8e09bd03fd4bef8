/** The amend of a whole block: which orders it is about, and the one request that asks for it. */

import type { Request } from '../../../shared/contract/contract.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import { isLive, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { refusalOf } from '../actions/dealing.ts'
import type { WindowSession } from '../windowSession.ts'

/** The orders of the rows that rest with a limit price, in send order. Without those of unknown status. */
export function amendableOrders(
  { server }: Pick<WindowSession, 'server'>,
  { rows }: Pick<BlockRecord, 'rows'>,
): readonly Order[] {
  const { rows: orders } = server.orders.getState()
  return rows.flatMap(({ customerCode, referenceId }) => {
    const order = referenceId === null ? undefined : orders.get(orderKey({ customerCode, referenceId }))
    return order && isLive(order) && order.phase === 'working' && order.limitPrice !== null ? [order] : []
  })
}

export interface BlockToAmend {
  readonly blockId: string
  readonly orders: readonly Order[]
  readonly limitPrice: DecimalText
}

/** The request that asks for the amend. */
export const blockAmendRequest = ({ blockId, orders, limitPrice }: BlockToAmend): Request<'block.amend'> => ({
  blockId,
  orders: orders.map(({ customerCode, referenceId }) => ({ customerCode, referenceId })),
  limitPrice,
})

/** Why nothing was amended, one sentence; null: the core took it, and the topic `blocks` reports each order. */
export async function sendBlockAmend(session: WindowSession, toAmend: BlockToAmend): Promise<string | null> {
  const { orders, limitPrice } = toAmend
  const [order] = orders
  if (!order) return 'Nothing was amended: no order of this block rests any more.'
  const changes = { amount: null, limitPrice, triggerPrice: null, stopLossPrice: null, takeProfitPrice: null }
  const refusal = refusalOf(session, { kind: 'amend', order, changes })
  if (refusal !== null) return refusal
  const reply = await session.client.call('block.amend', blockAmendRequest(toAmend))
  return reply.ok ? null : reply.failure.message
}
