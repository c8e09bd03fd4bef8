/** One signed-in session at work: takes the broker's and the market's news in, and reads back what a gap hid. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { fail, type Result } from '../../../shared/base/result.ts'
import type { Session } from '../../../shared/contract/status.ts'
import { isOfOneCustomer, type HaltScope } from '../../../shared/domain/orders/halt.ts'
import { reasonOf } from '../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { ConnectionBoard } from './connectionStatus.ts'
import type { CustomerDirectory } from '../accounts/customerDirectory.ts'
import type { InstrumentStore } from '../market/instruments.ts'
import { ledgerKey, type CashLedger } from '../accounts/cashLedger.ts'
import type { MarketRelay } from '../market/marketRelay.ts'
import type { Notices } from '../support/notices.ts'
import type { OrderStore } from '../orders/orderStore.ts'
import type { Broker, Listed, OpenMarket, OrderReport, ReadFailure, Venue } from '../ports.ts'
import { createReadBack } from '../reconciliation/readBack.ts'
import { watchFillsWithoutTrade } from '../reconciliation/fillsWithoutTrade.ts'
import { createOpenOrderReads } from '../reconciliation/openOrderReads.ts'
import type { OpenOrderReadings } from '../reconciliation/openOrderReadings.ts'
import type { ReadStates } from '../reconciliation/readStates.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import { createStreamMismatchLookUps } from '../orders/streamMismatchLookUps.ts'
import type { LostChannels } from '../support/privateChannels.ts'
import { createSessionPhase } from './sessionPhase.ts'
import { signInSentence } from './signIn.ts'
import type { CustomerReconciliation } from '../reconciliation/customerReconciliation.ts'
import { backOff } from '../support/backOff.ts'
import { createUnreadRecords } from '../support/unreadRecords.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'

/** Ms to wait for the private channels before reading without them: what they missed is read back once they come. */
const CHANNEL_PATIENCE = 8_000
/** Ms until a pass that failed is tried again, the first time and at most. */
const AGAIN = 1_000
const AGAIN_LATEST = 60_000

export interface TradingSessionParts {
  readonly clock: Clock
  readonly random: Random
  readonly reads: ReadStates
  readonly venue: Venue
  readonly broker: Broker
  readonly openMarket: OpenMarket
  readonly connection: ConnectionBoard
  readonly instruments: InstrumentStore
  readonly customers: CustomerDirectory
  readonly trades: TradeBook
  readonly ledger: CashLedger
  readonly orderStore: OrderStore
  readonly resolver: UnknownOrderResolver
  readonly tieOut: CustomerReconciliation
  readonly readings: OpenOrderReadings
  readonly relay: MarketRelay
  readonly notices: Notices
  readonly setPhase: (phase: Session['phase'], message: string | null) => void
}

export interface TradingSession {
  /** Null once the venue took the session back. */
  readonly broker: Broker | null
  /** Reads the newest ledger rows in. */
  readLedger(): Promise<Result<unknown, unknown>>
  /** Nothing that is known counts as read any more: closes every customer and reads everything again. */
  readEverythingAgain(why: string): void
  /** Reads one customer's list of open orders now; null once nobody is signed in. */
  listOpenOrders(customer: CustomerCode): Promise<Result<Listed<OrderReport>, ReadFailure>> | null
  /** Why orders in the scope may be those of customers that are not known here; a clause without a full stop. Null: every customer is known, or the scope names its own. */
  whyCustomersUnknown(scope: HaltScope): string | null
  /** Reads the newest trades in. */
  readTrades(): Promise<Result<unknown, unknown>>
  /** Since when the orders channel has been live without a break, monotonic ms; null while it is not. */
  ordersLiveSince(): number | null
  /** Private channels that are not live; null while all are. */
  lostChannels(): LostChannels | null
  /** Reads the newest trades and ledger rows and this customer's open orders in, whatever the channels do. */
  readCustomer(customer: CustomerCode): Promise<Result<unknown, ReadFailure>>
  close(): void
}

