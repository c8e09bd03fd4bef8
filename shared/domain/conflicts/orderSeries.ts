/** Series of single orders that one dealer sent for several customers one after the other, judged as a block is. Pure. */

import { ZERO, decimal, type Decimal } from '../../base/decimal.ts'
import { againstAverage } from '../fairness/againstAverage.ts'
import { fairnessOfCustomers, type JudgedOrders } from '../fairness/fairnessOfCustomers.ts'
import type { Order } from '../orders/order.ts'
import type { SeriesCustomer } from './conflictReport.ts'

/** Series that a customer needs before a place or a price of it stands out: of fewer, chance explains too much. */
export const LEAST_SERIES = 5

/** The customers over the series of each dealer, those who stand out first: a preference is of one dealer. */
export function customersOfSeries(series: readonly JudgedOrders[]): readonly SeriesCustomer[] {
  const judged = fairnessOfCustomers(series).flatMap(({ group: dealer, customers }) =>
    customers.map((customer): SeriesCustomer => ({
      dealer,
      ...customer,
      standsOut:
        customer.blocks < LEAST_SERIES
          ? []
          : customer.standsOut.filter((by) => by !== 'price' || customer.ticksBlocks >= LEAST_SERIES),
    })),
  )
  return judged.toSorted((a, b) => b.standsOut.length - a.standsOut.length)
}

/** Ms from one order of a series to the next at most. */
export const SERIES_GAP = 60_000

/** An order that a dealer sent by itself: not of a block or a scale, no leg, and not refused before it left. */
const isSingle = ({ block, scale, legOf, execution }: Order): boolean =>
  block === undefined && scale === undefined && legOf === undefined && (execution?.sentAt ?? null) !== null

/** When the order was sent, ms of the core's wall clock; when it was made where that is not recorded. */
export const sentAt = ({ execution, createdAt }: Order): number => execution?.sentAt ?? createdAt

/** Null: nobody was named, or the journal does not say who dealt. */
const dealerOf = (order: Order | undefined): string | null => order?.dealer ?? null

/** Single orders with the same key, each of another customer, none later than `SERIES_GAP` after the one before; two at least. */
function seriesBy(orders: readonly Order[], keyOf: (order: Order) => string): readonly (readonly Order[])[] {
  const series: Order[][] = []
  const latest = new Map<string, Order[]>()
  for (const order of orders.filter(isSingle).toSorted((a, b) => sentAt(a) - sentAt(b))) {
    const key = keyOf(order)
    const running = latest.get(key)
    const last = running?.at(-1)
    const isNext =
      running !== undefined &&
      last !== undefined &&
      sentAt(order) - sentAt(last) <= SERIES_GAP &&
      running.every(({ customerCode }) => customerCode !== order.customerCode)
    if (isNext) running.push(order)
    else {
      const begun = [order]
      latest.set(key, begun)
      series.push(begun)
    }
  }
  return series.filter(({ length }) => length > 1)
}

/** The series of each dealer, on one side of one instrument. */
export const orderSeries = (orders: readonly Order[]): readonly (readonly Order[])[] =>
  seriesBy(orders, (order) => JSON.stringify([order.side, order.symbol, dealerOf(order)]))

/** The series of the desk on one side of one instrument, of any dealer. */
export const nearSeries = (orders: readonly Order[]): readonly (readonly Order[])[] =>
  seriesBy(orders, ({ side, symbol }) => JSON.stringify([side, symbol]))

/** Places, and prices against the average of the series. The group is the dealer. `tick`: USDC; null where it is not known. */
export function judgeSeries(series: readonly Order[], tick: Decimal | null): JudgedOrders {
  const fills = series
    .map(({ customerCode, filledAmount, filledQuote }) => ({
      customerCode,
      filled: decimal(filledAmount),
      quote: decimal(filledQuote),
    }))
    .filter(({ filled }) => filled > ZERO)
  const [first] = series
  const prices = first && fills.length > 1 ? againstAverage(fills, first.side, tick) : null
  return {
    block: { group: dealerOf(first), customers: series.length },
    rows: series.map(({ customerCode }, at) => ({
      customerCode,
      place: at + 1,
      ticks: prices?.get(customerCode)?.ticks ?? null,
      bps: prices?.get(customerCode)?.bps ?? null,
      lots: null,
    })),
  }
}
