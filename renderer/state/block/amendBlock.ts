/** The amend of a whole block, its prices or its amount: which orders it moves, why another order cannot be moved, and the one request that asks for it. */

import type { Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import {
  NO_CHANGES,
  isLive,
  orderKey,
  type Order,
  type OrderChanges,
} from '../../../shared/domain/orders/order.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { askAsLimits, refusalOf } from '../actions/dealing.ts'
import type { WindowSession } from '../windowSession.ts'

/** The new prices; null: that price stays. */
export type BlockPrices = Pick<OrderChanges, 'limitPrice' | 'triggerPrice'>

/** The orders of the rows that rest with a limit or a trigger price, in send order. Without those of unknown status. */
export function amendableOrders(
  { server }: Pick<WindowSession, 'server'>,
  { rows }: Pick<BlockRecord, 'rows'>,
): readonly Order[] {
  const { rows: orders } = server.orders.getState()
  return rows.flatMap(({ customerCode, referenceId }) => {
    const order = referenceId === null ? undefined : orders.get(orderKey({ customerCode, referenceId }))
    const hasPrice = order !== undefined && (order.limitPrice !== null || order.triggerPrice !== null)
    return order && hasPrice && isLive(order) && order.phase === 'working' ? [order] : []
  })
}

/** Statuses of an order that still waits for its trigger. */
const WAITS_FOR_TRIGGER: ReadonlySet<string | null> = new Set(['untriggered', 'pending'])

/** Why the order cannot move to these prices, a clause; null: it can. */
export function whyFixed(order: Order, { limitPrice, triggerPrice }: BlockPrices): string | null {
  if (limitPrice !== null && order.limitPrice === null) return 'it has no limit price'
  if (triggerPrice === null) return null
  if (order.triggerPrice === null) return 'it has no trigger price'
  // A stop without a limit fills once it triggers. One with a limit rests on, and the venue refuses another trigger.
  return order.limitPrice === null || WAITS_FOR_TRIGGER.has(order.status)
    ? null
    : 'it may have triggered, so its trigger price cannot move'
}

export interface BlockToAmend {
  readonly blockId: string
  readonly orders: readonly Order[]
  readonly prices: BlockPrices
  /** A new total, in contracts with what has filled, and the amount of each customer as the core split it. Left out: the amounts stay. */
  readonly amounts?: {
    readonly total: DecimalText
    readonly byCustomer: ReadonlyMap<CustomerCode, DecimalText>
  }
}

/** The request that asks for the amend. */
export const blockAmendRequest = ({
  blockId,
  orders,
  prices: { limitPrice, triggerPrice },
  amounts,
}: BlockToAmend): Request<'block.checkAmend'> => ({
  blockId,
  orders: orders.map(({ customerCode, referenceId }) => {
    const amount = amounts?.byCustomer.get(customerCode)
    return { customerCode, referenceId, ...(amount === undefined ? {} : { amount }) }
  }),
  limitPrice,
  ...(triggerPrice === null ? {} : { triggerPrice }),
  ...(amounts === undefined ? {} : { total: amounts.total }),
})

/** A change as the dealer reviewed it. */
export interface ReviewedBlockAmend extends BlockToAmend {
  /** The whole change in one sentence. */
  readonly sentence: string
}

/** Why nothing was amended, one sentence; null: the dealer dropped it, or the core took it, its sheet is closed, and the topic `blocks` reports each order. */
export async function sendBlockAmend(
  session: WindowSession,
  reviewed: ReviewedBlockAmend,
): Promise<string | null> {
  const { blockId, orders, prices, amounts, sentence } = reviewed
  const [order] = orders
  if (!order) return 'Nothing was amended: no order of this block rests any more.'
  const amount = amounts?.byCustomer.get(order.customerCode) ?? null
  const request = blockAmendRequest(reviewed)
  for (let typed: string | null = null; ;) {
    const refusal = refusalOf(session, {
      kind: 'amend',
      order,
      changes: { ...NO_CHANGES, ...prices, amount },
    })
    if (refusal !== null) return refusal
    const reply: Result<Reply<'block.amend'>, Failure> = await session.client.call('block.amend', {
      ...request,
      ...(typed === null ? {} : { typed }),
    })
    if (!reply.ok) return reply.failure.message
    if (reply.value.outcome === 'taken') {
      // The question of the limits takes the place of the sheet, so another one may be open by now.
      const { open } = session.overlay.getState()
      if (open?.kind === 'amendBlock' && open.blockId === blockId) session.overlay.setState({ open: null })
      return null
    }
    typed = await askAsLimits(session, sentence, reply.value, typed)
    if (typed === null) return null
  }
}
