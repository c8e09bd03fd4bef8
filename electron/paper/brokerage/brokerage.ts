/** The broker behind the API: accounts, orders, transfers and their ledger on one exchange. Imports neither HTTP nor streams. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Store } from '../store/store.ts'
import type { SampleCustomer } from './customers.ts'
import { createFeeProfiles, type FeeProfiles } from './accounts/feeProfiles.ts'
import { createBrokerContext, type BrokerContext } from './brokerContext.ts'
import { runFunding } from './accounts/funding.ts'
import { orderEntry, type OrderEntry } from './orders/orderEntry.ts'
import { DEFAULT_FEES } from '../bookkeeping/posting.ts'
import type { News } from '../bookkeeping/records.ts'
import { liquidation } from './liquidation.ts'
import { runSettlement } from './accounts/settlement.ts'
import { transferSettlement, type TransferSettlement } from './accounts/transfers.ts'

export interface Brokerage {
  readonly context: BrokerContext
  readonly orders: OrderEntry
  readonly transfers: TransferSettlement
  readonly fees: FeeProfiles
  /** The listener receives the news of each stored change, in order. */
  onNews(listener: (news: News) => void): Stop
  close(): void
}

/**
 * Opens the accounts and orders of an exchange that is not started yet. New `customers` get their collateral.
 * Resting orders go back on the exchange, and pending transfers continue, `transferDelayMs` from now.
 * Funding is planned, and settlement every `settlementEveryMs` (null: no settlement).
 */
export function openBrokerage(
  store: Store,
  exchange: Exchange,
  clock: Clock,
  customers: readonly SampleCustomer[],
  transferDelayMs: number,
  settlementEveryMs: number | null = null,
): Brokerage {
  const context = createBrokerContext(store, exchange, clock, DEFAULT_FEES)
  const orders = orderEntry(context)
  const transfers = transferSettlement(context, transferDelayMs)
  for (const { code, collateral } of customers) transfers.openAccount(code, collateral)
  const risk = liquidation(context, orders)
  const stopFills = exchange.onEvent((event) => {
    orders.receive(event)
    if (event.kind === 'mark') risk.check(event.symbol)
  })
  orders.restore()
  transfers.resume()
  const stopFunding = runFunding(context, ({ symbol }) => risk.check(symbol))
  const stopSettlement = settlementEveryMs === null ? null : runSettlement(context, settlementEveryMs)
  return {
    context,
    orders,
    transfers,
    fees: createFeeProfiles(context),
    onNews: context.onNews,
    close() {
      stopFills()
      stopFunding()
      stopSettlement?.()
      transfers.close()
    },
  }
}
