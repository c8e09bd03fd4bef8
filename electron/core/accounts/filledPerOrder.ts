/**
 * Sums the contracts that trades show as filled, per order. Stores the sums, never the trades.
 *
 * The API document names no order on a trade (docs/api.md#gap.14), and the channels are not synchronized. One rule therefore decides whether a
 * reported fill is in the position (docs/adr/0033-trades-without-an-order.md):
 * - Trades that name the order are its own. What they lack of its reported fill is open.
 * - Trades that name no order can hold open fills of their customer, instrument and side, each contract once.
 *   A trade that was known before an order was made can never hold a fill of that order.
 * - An open fill has arrived once such trades can hold it beside all open fills of orders made later.
 * So the position, where no fill is missing, holds no fewer contracts than all orders report.
 */

import {
  ZERO,
  absolute,
  add,
  decimal,
  maximum,
  minimum,
  negate,
  subtract,
  type Decimal,
} from '../../../shared/base/decimal.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { createUnnamedTrades, type UnnamedTrades } from './unnamedTrades.ts'

/** Ms by which clocks of venue and desk may differ, for orders of an earlier run or of another terminal. */
const CLOCKS_DIFFER_AT_MOST = 300_000

/** What the trades show of one order. */
export interface OrderFills {
  /** Contracts of the trades that name the order. */
  readonly named: Decimal
  /** Whether a trade that names no order, or no amount, could be this order's too. The fill is then at least `named`. */
  readonly mayBeMore: boolean
}

/** Contracts of reported fills that the trades cannot hold, by the side of their orders. Never below 0. */
export type MissingFills = Readonly<Record<Side, Decimal>>

/** What decides about an order's fills. */
export type ReportedFill = Pick<
  Order,
  'customerCode' | 'symbol' | 'side' | 'referenceId' | 'filledAmount' | 'createdAt'
>

export interface FilledPerOrder {
  /** Takes a trade in; `known`: its record so far. */
  put(trade: Trade, known: Trade | undefined): void
  /** Call with every new order before its request is sent. Trades that are known by then are not its fills. */
  orderMade(customer: CustomerCode, order: ReferenceId): void
  filledBy(customer: CustomerCode, symbol: Symbol, order: ReferenceId): OrderFills
  /** `orders`: all that may have filled lately; those of others are left out. `counts`: whether a fill of the order may be missing; else it only takes trades up. */
  missingFills(
    customer: CustomerCode,
    symbol: Symbol,
    orders: Iterable<ReportedFill>,
    counts?: (order: ReportedFill) => boolean,
  ): MissingFills
  clear(): void
}

/** Sums of one customer and instrument. */
interface Fills {
  readonly byOrder: Map<ReferenceId, Decimal>
  readonly unnamed: Readonly<Record<Side, UnnamedTrades>>
  /** Number of trades without an amount or a side. They can hold no fill, and their position is incomplete. */
  unreadable: number
}

/** An open fill: `place` is that of the first unnamed trade that can hold it. `since`: no trade older than this time, ms, can; null for an order of this run, where the place decides. */
interface OpenFill {
  readonly place: number
  readonly since: number | null
  readonly amount: Decimal
  readonly counts: boolean
}

/** `newestFirst`: every beginning of it must fit into the trades that `heldFor` its last order. */
function missingIn<F extends OpenFill>(newestFirst: readonly F[], heldFor: (fill: F) => Decimal): Decimal {
  let missing = ZERO
  let counted = ZERO
  let all = ZERO
  for (const fill of newestFirst) {
    all = add(all, fill.amount)
    if (fill.counts) counted = add(counted, fill.amount)
    missing = maximum(missing, minimum(counted, subtract(all, heldFor(fill))))
  }
  return missing
}

/** `open`: of one side. All orders must fit by the arrival of trades, and those of an earlier run or another terminal by the time of trades, too. */
function missingOf(open: OpenFill[], unnamed: UnnamedTrades): Decimal {
  const byPlace = open.toSorted((a, b) => b.place - a.place)
  const byTime = open
    .flatMap((fill) => (fill.since === null ? [] : [{ ...fill, since: fill.since }]))
    .toSorted((a, b) => b.since - a.since)
  return maximum(
    missingIn(byPlace, ({ place }) => unnamed.from(place)),
    missingIn(byTime, ({ since }) => unnamed.since(since)),
  )
}

const SIDES: readonly Side[] = ['buy', 'sell']

const isOwnTrade = ({ type }: Trade): boolean => type === 'trade'

