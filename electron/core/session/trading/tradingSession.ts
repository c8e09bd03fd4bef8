/** Runs one signed-in session: takes the news of broker and market, and starts a read-back after every gap. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { Random } from '../../../../shared/base/random.ts'
import { fail, type Result } from '../../../../shared/base/result.ts'
import type { Session } from '../../../../shared/contract/status.ts'
import { isOfOneCustomer, type HaltScope } from '../../../../shared/domain/orders/halt.ts'
import { reasonOf } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import type { ConnectionStatus } from '../publishConnectionStatus.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import type { InstrumentStore } from '../../market/instrumentAndTickerStore.ts'
import type { CashLedger } from '../../accounts/cashLedger.ts'
import type { MarketRelay } from '../../market/marketRelay.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { Broker, BrokerListener } from '../../ports/broker.ts'
import type { Listed, ReadFailure, SignInFailure } from '../../ports/brokerAnswers.ts'
import type { OpenMarket } from '../../ports/market.ts'
import type { OrderReport } from '../../../../shared/domain/orders/order.ts'
import type { ListedVenue } from '../../ports/listedVenue.ts'
import { createReadsOfSession } from '../../reconciliation/readsOfSession.ts'
import { watchFillsWithoutTrade } from '../../reconciliation/tradesAndLedger/fillsWithoutTrade.ts'
import { createOpenOrderReads } from '../../reconciliation/openOrders/readOpenOrderLists.ts'
import type { OpenOrderReadings } from '../../reconciliation/openOrders/openOrderListCompleteness.ts'
import type { ReadStates } from '../../reconciliation/publishListReadStates.ts'
import type { UnknownOrderResolver } from '../../orders/unknownOrderResolver.ts'
import { createStreamMismatchLookUps } from '../../orders/streamMismatchLookUps.ts'
import type { LostChannels } from '../../support/lostPrivateChannels.ts'
import { createOrderIntake } from './takeStreamedOrders.ts'
import { createReadBackPasses } from './readBackUntilComplete.ts'
import { openMarketDataOfSession } from './openMarketDataOfSession.ts'
import { createOrdersChannel } from './ordersChannelState.ts'
import { createSessionPhase } from './openOrCloseTradingByChannels.ts'
import { listenToAccounts } from './takeStreamedTradesAndCash.ts'
import { signInSentence } from '../signInAndOut.ts'
import { createLoseTrade, type LoseTrade } from './closeCustomerOfLostTrade.ts'
import { createTradeIntake, type TradeIntake } from './takeReportedTrades.ts'
import type { CustomerReconciliation } from '../../reconciliation/openAndCloseCustomersByReconciliation.ts'
import { createUnreadRecords } from '../../support/reportUnreadableRecords.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'

export interface TradingSessionOptions {
  readonly clock: Clock
  readonly random: Random
  readonly reads: ReadStates
  readonly venue: ListedVenue
  readonly broker: Broker
  readonly openMarket: OpenMarket
  readonly connection: ConnectionStatus
  readonly instruments: InstrumentStore
  readonly customers: CustomerDirectory
  readonly trades: TradeBook
  /** Instruments whose prices alerts watch. */
  readonly alertSymbols: () => readonly Symbol[]
  readonly ledger: CashLedger
  readonly orderStore: OrderStore
  readonly resolver: UnknownOrderResolver
  readonly reconciliation: CustomerReconciliation
  readonly readings: OpenOrderReadings
  readonly relay: MarketRelay
  readonly notices: Notices
  readonly setPhase: (phase: Session['phase'], message: string | null) => void
}

export interface TradingSession {
  /** Null once the venue ended the session. */
  readonly broker: Broker | null
  /** Reads the newest ledger rows. */
  readLedger(): Promise<Result<unknown, unknown>>
  /** The machine slept or its clock was set: voids every earlier reading, closes every customer, opens the private channels anew and reads everything again. `why`: a sentence for the dealer. */
  slept(why: string): void
  /** False while records are being read back. */
  isReadBack(): boolean
  /** Reads one customer's list of open orders now; null once nobody is signed in. */
  listOpenOrders(customer: CustomerCode): Promise<Result<Listed<OrderReport>, ReadFailure>> | null
  /**
   * Why orders in the scope may belong to customers that are not known here; a clause without a full stop. Null: every customer is known, or the
   * scope names its own.
   */
  whyCustomersUnknown(scope: HaltScope): string | null
  /** Reads the newest trades. */
  readTrades(): Promise<Result<unknown, unknown>>
  /** Since when the orders channel has been live without a break, monotonic ms; null while it is not. */
  ordersLiveSince(): number | null
  /** Private channels that are not live; null while all are. */
  lostChannels(): LostChannels | null
  /** Reads the newest trades and ledger rows and this customer's open orders, whatever the channels do. */
  readCustomer(customer: CustomerCode): Promise<Result<unknown, ReadFailure>>
  close(): void
}

