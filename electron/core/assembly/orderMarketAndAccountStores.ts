/** Step 3: the stores of the venue's data: links, instruments, customers, trades, cash and orders. Sends nothing. */

import { toText } from '../../../shared/base/decimal.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { OrderEvent } from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { contradictionNews } from '../../../shared/domain/orders/orderNotices.ts'
import { createCashLedger, isFillRow } from '../accounts/cashLedger.ts'
import { createCustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import { ledgerAnomalyNotices } from '../accounts/ledgerAnomalyNotices.ts'
import { createTradeBook } from '../accounts/tradeBook.ts'
import { countReconnects } from '../health/countReconnects.ts'
import { createInstrumentStore } from '../market/instrumentAndTickerStore.ts'
import { createMarketRelay } from '../market/marketRelay.ts'
import { createMayBeOwn } from '../orders/mayBeOwnOrder.ts'
import { createOrderStore } from '../orders/journaledOrderStore.ts'
import { createReadStates } from '../reconciliation/publishListReadStates.ts'
import { createPanelLinks } from '../session/windows/checkSaveAndPublishPanelLinks.ts'
import { createConnectionStatus } from '../session/publishConnectionStatus.ts'
import { createAccountNotices } from '../notices/unexpectedFillAndTransferNotices.ts'
import { createRestAndMarketDataLinkNotices } from '../notices/restAndMarketDataLinkNotices.ts'
import { createListeners } from '../support/listeners.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'

/** Ms between two checks whether a new day has begun. */
const DAY_CHECK_EVERY = 1_000

export function createVenueRecords(options: CoreOptions, session: SessionAccess, journal: JournalAndNotices) {
  const { clock, settings } = options
  const { state } = session
  const { notices, warn, journalWriter, journalCompleteSince, confirmedCodes } = journal

  const restAndMarketDataLinkNotices = createRestAndMarketDataLinkNotices(clock, (news) =>
    notices.report(news),
  )
  const reconnects = countReconnects()
  const connection = createConnectionStatus((now) => {
    restAndMarketDataLinkNotices.take(now)
    reconnects.take(now)
  })
  const reads = createReadStates(clock)
  const instruments = createInstrumentStore(clock)
  const relay = createMarketRelay()

  const customers = createCustomerDirectory(settings, confirmedCodes, warn)
  const links = createPanelLinks({
    settings,
    symbols: () => instruments.symbols(),
    customers: () => customers.codes(),
    warn,
  })
  // Each dealer who signs in chooses customers anew.
  state.changed.add(() => {
    if (state.phase === 'signed-out') links.forgetCustomers()
  })
  const tradeArrived = createListeners<[trade: Trade, isLive: boolean]>()
  /** A trade or a row of the ledger names the order of a fill. */
  const fillNamed = createListeners<[customer: CustomerCode, id: ReferenceId | null]>()
  tradeArrived.add(({ customerCode, referenceId }) => fillNamed.call(customerCode, referenceId))
  const trades = createTradeBook(
    (trade, isLive) => {
      accountNotices.trade(trade, isLive)
      tradeArrived.call(trade, isLive)
    },
    (customer, code) => ledger.fillRow(customer, code),
  )
  const ledger = createCashLedger({
    now: () => clock.now(),
    ...ledgerAnomalyNotices(notices),
    onRows(rows) {
      const fills = rows.filter(isFillRow)
      trades.takeFillRows(fills)
      for (const { customerCode, referenceId } of fills) fillNamed.call(customerCode, referenceId)
    },
    onRow: (row, isLive) => accountNotices.movement(row, isLive),
  })

  const stopFollowingDay = clock.every(DAY_CHECK_EVERY, () => ledger.followDay())

  const orderChanges = createListeners<[now: Order, before: Order | undefined, event: OrderEvent]>()
  orderChanges.add((now, _before, event) => {
    if (event.kind === 'intent') trades.orderMade(now.customerCode, now.referenceId)
  })
  const orderStore = createOrderStore({
    clock,
    journalWriter,
    mayBeOwn: createMayBeOwn(options.journal, journalCompleteSince.since),
    changed: orderChanges.call,
    contradicted: (known, why) => notices.report([contradictionNews(known, why)]),
  })
  const accountNotices = createAccountNotices({
    notices,
    isReady: () => state.phase === 'ready',
    dealerOf: ({ customerCode, code }) => journal.dealtRequests.dealerOf(customerCode, code),
    holdsOrder: ({ customerCode, referenceId }) =>
      referenceId !== null && orderStore.get(customerCode, referenceId) !== undefined,
    filled({ customerCode, symbol, referenceId }) {
      const filled = referenceId === null ? null : trades.filledBy(customerCode, symbol, referenceId)
      return filled === null || filled.mayBeMore ? null : toText(filled.named)
    },
  })

  return {
    connection,
    reconnects,
    restAndMarketDataLinkNotices,
    reads,
    instruments,
    relay,
    customers,
    links,
    trades,
    tradeArrived,
    fillNamed,
    ledger,
    stopFollowingDay,
    accountNotices,
    orderStore,
    orderChanges,
  }
}

export type VenueRecords = ReturnType<typeof createVenueRecords>
