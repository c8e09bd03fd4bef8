/** Gathers the inputs of the check of an order's prices and sizes: instrument, market and position. Reads only. */

import { ZERO, decimal } from '../../../shared/base/decimal.ts'
import type { FitContext } from '../../../shared/domain/orders/marketFit.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { InstrumentStore } from '../market/instrumentAndTickerStore.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'

/** Null for an instrument that the venue does not list. */
export type FitContextOf = (subject: Pick<OrderDraft, 'customerCode' | 'symbol'>) => FitContext | null

export const createFitContext =
  (
    instruments: Pick<InstrumentStore, 'get' | 'valuation' | 'triggerPrices'>,
    trades: Pick<TradeBook, 'position' | 'unsure'>,
  ): FitContextOf =>
  ({ customerCode, symbol }) => {
    const instrument = instruments.get(symbol)
    if (!instrument) return null
    const held = trades.position(customerCode, symbol)
    const flat = trades.unsure(customerCode) === null ? ZERO : null
    return {
      instrument,
      market: instruments.valuation(symbol),
      prices: instruments.triggerPrices(symbol),
      position: !held ? flat : held.complete ? decimal(held.size) : null,
    }
  }
