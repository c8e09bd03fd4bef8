/** Series of single orders that one dealer sent for several customers one after the other, judged as a block is. Pure. */

import { ZERO, decimal, type Decimal } from '../../base/decimal.ts'
import { againstAverage } from '../fairness/againstAverage.ts'
import { fairnessOfCustomers, type JudgedOrders } from '../fairness/fairnessOfCustomers.ts'
import type { Order } from '../orders/order.ts'
import type { CustomerCode } from '../scalars.ts'
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
const dealerOf = (order: Pick<Order, 'dealer'> | undefined): string | null => order?.dealer ?? null

/** Whether an order of the customer, sent at `at`, is the next of the running series. */
function isNext(running: readonly Order[] | undefined, customerCode: CustomerCode, at: number): boolean {
  const last = running?.at(-1)
  return (
    running !== undefined &&
    last !== undefined &&
    at - sentAt(last) <= SERIES_GAP &&
    running.every((order) => order.customerCode !== customerCode)
  )
}

/** Single orders with the same key, each of another customer, none later than `SERIES_GAP` after the one before; also those of one order. */
function runsBy(orders: readonly Order[], keyOf: (order: Order) => string): readonly (readonly Order[])[] {
  const runs: Order[][] = []
  const latest = new Map<string, Order[]>()
  for (const order of orders.filter(isSingle).toSorted((a, b) => sentAt(a) - sentAt(b))) {
    const key = keyOf(order)
    const running = latest.get(key)
    if (running && isNext(running, order.customerCode, sentAt(order))) running.push(order)
    else {
      const begun = [order]
      latest.set(key, begun)
      runs.push(begun)
    }
  }
  return runs
}

const isSeries = ({ length }: readonly Order[]): boolean => length > 1

/** What a series is of. */
type SeriesOf = Pick<Order, 'side' | 'symbol' | 'dealer'>
const seriesKey = (order: SeriesOf): string => JSON.stringify([order.side, order.symbol, dealerOf(order)])

/** The series of each dealer, on one side of one instrument. */
export const orderSeries = (orders: readonly Order[]): readonly (readonly Order[])[] =>
  runsBy(orders, seriesKey).filter(isSeries)

/** A customer whose order would begin a series. */
export interface FirstAgain {
  /** The newest series in a row of this dealer, side and instrument that the customer was first of. */
  readonly before: number
  /** The same with the series that this order would begin. It is one once an order of another customer follows. */
  readonly times: number
}

/**
 * How often in a row the customer would be first of a series, with an order sent at `at`; null for an order that would be the next of the running series.
 * The series are those of the report. `orders`: those of this desk, before this order.
 */
export function firstAgain(
  orders: readonly Order[],
  next: SeriesOf & Pick<Order, 'customerCode'>,
  at: number,
): FirstAgain | null {
  const key = seriesKey(next)
  const runs = runsBy(
    orders.filter((order) => seriesKey(order) === key),
    seriesKey,
  )
  if (isNext(runs.at(-1), next.customerCode, at)) return null
  const series = runs.filter(isSeries)
  const before =
    series.length - 1 - series.findLastIndex(([first]) => first?.customerCode !== next.customerCode)
  return { before, times: before + 1 }
}

/** The series of the desk on one side of one instrument, of any dealer. */
export const nearSeries = (orders: readonly Order[]): readonly (readonly Order[])[] =>
  runsBy(orders, ({ side, symbol }) => JSON.stringify([side, symbol])).filter(isSeries)

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