export function createFilledPerOrder(): FilledPerOrder {
  const customers = new Map<CustomerCode, Map<Symbol, Fills>>()
  /** Number of trades that had arrived when an order of this run was made, by order. */
  const made = new Map<string, number>()
  let arrivals = 0

  const fillsOf = ({ customerCode, symbol }: Trade): Fills => {
    const bySymbol = customers.get(customerCode) ?? new Map<Symbol, Fills>()
    customers.set(customerCode, bySymbol)
    const known = bySymbol.get(symbol)
    if (known) return known
    const unnamed = { buy: createUnnamedTrades(), sell: createUnnamedTrades() }
    const fresh: Fills = { byOrder: new Map(), unnamed, unreadable: 0 }
    bySymbol.set(symbol, fresh)
    return fresh
  }

  const countNamed = (trade: Trade, by: 1 | -1): void => {
    const fills = fillsOf(trade)
    if (isOwnTrade(trade) && (trade.amount === null || trade.side === null)) fills.unreadable += by
    if (trade.referenceId === null || trade.amount === null) return
    const amount = decimal(trade.amount)
    const sum = add(fills.byOrder.get(trade.referenceId) ?? ZERO, by > 0 ? amount : negate(amount))
    fills.byOrder.set(trade.referenceId, sum)
  }
  /** Contracts that a trade without an order may hold on a side; null: none. A trade that is not wholly known yet takes its place in the order of arrival, and holds none. */
  const heldOn = (side: Side, trade: Trade): Decimal | null => {
    if (!isOwnTrade(trade) || trade.referenceId !== null) return null
    if (trade.side === null) return ZERO
    return trade.side === side ? absolute(decimal(trade.amount ?? '0')) : null
  }

  const keyOf = (customer: CustomerCode, order: ReferenceId): string => `${customer} ${order}`

  /** Which unnamed trades of the side may be the order's. */
  const holdersOf = (
    unnamed: UnnamedTrades,
    { customerCode, referenceId, createdAt }: ReportedFill,
  ): Pick<OpenFill, 'place' | 'since'> => {
    const arrival = made.get(keyOf(customerCode, referenceId))
    if (arrival !== undefined) return { place: unnamed.afterArrival(arrival), since: null }
    const since = createdAt - CLOCKS_DIFFER_AT_MOST
    return { place: unnamed.afterTime(since), since }
  }

  return {
    put(trade, known) {
      arrivals += 1
      countNamed(trade, 1)
      if (known) countNamed(known, -1)
      if (known && known.symbol !== trade.symbol)
        for (const side of SIDES) fillsOf(known).unnamed[side].remove(known.code)
      for (const side of SIDES) {
        const held = heldOn(side, trade)
        const { [side]: unnamed } = fillsOf(trade).unnamed
        if (held === null) unnamed.remove(trade.code)
        else unnamed.put(trade.code, arrivals, held, trade.createdAt)
      }
    },
    orderMade: (customer, order) => void made.set(keyOf(customer, order), arrivals),
    filledBy(customer, symbol, order) {
      const fills = customers.get(customer)?.get(symbol)
      if (!fills) return { named: ZERO, mayBeMore: false }
      const arrival = made.get(keyOf(customer, order)) ?? 0
      const isLater = (unnamed: UnnamedTrades) => unnamed.afterArrival(arrival) < unnamed.count
      const { buy, sell } = fills.unnamed
      return {
        named: fills.byOrder.get(order) ?? ZERO,
        mayBeMore: fills.unreadable > 0 || isLater(buy) || isLater(sell),
      }
    },
    missingFills(customer, symbol, orders, counts = () => true) {
      const fills = customers.get(customer)?.get(symbol)
      const open: Record<Side, OpenFill[]> = { buy: [], sell: [] }
      const none = createUnnamedTrades()
      for (const order of orders) {
        if (order.customerCode !== customer || order.symbol !== symbol) continue
        const named = fills?.byOrder.get(order.referenceId) ?? ZERO
        const amount = subtract(decimal(order.filledAmount), named)
        if (amount <= 0n) continue
        const holders = holdersOf(fills?.unnamed[order.side] ?? none, order)
        open[order.side].push({ ...holders, amount, counts: counts(order) })
      }
      return {
        buy: missingOf(open.buy, fills?.unnamed.buy ?? none),
        sell: missingOf(open.sell, fills?.unnamed.sell ?? none),
      }
    },
    clear() {
      customers.clear()
      made.clear()
      arrivals = 0
    },
  }
}
