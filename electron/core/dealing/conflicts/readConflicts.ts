/** Reads the conflicts between customers of the account from the journal. Reads in parts, so that no order waits. Sends nothing. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { decimal } from '../../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import {
  MOST_CONFLICTS,
  type ConflictReport,
  type TradedAhead,
} from '../../../../shared/domain/conflicts/conflictReport.ts'
import { oneSidedFills } from '../../../../shared/domain/conflicts/oneSidedFills.ts'
import {
  customersOfSeries,
  judgeSeries,
  orderSeries,
} from '../../../../shared/domain/conflicts/orderSeries.ts'
import { isUntimed, tradedAheadOf } from '../../../../shared/domain/conflicts/tradedAhead.ts'
import type { JudgedOrders } from '../../../../shared/domain/fairness/fairnessOfCustomers.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { InstrumentStore } from '../../market/instrumentAndTickerStore.ts'
import type { Journal } from '../../ports/journal.ts'
import { createConflictRecords } from './conflictRecords.ts'

export interface ConflictReadingOptions {
  readonly clock: Clock
  readonly journal: Pick<Journal, 'eachMentioning'>
  /** Venue and user signed in. Orders of other accounts are left out. */
  readonly accountKey: () => string
  readonly instruments: Pick<InstrumentStore, 'get'>
}

/** Series judged before everything else runs. */
const SERIES_AT_ONCE = 100

export type ReadConflicts = () => Promise<Result<ConflictReport, Failure>>

const beyondMost = (rows: readonly unknown[]): number => Math.max(0, rows.length - MOST_CONFLICTS)

const newestFirst = <T extends { readonly at: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => b.at - a.at).slice(0, MOST_CONFLICTS)

export function createConflictReading(options: ConflictReadingOptions): ReadConflicts {
  const { clock, journal, accountKey, instruments } = options
  /** Lets everything else run between two parts. */
  const turn = () => new Promise<void>((resolve) => void clock.after(0, resolve))
  const tickOf = (symbol: Symbol) => {
    const tick = instruments.get(symbol)?.tickSize ?? null
    return tick === null ? null : decimal(tick)
  }

  return async () => {
    const records = createConflictRecords(accountKey())
    const read = await journal.eachMentioning(records.texts, (entries) => {
      for (const entry of entries) records.take(entry)
    })
    if (!read.ok) return fail(failureOf('refused', read.failure))
    const orders = records.orders()
    const bySymbol = new Map<Symbol, Order[]>()
    for (const order of orders) {
      const ofSymbol = bySymbol.get(order.symbol)
      if (ofSymbol) ofSymbol.push(order)
      else bySymbol.set(order.symbol, [order])
    }
    const ahead: TradedAhead[] = []
    for (const ofSymbol of bySymbol.values())
      for (const part of tradedAheadOf(ofSymbol, records.pricedAt)) {
        ahead.push(...part)
        await turn()
      }
    const series: JudgedOrders[] = []
    for (const each of orderSeries(orders)) {
      series.push(judgeSeries(each, tickOf((each[0] as Order).symbol)))
      if (series.length % SERIES_AT_ONCE === 0) await turn()
    }
    await turn()
    const oneSided = oneSidedFills(orders, (blockId) => read.value.isProven && records.isWholeBlock(blockId))
    const leftOut = records.leftOut()
    return ok({
      from: records.from(),
      to: clock.now(),
      isProven: read.value.isProven,
      orders: orders.length,
      ordersLeftOut: leftOut.orders,
      warned: newestFirst(records.warned()),
      ahead: newestFirst(ahead).map(({ at, waiting, ...row }) => ({
        ...row,
        at: records.wallOf(at),
        waiting: { ...waiting, since: records.wallOf(waiting.since) },
      })),
      oneSided: newestFirst(oneSided).map((row) => ({ ...row, at: records.wallOf(row.at) })),
      leftOut: leftOut.warned + beyondMost(ahead) + beyondMost(oneSided),
      untimed: orders.filter(isUntimed).length,
      series: series.length,
      customers: [...customersOfSeries(series)],
    })
  }
}