export function openTradingSession(options: TradingSessionOptions): TradingSession {
  const { clock, reads, customers, trades, ledger, reconciliation, readings, notices } = options
  let broker: Broker | null = options.broker
  let isPolling = false
  const isOpen = () => broker !== null

  const loseTrade = createLoseTrade(options)
  const tradeIntake = createTradeIntake({ ...options, loseTrade })
  const ordersChannel = createOrdersChannel(clock)
  reads.open()
  const { openOrders, readBack, fillsWithoutTrade, lookUps } = createOpenOrderAndRecordReads(options, {
    tradeIntake,
    loseTrade,
    isOpen,
    isOrdersChannelDown: () => ordersChannel.isDown,
    channelsAreLost: () => phase.lost() !== null,
    instrumentsRead: () => marketData.chooseStreams(),
  })
  const marketData = openMarketDataOfSession(options)
  const unread = createUnreadRecords(clock, (sentence, detail) => notices.say('warning', sentence, detail))
  const phase = createSessionPhase(options)
  const passes = createReadBackPasses({
    ...options,
    readBack,
    phase,
    isOpen,
    finished() {
      watchUnsettledOrders(options)
      if (!isPolling) readBack.startPolling()
      isPolling = true
      customers.settle()
      phase.read()
      reconciliation.read(readBack.ofCustomers)
    },
  })

  const readEverythingAgain = (why: string): void => {
    readings.void(reasonOf(why))
    reconciliation.close(why)
    passes.start(why)
  }
  const stopReading = (): void => {
    fillsWithoutTrade.close()
    lookUps.close()
    readBack.stop()
    phase.close()
    reconciliation.stop()
  }
  const closeBroker = (): void => {
    broker?.close()
    broker = null
  }
  const endedByVenue = (why: SignInFailure): void => {
    stopReading()
    readings.void('the venue ended the session')
    closeBroker()
    options.connection.endBroker('The venue ended the session. Sign in again.')
    const sentence = `The venue ended the session: ${signInSentence(why)} Orders at the venue stay live, and the tables may be out of date. Sign in again.`
    notices.say('error', sentence, null, { kind: 'connection' })
    options.setPhase('signed-off-by-venue', sentence)
  }

  const listener: BrokerListener = {
    order: createOrderIntake({ ...options, broker: () => broker, lookUps, fillsWithoutTrade }),
    ...listenToAccounts({ ...options, lookUps }, tradeIntake, loseTrade, readBack),
    resumed(channel) {
      passes.channelLive(channel)
      if (channel === 'trades') readBack.tradeHistory.gap()
      if (channel === 'balance-changes') readBack.ledgerHistory.gap()
      trades.setWhole(readBack.tradeHistory.whole)
      ledger.setWhole(readBack.ledgerHistory.whole)
      readEverythingAgain('Reading back the records of the time without a stream.')
    },
    channel(name, state) {
      if (name === 'orders' && ordersChannel.set(state)) readings.void('the orders stream is down')
      phase.channel(name, state)
    },
    connection: (state) => options.connection.setBroker(state),
    unreadable: (sentence) => notices.say('warning', sentence),
    unread: (record) => unread.add(record),
    signedOff: endedByVenue,
  }
  reconciliation.close('Its orders are being read.')
  passes.start(null)
  options.broker.listen(listener)

  return {
    get broker() {
      return broker
    },
    readLedger: () => (isOpen() ? readBack.readLedger() : Promise.resolve(fail(null))),
    slept(why) {
      readEverythingAgain(why)
      // A connection that slept may look open and be dead.
      broker?.restartStreams(why)
    },
    isReadBack: () => !passes.isRunning,
    listOpenOrders: (customer) => (isOpen() ? openOrders.list(customer) : null),
    whyCustomersUnknown(scope) {
      if (!isOpen()) return 'the venue ended the session'
      return isOfOneCustomer(scope) ? null : readBack.whyCustomersUnknown()
    },
    readTrades: () => (isOpen() ? readBack.tradeHistory.catchUp() : Promise.resolve(fail(null))),
    ordersLiveSince: () => ordersChannel.liveSince,
    lostChannels: () => (isOpen() ? phase.lost() : null),
    async readCustomer(customer) {
      const books = await readBack.ofCustomers.books()
      return books.ok ? readBack.ofCustomers.orders(customer) : books
    },
    close() {
      stopReading()
      unread.close()
      closeBroker()
      marketData.close()
      options.connection.clear()
      reads.clear()
    },
  }
}

/** Looks up every live order whose present state at the venue is not known. */
function watchUnsettledOrders({ orderStore, resolver }: TradingSessionOptions): void {
  for (const order of orderStore.live()) if (order.phase !== 'working' || order.pending) resolver.watch(order)
}

interface OpenOrderAndRecordReadsHooks {
  readonly tradeIntake: TradeIntake
  readonly loseTrade: LoseTrade
  readonly isOpen: () => boolean
  readonly isOrdersChannelDown: () => boolean
  readonly channelsAreLost: () => boolean
  readonly instrumentsRead: () => void
}

/** What the session reads from the venue: lists of open orders, all records, trades that fills announced, and orders that a stream contradicts. */
function createOpenOrderAndRecordReads(options: TradingSessionOptions, hooks: OpenOrderAndRecordReadsHooks) {
  const { tradeIntake, loseTrade, isOpen } = hooks
  const openOrders = createOpenOrderReads({
    ...options,
    isStreamDown: hooks.isOrdersChannelDown,
    isStopped: () => !isOpen(),
  })
  const readBack = createReadsOfSession({
    ...options,
    openOrders,
    channelsAreLost: hooks.channelsAreLost,
    takeTrades: (page) => tradeIntake.take(page, false),
    tradesLost: (why) => loseTrade(null, why),
    tradesBack: () => options.reconciliation.tradesBack(),
    instrumentsRead: hooks.instrumentsRead,
  })
  const fillsWithoutTrade = watchFillsWithoutTrade({
    ...options,
    readTrades: () => readBack.tradeHistory.catchUp(),
    lost: loseTrade,
  })
  const lookUps = createStreamMismatchLookUps({
    ...options,
    filledAtLeast: (customer, symbol, order) => options.trades.filledBy(customer, symbol, order).named,
  })
  return { openOrders, readBack, fillsWithoutTrade, lookUps }
}
