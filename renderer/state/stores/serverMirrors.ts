/** The window's local copies of the core's state: one store per concern, read-only for components. Holds no choice of the dealer. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Connection, Session, VenueRead } from '../../../shared/contract/status.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import type { ListedCustomer } from '../../../shared/domain/accounts/customer.ts'
import type { LinkValues } from '../../../shared/domain/panelLinks.ts'
import type { HaltState } from '../../../shared/domain/orders/halt.ts'
import type { Instrument, Ticker } from '../../../shared/domain/instrument.ts'
import type { Balance, LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { LimitsInForce } from '../../../shared/domain/limits/limits.ts'
import { isLive, isUnproven, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import { positionKey, type Position } from '../../../shared/domain/accounts/position.ts'
import { RestingByCustomer } from '../../../shared/domain/accounts/restingValue.ts'
import type { CashSums } from '../../../shared/domain/accounts/cashSums.ts'
import type { CustomerMargin } from '../../../shared/domain/accounts/margin.ts'
import type { CustomerFees } from '../../../shared/domain/accounts/fees.ts'
import type { OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerReconciliation } from '../../../shared/domain/accounts/reconciliationRules.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { createTable, type TableStore } from './keyedTable.ts'

/** A value of the core: null before the first snapshot, stale while the link is being opened again. */
export interface Loadable<T> {
  readonly value: T | null
  readonly stale: boolean
}

export type LoadableStore<T> = StoreApi<Loadable<T>>

const loadable = <T>(): LoadableStore<T> => createStore<Loadable<T>>(() => ({ value: null, stale: false }))

export const ledgerKey = (row: LedgerRow): string => `${row.transactionType} ${row.code}`

/** The number of terminal orders that stay in a window: as many as the default limits allow a desk to send in a day. */
export const ORDERS_OVER = 20_000

/** Groups of live orders: by customer and instrument, by customer, orders of unknown outcome, and of these the ones that the dealer must decide. */
export const ofPair = (customer: string, symbol: string): string => `${customer} ${symbol}`
/** The group of a customer's live orders. A code has no colon, so the name never meets another group's. */
export const ofAccount = (customer: string): string => `: ${customer}`
export const UNKNOWN_FATE = 'unknown'
export const UNRESOLVED = 'unresolved'

const groupsOfOrder = (order: Order): string[] => {
  const groups = [ofPair(order.customerCode, order.symbol), ofAccount(order.customerCode)]
  if (isUnproven(order) && order.phase !== 'sent') groups.push(UNKNOWN_FATE)
  if (order.phase === 'unresolved') groups.push(UNRESOLVED)
  return groups
}

export interface ServerStores {
  readonly session: LoadableStore<Session>
  readonly connection: LoadableStore<Connection>
  readonly reads: LoadableStore<readonly VenueRead[]>
  readonly instruments: LoadableStore<readonly Instrument[]>
  readonly tickers: LoadableStore<ReadonlyMap<string, Ticker>>
  readonly customers: LoadableStore<readonly ListedCustomer[]>
  readonly balances: LoadableStore<ReadonlyMap<string, Balance>>
  readonly cashSums: LoadableStore<ReadonlyMap<string, CashSums>>
  /** By customer: whether its records reconcile with the venue, and whether it is open for trading. */
  readonly reconciliation: LoadableStore<ReadonlyMap<string, CustomerReconciliation>>
  readonly fees: LoadableStore<ReadonlyMap<string, CustomerFees>>
  /** By customer: the last reading of the margin profile. */
  readonly margins: LoadableStore<ReadonlyMap<string, CustomerMargin>>
  /** By customer: how much of the list of open orders has been read. */
  readonly openOrderReadings: LoadableStore<ReadonlyMap<string, OpenOrderReading>>
  readonly limits: LoadableStore<LimitsInForce>
  readonly settings: LoadableStore<Readonly<Record<string, string>>>
  readonly links: LoadableStore<LinkValues>
  /** Oldest first. */
  readonly halts: LoadableStore<readonly HaltState[]>
  /** By id. */
  readonly blocks: LoadableStore<ReadonlyMap<string, BlockRecord>>
  readonly orders: TableStore<Order>
  /** Of the live orders. */
  readonly resting: Pick<RestingByCustomer, 'of'>
  readonly trades: TableStore<Trade>
  readonly ledger: TableStore<LedgerRow>
  readonly positions: TableStore<Position>
  /** Whether the link from this window to the core stands; `refusal`: why the core would not have it, in one sentence. */
  readonly link: StoreApi<{ readonly state: 'up' | 'down'; readonly refusal: string | null }>
}

/** The stores together with the table writers that `followTopics` needs. */
export function createServerStores() {
  const resting = new RestingByCustomer()
  const orders = createTable<Order>(orderKey, {
    isOpen: isLive,
    groupsOf: groupsOfOrder,
    openRows: resting,
    mostOver: ORDERS_OVER,
  })
  const trades = createTable<Trade>((trade) => trade.code)
  const ledger = createTable<LedgerRow>(ledgerKey)
  const positions = createTable<Position>((position) => positionKey(position.customerCode, position.symbol), {
    isOpen: (position) => position.size !== '0' || !position.complete,
  })
  const stores: ServerStores = {
    session: loadable(),
    connection: loadable(),
    reads: loadable(),
    instruments: loadable(),
    tickers: loadable(),
    customers: loadable(),
    balances: loadable(),
    cashSums: loadable(),
    reconciliation: loadable(),
    fees: loadable(),
    margins: loadable(),
    openOrderReadings: loadable(),
    limits: loadable(),
    settings: loadable(),
    links: loadable(),
    halts: loadable(),
    blocks: loadable(),
    orders: orders.store,
    resting,
    trades: trades.store,
    ledger: ledger.store,
    positions: positions.store,
    link: createStore(() => ({ state: 'down' as 'up' | 'down', refusal: null as string | null })),
  }
  return {
    stores,
    writers: {
      orders: orders.writer,
      trades: trades.writer,
      ledger: ledger.writer,
      positions: positions.writer,
    },
  }
}

export type TableWriters = ReturnType<typeof createServerStores>['writers']
