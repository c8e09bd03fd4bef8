/** Step 3: what the core knows of the venue: links, instruments, customers, trades, cash and orders. Sends nothing. */

import { toText } from '../../../shared/base/decimal.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { OrderEvent } from '../../../shared/domain/orders/orderLife.ts'
import { contradictionNews } from '../../../shared/domain/orders/orderNotices.ts'
import { createCashLedger } from '../accounts/cashLedger.ts'
import { createCustomerDirectory } from '../accounts/customerDirectory.ts'
import { ledgerAnomalyNotices } from '../accounts/ledgerAnomalyNotices.ts'
import { createTradeBook } from '../accounts/tradeBook.ts'
import { createInstrumentStore } from '../market/instruments.ts'
import { createMarketRelay } from '../market/marketRelay.ts'
import { createDispatchGate } from '../orders/dispatchGate.ts'
import { createOrderStore } from '../orders/orderStore.ts'
import { createReferenceIds, installOf, randomText } from '../orders/referenceIds.ts'
import { createUnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import { createReadStates } from '../reconciliation/readStates.ts'
import { createConnectionStatus } from '../session/connectionStatus.ts'
import { createAccountNews } from '../support/accountNews.ts'
import { createConnectionNews } from '../support/connectionNews.ts'
import { createListeners } from '../support/listeners.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { JournalAndNotices } from './journalAndNotices.ts'
import type { SessionView } from './sessionView.ts'

export function createRecords(options: CoreOptions, session: SessionView, journal: JournalAndNotices) {
  const { clock, random, settings } = options
  const { state, current, access } = session
  const { notices, warn, journalWriter, confirmedCodes } = journal

  const connectionNews = createConnectionNews(clock, (news) => notices.report(news))
  const connection = createConnectionStatus((now) => connectionNews.take(now))
  const reads = createReadStates(clock)
  const instruments = createInstrumentStore(clock)
  const relay = createMarketRelay()

  const customers = createCustomerDirectory(settings, confirmedCodes, warn)
  const trades = createTradeBook((trade, isLive) => accountNews.trade(trade, isLive))
  const ledger = createCashLedger({
    ...ledgerAnomalyNotices(notices),
    onRow: (row, isLive) => accountNews.movement(row, isLive),
  })

  const orderChanges = createListeners<[now: Order, before: Order | undefined, event: OrderEvent]>()
  const orderStore = createOrderStore(clock, journalWriter, orderChanges.call, (known, why) =>
    notices.report([contradictionNews(known, why)]),
  )
  const accountNews = createAccountNews({
    notices,
    isReady: () => state.phase === 'ready',
    holdsOrder: ({ customerCode, referenceId }) =>
      referenceId !== null && orderStore.get(customerCode, referenceId) !== undefined,
    filled({ customerCode, symbol, referenceId }) {
      const filled = referenceId === null ? null : trades.filledBy(customerCode, symbol, referenceId)
      return filled === null ? null : toText(filled)
    },
  })

  const install = installOf(settings, random, warn)
  const run = randomText(random, 6)
  const mint = createReferenceIds(install, run, clock)
  const resolver = createUnknownOrderResolver({
    clock,
    access,
    orderStore,
    mint,
    readTrades: () => current.readTrades(),
    hasTrade: (customer, id) => trades.hasOrder(customer, id),
    ordersLiveSince: () => current.ordersLiveSince(),
  })
  const dispatchGate = createDispatchGate(clock, orderStore)

  return {
    connection,
    connectionNews,
    reads,
    instruments,
    relay,
    customers,
    trades,
    ledger,
    accountNews,
    orderStore,
    orderChanges,
    install,
    run,
    mint,
    resolver,
    dispatchGate,
  }
}

export type Records = ReturnType<typeof createRecords>
