/** Who dealt an order, a trade or a block. Where the record names nobody, one sentence says why. Draws nothing. */

import type { BlockRecord } from '../../../../shared/domain/block/blockRecord.ts'
import { orderKey, type Order } from '../../../../shared/domain/orders/order.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import type { WindowSession } from '../../../state/windowSession.ts'

export type TradeOfOrder = Pick<Trade, 'customerCode' | 'referenceId'>

/** Exactly one of the two is null. */
export interface Dealt {
  readonly dealer: string | null
  /** Why nobody is named: one sentence. */
  readonly why: string | null
}

export const nobody = (why: string): Dealt => ({ dealer: null, why })

export function dealtBy({ dealer, origin }: Pick<Order, 'dealer' | 'origin'>): Dealt {
  if (typeof dealer === 'string') return { dealer, why: null }
  if (origin === 'external')
    return nobody(
      'No entry of the order journal names the order: it came from elsewhere, or the journal lost it.',
    )
  if (origin === 'unknown') return nobody('It is unknown whether this desk sent the order.')
  return dealer === null
    ? nobody('Nobody was named as the dealer.')
    : nobody('The journal does not say who dealt this order.')
}

export function dealtBlock({ dealer }: Pick<BlockRecord, 'dealer'>): Dealt {
  if (typeof dealer === 'string') return { dealer, why: null }
  return dealer === null
    ? nobody('Nobody was named as the dealer.')
    : nobody('The journal does not say who sent this block.')
}

/** The key of the order that a trade names; null: it names none. */
export const keyOfOrder = ({ customerCode, referenceId }: TradeOfOrder): string | null =>
  referenceId === null ? null : orderKey({ customerCode, referenceId })

/** The order of a trade, where this window still knows it. */
export function orderOfTrade(session: WindowSession, trade: TradeOfOrder): Order | undefined {
  const key = keyOfOrder(trade)
  return key === null ? undefined : session.server.orders.getState().rows.get(key)
}

/** Why the order of a trade is not at hand: a clause without a full stop. */
export const whyNoOrder = ({ referenceId }: TradeOfOrder): string =>
  referenceId === null
    ? 'the venue names no order for this trade'
    : 'the order of this trade is not known here any more'

export const dealtTrade = (trade: TradeOfOrder, order: Order | undefined): Dealt => {
  if (order) return dealtBy(order)
  const why = whyNoOrder(trade)
  return nobody(`${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`)
}
