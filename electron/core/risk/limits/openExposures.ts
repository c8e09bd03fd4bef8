/** Gathers open exposure for the limits: positions, and every live order at full size until trades prove its fills. Decides nothing. */

import {
  ZERO,
  absolute,
  add,
  decimal,
  maximum,
  subtract,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import { nothingOpen, type OpenPair, type OpenSide } from '../../../../shared/domain/limits/exposure.ts'
import { isLive, type Order, type OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import type { InstrumentStore } from '../../market/instrumentAndTickerStore.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'

export interface OpenPairsOptions {
  readonly orderStore: Pick<OrderStore, 'recent'>
  readonly trades: TradeBook
  readonly instruments: InstrumentStore
}

/** An amount below 0, which only a fault of a venue or file names, counts at its full size. */
const sizeOf = (amount: string | null, cash: string | null): OpenSide => ({
  amount: amount === null ? ZERO : absolute(decimal(amount)),
  cash: amount !== null || cash === null ? ZERO : absolute(decimal(cash)),
})

/** Order records never change, so the figures of each live order are read once. */
const figuresByOrder = new WeakMap<
  Order,
  { readonly size: OpenSide; readonly filled: Decimal; readonly quote: Decimal }
>()
function figuresOf(order: Order) {
  const known = figuresByOrder.get(order)
  if (known) return known
  const figures = {
    size: sizeOf(order.amount, order.cashAmount),
    filled: decimal(order.filledAmount),
    quote: decimal(order.filledQuote),
  }
  figuresByOrder.set(order, figures)
  return figures
}

/** The part of an order that is not in the position yet. A fill is in the position once a trade shows it, not when the order reports it. */
function openOf(order: Order, amendedTo: Decimal | null, trades: TradeBook): OpenSide | null {
  const live = isLive(order)
  if (!live && order.phase !== 'closed') return null
  const known = trades.filledBy(order.customerCode, order.symbol, order.referenceId)
  if (!live) {
    // Terminal orders stay in memory for the day, so their figures are not cached.
    const filled = decimal(order.filledAmount)
    return { amount: maximum(ZERO, subtract(filled, known ?? filled)), cash: ZERO }
  }
  const { size, filled, quote } = figuresOf(order)
  const traded = known ?? filled
  const unbooked = maximum(ZERO, subtract(filled, traded))
  return {
    amount: maximum(unbooked, subtract(maximum(size.amount, amendedTo ?? ZERO), traded)),
    cash: maximum(ZERO, subtract(size.cash, quote)),
  }
}

/** A pair while its orders are added up. */
interface Gathered {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  position: Decimal
  certain: boolean
  readonly price: Decimal | null
  readonly buy: { amount: Decimal; cash: Decimal }
  readonly sell: { amount: Decimal; cash: Decimal }
  unsized: number
}

/**
 * Every customer and instrument with a position or an open order, and those of `drafts` in any case. `amendedTo`: the contracts that an order is
 * being amended to. `without`: an order about to be amended, which is left out.
 */
export function openPairs(
  options: OpenPairsOptions,
  drafts: readonly OrderDraft[],
  amendedTo: (order: Order) => Decimal | null,
  without: Order | null,
): readonly OpenPair[] {
  const { orderStore, trades, instruments } = options
  const pairs: Gathered[] = []
  const byCustomer = new Map<CustomerCode, Map<Symbol, Gathered>>()
  const prices = new Map<Symbol, Decimal | null>()
  const whole = trades.isWhole()
  const priceOf = (symbol: Symbol): Decimal | null => {
    const known = prices.get(symbol)
    if (known !== undefined) return known
    const price = instruments.valuation(symbol)
    prices.set(symbol, price)
    return price
  }
  const pairOf = (customerCode: CustomerCode, symbol: Symbol): Gathered => {
    const ofCustomer = byCustomer.get(customerCode) ?? new Map<Symbol, Gathered>()
    byCustomer.set(customerCode, ofCustomer)
    const known = ofCustomer.get(symbol)
    if (known) return known
    const fresh: Gathered = {
      customerCode,
      symbol,
      position: ZERO,
      certain: whole && trades.unsure(customerCode) === null,
      price: priceOf(symbol),
      buy: { ...nothingOpen },
      sell: { ...nothingOpen },
      unsized: 0,
    }
    ofCustomer.set(symbol, fresh)
    pairs.push(fresh)
    return fresh
  }
  const put = ({ customerCode, symbol, side }: Order, more: OpenSide): void => {
    const open = pairOf(customerCode, symbol)[side]
    open.amount = add(open.amount, more.amount)
    open.cash = add(open.cash, more.cash)
  }

  for (const draft of drafts) pairOf(draft.customerCode, draft.symbol)
  for (const { customerCode, symbol, size, certain } of trades.held())
    Object.assign(pairOf(customerCode, symbol), { position: size, certain })
  for (const order of orderStore.recent()) {
    if (order === without) continue
    if (order.amount === null && order.cashAmount === null && isLive(order))
      pairOf(order.customerCode, order.symbol).unsized++
    const open = openOf(order, amendedTo(order), trades)
    if (open && (open.amount > 0n || open.cash > 0n)) put(order, open)
  }
  return pairs
}
