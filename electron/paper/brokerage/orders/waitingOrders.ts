/** Trigger prices of stop, take-profit and combo orders, and the list of waiting orders. Does not use store or exchange. */

import { compare, decimal, type Decimal, type DecimalText } from '../../../../shared/base/decimal.ts'
import { TYPE_RULES } from '../../../../shared/domain/orders/orderFieldRules.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { legsOf as fieldsOf } from '../../../../shared/domain/orders/triggerFit.ts'
import type { OrderRecord } from '../../bookkeeping/records.ts'

/** Null for market and limit orders, which have no trigger (docs/api.md#gap.21). */
export type PriceKind = (typeof TYPE_RULES)[OrderRecord['type']]['triggerPriceType']

export const priceKindOf = (order: Pick<OrderRecord, 'type'>): PriceKind =>
  TYPE_RULES[order.type].triggerPriceType

export const waitsForPrice = (order: Pick<OrderRecord, 'type'>): boolean => priceKindOf(order) !== null

type Prices = Pick<OrderRecord, 'type' | 'side' | 'triggerPrice' | 'stopLossPrice' | 'takeProfitPrice'>

/** The prices that trigger an order: at or above, at or below (`legsOf` in shared/domain/orders/triggerFit.ts). */
export function legsOf(order: Prices): {
  readonly above: DecimalText | null
  readonly below: DecimalText | null
} {
  const { above, below } = fieldsOf(order)
  return { above: above && order[above], below: below && order[below] }
}

/** The trigger price of the leg that `price` reaches; null while the order waits. */
export function legReleasedAt(order: Prices, price: Decimal): DecimalText | null {
  const { above, below } = legsOf(order)
  if (above !== null && compare(price, decimal(above)) >= 0) return above
  return below !== null && compare(price, decimal(below)) <= 0 ? below : null
}

interface Wait {
  readonly kind: PriceKind
  /** Parsed once: every print is compared with every waiting order. */
  readonly above: Decimal | null
  readonly below: Decimal | null
}

/** Waiting orders by instrument, in order of arrival. */
export class WaitingOrders {
  private readonly bySymbol = new Map<Symbol, Map<string, Wait>>()

  /** An order that already waits gets its new prices and keeps its turn. */
  set(id: string, order: OrderRecord): void {
    const waiting = this.bySymbol.get(order.symbol) ?? new Map<string, Wait>()
    const { above, below } = legsOf(order)
    const read = (price: DecimalText | null) => (price === null ? null : decimal(price))
    waiting.set(id, { kind: priceKindOf(order), above: read(above), below: read(below) })
    this.bySymbol.set(order.symbol, waiting)
  }

  remove(id: string, symbol: Symbol): void {
    this.bySymbol.get(symbol)?.delete(id)
  }

  /** Ids of the orders that a price of this kind triggers. */
  releasedBy(symbol: Symbol, kind: PriceKind, price: Decimal): readonly string[] {
    const released: string[] = []
    for (const [id, wait] of this.bySymbol.get(symbol) ?? []) {
      const reached =
        (wait.above !== null && price >= wait.above) || (wait.below !== null && price <= wait.below)
      if (wait.kind === kind && reached) released.push(id)
    }
    return released
  }

  has(symbol: Symbol): boolean {
    return (this.bySymbol.get(symbol)?.size ?? 0) > 0
  }
}