export function openTradingSession(parts: TradingSessionParts): TradingSession {
  const { clock, random, reads, venue, connection, instruments, customers, trades, ledger, orderStore } =
    parts
  const { resolver, tieOut, readings, notices } = parts
  let broker: Broker | null = parts.broker
  let closed = false
  let running = false
  /** A channel came back while a pass was running: what it missed may be behind that pass. */
  let askedAgain = false
  let polling = false
  let ordersLiveSince: number | null = null
  let isStreamDown = false
  /** External orders whose owner is being looked for. */
  const seeking = new Set<string>()

  const loseTrade = (customer: CustomerCode | null, why: string): void => {
    if (customer !== null) customers.see([customer])
    trades.lose(customer, { since: clock.now(), why })
    tieOut.tradesLost()
  }

  /** Trades, with a word for each that was known and says something else now. */
  const takeTrades = (told: readonly Trade[], isLive: boolean): void => {
    for (const { customerCode, why } of trades.take(told, isLive)) {
      loseTrade(customerCode, why)
      notices.say(
        'error',
        `Venue contradicts itself: ${why}. The positions of ${customerCode} are not sure, and ${customerCode} takes no new orders until the whole list of trades was read again.`,
        null,
        { customerCode },
      )
    }
  }

  const openOrders = createOpenOrderReads({
    clock,
    broker: parts.broker,
    orderStore,
    readings,
    resolver,
    notices,
    isStreamDown: () => isStreamDown,
    isStopped: () => !stillHere(),
  })
  reads.open()
  const reading = createReadBack({
    clock,
    random,
    reads,
    broker: parts.broker,
    instruments,
    trades,
    ledger,
    customers,
    orderStore,
    resolver,
    openOrders,
    channelsAreLost: () => phase.lost() !== null,
    takeTrades: (page) => takeTrades(page, false),
    tradesLost: (why) => loseTrade(null, why),
    tradesBack: () => tieOut.tradesBack(),
    listed: (symbols) => market.follow(symbols),
  })
  const missed = watchFillsWithoutTrade({
    clock,
    trades,
    readTrades: () => reading.tradeHistory.catchUp(),
    lost: loseTrade,
  })
  const market = parts.openMarket(venue.profile, venue.id)
  market.listen({
    tops: (changed) => instruments.takeTops(changed),
    links: (all) => connection.setMarket(all),
    steps: (symbol, tickSize, lotSize) => instruments.learn(symbol, { tickSize, lotSize }),
    unreadable: (sentence) => notices.say('warning', sentence),
  })
  parts.relay.use(market)

  /** Private channels that have not come to life yet: what is read before they do could be old by the time they listen. */
  const awaited = new Set(['orders', 'trades', 'balance-changes'])
  let channelsLive = () => {}
  const firstChannels = new Promise<void>((resolve) => {
    const stop = clock.after(CHANNEL_PATIENCE, resolve)
    channelsLive = () => {
      stop()
      resolve()
    }
  })

  const unread = createUnreadRecords(clock, (sentence, detail) => notices.say('warning', sentence, detail))
  const phase = createSessionPhase({ clock, notices, tieOut, setPhase: parts.setPhase })

  const stillHere = () => !closed && broker !== null
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

  const reconcile = async (): Promise<void> => {
    if (running) {
      askedAgain = true
      return
    }
    running = true
    // Public, and what a window shows first: they wait for no private channel.
    let listing = reading.readInstruments()
    await firstChannels
    if (!stillHere()) return
    phase.opened()
    for (let failures = 0; ;) {
      askedAgain = false
      const records = await reading.readRecords()
      const listed = await listing
      if (!stillHere()) return
      const done = listed.ok ? records : listed
      if (!done.ok) {
        notices.say('warning', done.failure, null, { kind: 'connection' })
        phase.reading(`${done.failure} Trying again; new orders wait, cancelling works.`)
        await pause(backOff(random, ++failures, AGAIN, AGAIN_LATEST))
        if (!stillHere()) return
        if (!listed.ok) listing = reading.readInstruments()
      } else if (!askedAgain) break
    }
    running = false
    for (const order of orderStore.live())
      if (order.phase !== 'working' || order.pending) resolver.watch(order)
    if (!polling) reading.startPolling()
    polling = true
    customers.settle()
    phase.read()
    tieOut.read(reading.ofCustomers)
  }
  const readAgain = (why: string): void => {
    readings.void(reasonOf(why))
    tieOut.close(why)
    if (!running) phase.reading(why)
    void reconcile()
  }

  const lookUps = createStreamMismatchLookUps({ clock, broker: parts.broker, orderStore, resolver })

  /** The orders channel may name no customer (docs/api.md#6.orders.fields): ask for the order customer by customer. */
  const seekOwner = async (report: OrderReport, notOf: CustomerCode | null): Promise<void> => {
    if (seeking.has(report.referenceId)) return
    seeking.add(report.referenceId)
    for (const customer of customers.codes()) {
      if (customer === notOf) continue
      const asked = orderStore.asked()
      const answer = await broker?.order(customer, report.referenceId)
      if (!stillHere()) return
      if (answer?.ok) orderStore.see(answer.value, customer, 'look-up', asked)
    }
    seeking.delete(report.referenceId)
    if (orderStore.owners(report.referenceId).length === 0)
      notices.say(
        'warning',
        `The venue told of an order ${report.referenceId} in ${report.symbol} without a customer, and no known customer has it. Enter its customer by hand.`,
      )
  }
  const takeOrder = (report: OrderReport): void => {
    const owners: readonly CustomerCode[] =
      report.customerCode === null ? orderStore.owners(report.referenceId) : [report.customerCode]
    const [owner] = owners
    if (owner === undefined || owners.length > 1) return void seekOwner(report, null)
    customers.see([owner])
    const seen = orderStore.see(report, owner, 'stream', null)
    lookUps.heard(report, owner, seen)
    if (seen === 'taken') missed.heard(owner, report)
    if (seen === 'contradicts' && report.customerCode === null) void seekOwner(report, owner)
  }

  tieOut.close('Its orders are being read.')
  void reconcile()
  parts.broker.listen({
    order: takeOrder,
    trade(trade) {
      customers.see([trade.customerCode])
      takeTrades([trade], true)
      reading.tradeHistory.note(`${trade.customerCode} ${trade.code}`)
    },
    balanceChange(change) {
      customers.see([change.row.customerCode])
      ledger.takeChange(change)
      reading.ledgerHistory.note(ledgerKey(change.row))
    },
    resumed(channel) {
      awaited.delete(channel)
      if (awaited.size === 0) channelsLive()
      if (channel === 'trades') reading.tradeHistory.gap()
      if (channel === 'balance-changes') reading.ledgerHistory.gap()
      trades.setWhole(reading.tradeHistory.whole)
      ledger.setWhole(reading.ledgerHistory.whole)
      readAgain('Reading back what happened while a stream was away.')
    },
    channel(name, state) {
      if (name === 'orders') {
        ordersLiveSince = state === 'live' ? (ordersLiveSince ?? clock.monotonic()) : null
        const wasDown = isStreamDown
        // A venue need not confirm a subscription: a channel that is suspect may bring news all the same.
        isStreamDown = state !== 'live' && state !== 'suspect'
        if (isStreamDown && !wasDown) readings.void('the orders stream is down')
      }
      phase.channel(name, state)
    },
    connection: (state) => connection.setBroker(state),
    unreadable: (sentence) => notices.say('warning', sentence),
    unread: (of) => unread.add(of),
    tradeLost: loseTrade,
    signedOff(why) {
      missed.close()
      reading.stop()
      phase.close()
      tieOut.stop()
      readings.void('the venue ended the session')
      broker?.close()
      broker = null
      const sentence = `The venue ended the session: ${signInSentence(why)} What you see may be old; sign in again.`
      notices.say('error', sentence, null, { kind: 'connection' })
      parts.setPhase('signed-off-by-venue', sentence)
    },
  })
  return {
    get broker() {
      return broker
    },
    readLedger: () => (broker ? reading.readLedger() : Promise.resolve(fail(null))),
    readEverythingAgain: readAgain,
    listOpenOrders: (customer) => (stillHere() ? openOrders.list(customer) : null),
    whyCustomersUnknown(scope) {
      if (broker === null) return 'the venue ended the session'
      return isOfOneCustomer(scope) ? null : reading.whyCustomersUnknown()
    },
    readTrades: () => (broker ? reading.tradeHistory.catchUp() : Promise.resolve(fail(null))),
    ordersLiveSince: () => ordersLiveSince,
    lostChannels: () => (stillHere() ? phase.lost() : null),
    async readCustomer(customer) {
      const books = await reading.ofCustomers.books()
      return books.ok ? reading.ofCustomers.orders(customer) : books
    },
    close() {
      closed = true
      missed.close()
      unread.close()
      reading.stop()
      phase.close()
      tieOut.stop()
      broker?.close()
      broker = null
      parts.relay.use(null)
      market.close()
      connection.clear()
      reads.clear()
    },
  }
}
