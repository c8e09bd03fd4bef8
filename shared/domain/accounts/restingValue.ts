/** What a customer's live orders may still cost, by instrument and side: the part of the margin that orders bind. Pure. */

import { ZERO, add, decimal, maximum, multiply, subtract, type Decimal } from '../../base/decimal.ts'
import type { Symbol } from '../scalars.ts'
import { isLive, isUnproven, type Order } from '../orders/order.ts'

export interface RestingValue {
  /** USDC of orders that may still fill. */
  readonly buys: Decimal
  readonly sells: Decimal
  /** Why the sums may be wrong: a clause without a full stop. Null: nothing is unknown. */
  readonly caution: string | null
}

export const NOTHING_RESTS: RestingValue = { buys: ZERO, sells: ZERO, caution: null }

/** An order never changes: news of it makes another one. So each is multiplied once, however often all are summed. */
const leftKnown = new WeakMap<Order, Decimal | null>()

/** USDC that the rest of an order costs at its limit; null where the order names no price. */
function leftOf(order: Order): Decimal | null {
  const known = leftKnown.get(order)
  if (known !== undefined) return known
  const left = computeLeft(order)
  leftKnown.set(order, left)
  return left
}

function computeLeft(order: Order): Decimal | null {
  if (order.amount !== null && order.limitPrice !== null)
    return multiply(subtract(decimal(order.amount), decimal(order.filledAmount)), decimal(order.limitPrice))
  if (order.cashAmount !== null) return subtract(decimal(order.cashAmount), decimal(order.filledQuote))
  return null
}

const valuesKnown = new WeakMap<readonly Order[], ReadonlyMap<Symbol, RestingValue>>()

/** By instrument. An order that waits for its trigger binds nothing. The sums of a list are made once: the list must not change. */
export function restingValues(orders: readonly Order[]): ReadonlyMap<Symbol, RestingValue> {
  const summed = valuesKnown.get(orders)
  if (summed) return summed
  const values = new Map<Symbol, RestingValue>()
  valuesKnown.set(orders, values)
  for (const order of orders) {
    if (!isLive(order) || order.status === 'untriggered') continue
    const known = values.get(order.symbol) ?? NOTHING_RESTS
    const left = leftOf(order)
    const caution =
      isUnproven(order) || left === null ? `the order ${order.referenceId} has no proven outcome yet` : null
    const value = maximum(ZERO, left ?? ZERO)
    values.set(order.symbol, {
      buys: order.side === 'buy' ? add(known.buys, value) : known.buys,
      sells: order.side === 'sell' ? add(known.sells, value) : known.sells,
      caution: known.caution ?? caution,
    })
  }
  return values
}
