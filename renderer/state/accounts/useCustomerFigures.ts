/** The account figures of a customer, from the window's copies of the core's records. Keeps nothing. */

import { useStore } from 'zustand'
import {
  customerFigures,
  type CustomerFigures,
  type FigureInputs,
} from '../../../shared/domain/accounts/customerFigures.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { isYoung } from '../../../shared/domain/priceAge.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { ofAccount, type ServerStores } from '../stores/serverMirrors.ts'
import { readingOf } from '../stores/unseenLists.ts'
import { useNow } from '../useNow.ts'
import { useSession } from '../useSession.ts'

/** Instruments by symbol, made anew for each list only. */
const bySymbol = new WeakMap<readonly Instrument[], ReadonlyMap<string, Instrument>>()
function instrumentsOf(list: readonly Instrument[]): ReadonlyMap<string, Instrument> {
  const known = bySymbol.get(list) ?? new Map(list.map((listed) => [listed.symbol, listed] as const))
  bySymbol.set(list, known)
  return known
}

interface OrdersOfCustomer {
  readonly revision: number | undefined
  readonly orders: readonly Order[]
}
const ordersKnown = new WeakMap<ServerStores, Map<CustomerCode, OrdersOfCustomer>>()

/** The customer's orders; the same list until one of them changes. */
function ordersOf(server: ServerStores, code: CustomerCode): readonly Order[] {
  const { groups, rows } = server.orders.getState()
  const group = groups.get(ofAccount(code))
  const ofServer = ordersKnown.get(server) ?? new Map<CustomerCode, OrdersOfCustomer>()
  ordersKnown.set(server, ofServer)
  const known = ofServer.get(code)
  if (known && known.revision === group?.revision) return known.orders
  const orders: Order[] = []
  for (const key of group?.keys ?? []) {
    const order = rows.get(key)
    if (order) orders.push(order)
  }
  ofServer.set(code, { revision: group?.revision, orders })
  return orders
}

/** What this window knows of the customer. The orders are listed when they are read: most figures need their sums alone. `now`: wall clock, ms. */
export function figureInputs(server: ServerStores, code: CustomerCode, now: number): FigureInputs {
  const positions = server.positions.getState()
  const tickers = server.tickers.getState().value
  const instruments = instrumentsOf(server.instruments.getState().value ?? [])
  return {
    balance: server.balances.getState().value?.get(code),
    cashSums: server.cashSums.getState().value?.get(code),
    positions: (positions.keysByCustomer.get(code) ?? []).flatMap((key) => positions.rows.get(key) ?? []),
    get orders() {
      return ordersOf(server, code)
    },
    resting: server.resting.of(code),
    reading: readingOf(server, code),
    margin: server.margins.getState().value?.get(code),
    reconciliation: server.reconciliation.getState().value?.get(code),
    instrument: (symbol) => instruments.get(symbol),
    ticker: (symbol) => tickers?.get(symbol),
    isMarkOld: ({ listedAt }) => listedAt !== null && !isYoung(listedAt, now),
    allOld: whyAllOld(server),
  }
}

function whyAllOld(server: ServerStores): string | null {
  if (server.link.getState().state === 'down') return 'the link to the core is lost'
  const { positions, orders, balances, cashSums } = server
  const known =
    positions.getState().known &&
    orders.getState().known &&
    balances.getState().value !== null &&
    cashSums.getState().value !== null
  return known ? null : 'not every record has arrived yet'
}

interface Computed {
  /** Everything that the figures were computed from. */
  readonly from: readonly unknown[]
  readonly figures: CustomerFigures
}
const computed = new WeakMap<ServerStores, Map<CustomerCode, Computed>>()

/** The figures, computed anew only where a record, a mark or the second changed: many cells show them. `now`: wall clock, ms. */
export function figuresNow(server: ServerStores, code: CustomerCode, now: number): CustomerFigures {
  const from: readonly unknown[] = [
    server.positions.getState().revision,
    server.orders.getState().groups.get(ofAccount(code))?.revision,
    server.balances.getState().value,
    server.cashSums.getState().value,
    server.margins.getState().value,
    server.reconciliation.getState().value,
    server.openOrderReadings.getState().value,
    server.instruments.getState().value,
    server.tickers.getState().value,
    server.link.getState().state,
    Math.floor(now / 1_000),
  ]
  const ofServer = computed.get(server) ?? new Map<CustomerCode, Computed>()
  computed.set(server, ofServer)
  const known = ofServer.get(code)
  if (known?.from.every((value, n) => value === from[n])) return known.figures
  const figures = customerFigures(figureInputs(server, code, now))
  ofServer.set(code, { from, figures })
  return figures
}

/** The figures now. Renders with every change of a record or mark, and once a second, because marks grow old. */
export function useCustomerFigures(code: CustomerCode): CustomerFigures {
  const { server } = useSession()
  const now = useNow(true)
  useStore(server.positions, ({ revision }) => revision)
  useStore(server.orders, ({ groups }) => groups.get(ofAccount(code))?.revision)
  useStore(server.balances, ({ value }) => value?.get(code))
  useStore(server.cashSums, ({ value }) => value?.get(code))
  useStore(server.margins, ({ value }) => value?.get(code))
  useStore(server.reconciliation, ({ value }) => value?.get(code))
  useStore(server.openOrderReadings, ({ value }) => value?.get(code))
  useStore(server.instruments)
  useStore(server.tickers)
  useStore(server.link)
  return figuresNow(server, code, now)
}
