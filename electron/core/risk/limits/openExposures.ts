/** Gathers open exposure for the limits: positions, and every live order at full size until its fills are in the position. Decides nothing. */

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
import type { ReportedFill } from '../../accounts/filledPerOrder.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'

export interface OpenPairsOptions {
  readonly orderStore: Pick<OrderStore, 'recent'>
  readonly trades: Pick<TradeBook, 'isWhole' | 'unsure' | 'held' | 'filledBy' | 'missingFills'>
  readonly instruments: InstrumentStore
}

/** An amount below 0, which only a fault of a venue or file names, counts at its full size. */
const sizeOf = (amount: string | null, cash: string | null): OpenSide => ({
  amount: amount === null ? ZERO : absolute(decimal(amount)),
  cash: amount !== null || cash === null ? ZERO : absolute(decimal(cash)),
})

/** A change of the amount that is not confirmed counts where it is the larger one (docs/limits.md). */
const largerSize = (size: OpenSide, asked: string | undefined): OpenSide =>
  asked === undefined ? size : { ...size, amount: maximum(size.amount, absolute(decimal(asked))) }

/** Order records never change, so the figures of each live order are read once. */
const figuresByOrder = new WeakMap<
  Order,
  { readonly size: OpenSide; readonly filled: Decimal; readonly quote: Decimal }
>()
function figuresOf(order: Order) {
  const known = figuresByOrder.get(order)
  if (known) return known
  const figures = {
    size: largerSize(sizeOf(order.amount, order.cashAmount), order.askedAmount),
    filled: decimal(order.filledAmount),
    quote: decimal(order.filledQuote),
  }
  figuresByOrder.set(order, figures)
  return figures
}

/** The part of a live order that may still fill. Its reported fills count by `missingFills` until they are in the position. */
function unfilledOf(order: Order, amendedTo: Decimal | null, named: Decimal): OpenSide {
  const { size, filled, quote } = figuresOf(order)
  return {
    amount: maximum(ZERO, subtract(maximum(size.amount, amendedTo ?? ZERO), maximum(filled, named))),
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
  /** Orders that report more than the trades that name them. */
  readonly ahead: Order[]
}

/**
 * Every customer and instrument with a position or an open order, and those of `drafts` in any case. `without`: an order about to be amended, which
 * is left out. `amendedTo`: the contracts that an order is about to be amended to; null for none.
 */
export function openPairs(
  options: OpenPairsOptions,
  drafts: readonly Pick<OrderDraft, 'customerCode' | 'symbol'>[],
  without: Order | null,
  amendedTo: (order: Order) => Decimal | null = () => null,
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
      ahead: [],
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
    const live = isLive(order)
    if (!live && order.phase !== 'closed') continue
    const { named } = trades.filledBy(order.customerCode, order.symbol, order.referenceId)
    // Terminal orders stay in memory for the day, so their figures are not cached.
    const filled = live ? figuresOf(order).filled : decimal(order.filledAmount)
    if (filled > named) pairOf(order.customerCode, order.symbol).ahead.push(order)
    if (!live || order === without) continue
    if (order.amount === null && order.cashAmount === null) pairOf(order.customerCode, order.symbol).unsized++
    const open = unfilledOf(order, amendedTo(order), named)
    if (open.amount > 0n || open.cash > 0n) put(order, open)
  }
  for (const { customerCode, symbol, ahead, buy, sell } of pairs) {
    if (ahead.length === 0) continue
    const isCounted = ({ referenceId }: ReportedFill) => referenceId !== without?.referenceId
    const missing = trades.missingFills(customerCode, symbol, ahead, isCounted)
    buy.amount = add(buy.amount, missing.buy)
    sell.amount = add(sell.amount, missing.sell)
  }
  return pairs
}

/** The pairs of the customer of a live order without that order. Positions and orders are gathered once, for many orders of one moment. */
export function createPairsWithout(options: OpenPairsOptions): (order: Order) => readonly OpenPair[] {
  const { trades, instruments } = options
  const orders = Map.groupBy(options.orderStore.recent(), ({ customerCode }) => customerCode)
  const held = Map.groupBy(trades.held(), ({ customerCode }) => customerCode)
  return (order) => {
    const { customerCode } = order
    const ofCustomer: OpenPairsOptions = {
      orderStore: { recent: () => orders.get(customerCode) ?? [] },
      trades: { ...trades, held: () => held.get(customerCode) ?? [] },
      instruments,
    }
    return openPairs(ofCustomer, [order], order)
  }
}
