/** Sums the contracts that trades show as filled, per order. Stores the sums, never the trades. */

import { ZERO, add, decimal, negate, type Decimal } from '../../../shared/base/decimal.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'

/** Sums of one customer and instrument. */
interface Fills {
  readonly byOrder: Map<ReferenceId, Decimal>
  /** Number of trades that name no order or no amount. */
  unnamed: number
}

export interface FilledPerOrder {
  add(trade: Trade): void
  remove(trade: Trade): void
  /** Contracts that trades show for an order; null where some trade of the instrument names no order or no amount. */
  filledBy(customer: CustomerCode, symbol: Symbol, order: ReferenceId): Decimal | null
  clear(): void
}

const isUnnamed = (trade: Trade): boolean =>
  trade.type === 'trade' && (trade.referenceId === null || trade.amount === null)

export function createFilledPerOrder(): FilledPerOrder {
  const customers = new Map<CustomerCode, Map<Symbol, Fills>>()

  const count = (trade: Trade, by: 1 | -1): void => {
    const bySymbol = customers.get(trade.customerCode) ?? new Map<Symbol, Fills>()
    customers.set(trade.customerCode, bySymbol)
    const fills = bySymbol.get(trade.symbol) ?? { byOrder: new Map<ReferenceId, Decimal>(), unnamed: 0 }
    bySymbol.set(trade.symbol, fills)
    if (isUnnamed(trade)) fills.unnamed += by
    if (trade.referenceId === null || trade.amount === null) return
    const amount = decimal(trade.amount)
    const sum = add(fills.byOrder.get(trade.referenceId) ?? ZERO, by > 0 ? amount : negate(amount))
    fills.byOrder.set(trade.referenceId, sum)
  }

  return {
    add: (trade) => count(trade, 1),
    remove: (trade) => count(trade, -1),
    filledBy(customer, symbol, order) {
      const fills = customers.get(customer)?.get(symbol)
      if (!fills) return ZERO
      return fills.unnamed > 0 ? null : (fills.byOrder.get(order) ?? ZERO)
    },
    clear: () => customers.clear(),
  }
}
