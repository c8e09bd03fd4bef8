/** The truth of the terminal, assembled: who knows whom. Everything it touches comes in by argument. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { CommandHandlers, TopicSources } from '../../shared/contract/ports.ts'
import type { LimitRule } from '../../shared/domain/limits/limits.ts'
import { fail, ok } from '../../shared/base/result.ts'
import type { Access } from './support/access.ts'
import { createOrderAmends } from './dealing/amendOrder.ts'
import { watchClockSteps } from './session/clockSteps.ts'
import { createOrderCancels } from './dealing/cancelOrders.ts'
import { createConnectionBoard } from './session/connectionStatus.ts'
import { createCustomerDirectory } from './accounts/customerDirectory.ts'
import { createAuditedRequests } from './journal/auditedRequests.ts'
import { createFitContext } from './dealing/fitContext.ts'
import { createRestoredRecords } from './session/restoreRecords.ts'
import { commandHandlers, topicSources, type Desks } from './commandHandlers.ts'
import { createJournalWriter } from './journal/journalWriter.ts'
import { createExternalActivityNotice } from './orders/externalActivityNotice.ts'
import { createFeeProfiles } from './administration/feeProfiles.ts'
import { createFlatten } from './dealing/flattenPosition.ts'
import { createInstrumentStore } from './market/instruments.ts'
import { createKillSwitch } from './risk/halts/killSwitch.ts'
import { readKept } from './journal/journalFold.ts'
import { createDispatchGate } from './orders/dispatchGate.ts'
import { createCashLedger } from './accounts/cashLedger.ts'
import { ledgerAnomalyNotices } from './accounts/ledgerAnomalyNotices.ts'
import { createLimitEngine } from './risk/limits/limitEngine.ts'
import { createMarginProfiles } from './administration/marginProfiles.ts'
import { createMarketRelay } from './market/marketRelay.ts'
import { createNotices, type Notices } from './support/notices.ts'
import { createOrderStore, type OrderChanged } from './orders/orderStore.ts'
import { createOrderSubmission } from './dealing/submitOrder.ts'
import { createUnknownOrderActs } from './dealing/unknownOrderActs.ts'
import { createOpenOrderReadings } from './reconciliation/openOrderReadings.ts'
import { unseenExposure } from '../../shared/domain/orders/openOrderReading.ts'
import type {
  Journal,
  Log,
  NoticeArchive,
  OpenBroker,
  OpenMarket,
  SaveFile,
  Settings,
  Vault,
  Venue,
} from './ports.ts'
import { createReadStates } from './reconciliation/readStates.ts'
import { createReferenceIds, installOf } from './orders/referenceIds.ts'
import { createUnknownOrderResolver } from './orders/unknownOrderResolver.ts'
import { createCancelAll } from './risk/cancelAll.ts'
import { createTradingGate } from './risk/tradingGate.ts'
import { createSignIn } from './session/signIn.ts'
import { toText } from '../../shared/base/decimal.ts'
import type { Result } from '../../shared/base/result.ts'
import type { ReplayAct } from '../../shared/contract/replay.ts'
import { contradictionNews, orderNews } from '../../shared/domain/orders/orderNotices.ts'
import { createAccountNews } from './support/accountNews.ts'
import { createConnectionNews } from './support/connectionNews.ts'
import { cameBack, isAtOdds, isEndDoubted, isUnproven } from '../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import { openTradingSession, type TradingSession } from './session/venueSession.ts'
import { createCustomerReconciliation } from './reconciliation/customerReconciliation.ts'
import { createTradeBook } from './accounts/tradeBook.ts'
import { createDepositsAndWithdrawals } from './administration/depositsAndWithdrawals.ts'
import { createSavedVenueProfiles } from './session/savedVenueProfiles.ts'
import { createWebhookRegistrations } from './administration/webhookRegistrations.ts'
import { createProvenFacts } from './journal/provenFacts.ts'
import { createSavedFiles } from './support/savedFiles.ts'
import { createWindowSettings } from './session/sharedSettings.ts'

export interface CoreParts {
  readonly clock: Clock
  readonly random: Random
  readonly openBroker: OpenBroker
  readonly openMarket: OpenMarket
  readonly vault: Vault
  readonly settings: Settings
  readonly journal: Journal
  /** The journal is new in a folder that earlier runs used: what they left in theirs is gone. Left out: it is not. */
  readonly isJournalLost?: boolean
  readonly notices: NoticeArchive
  readonly venues: readonly Venue[]
  /** Moves the recording that the desk's own venue plays; left out where nothing is played. */
  readonly controlReplay?: (act: ReplayAct) => Result<null, string>
  /** The limits in force before anybody saved any. */
  readonly startingLimits: readonly LimitRule[]
  /** Names a venue by its address, so that a password kept for one address is never offered to another. */
  readonly venueIdOf: (profile: VenueProfile) => string
  readonly log: Log
  /** Asks where to keep a file of a window; left out or null: windows save files by their own download. */
  readonly saveFile?: SaveFile | null
}

export interface TradingCore {
  readonly handlers: CommandHandlers
  readonly sources: TopicSources
  readonly notices: Notices
  /** The venue signed in to, or being signed in to. */
  venue(): Venue | null
  /** Takes a venue's new addresses and credentials; signs in again where it is the one in use and brings its own. */
  replaceVenue(venue: Venue): void
  /** Lists a venue anew; the session in use goes on as it is. */
  listVenue(venue: Venue): void
  close(): void
}

export function createCore(parts: CoreParts): TradingCore {
  const { clock, random, vault, settings, log, journal } = parts
  let live: TradingSession | null = null
  /** Whose records the desk holds: kept when the same user signs in to the same venue again. */
  let holds: string | null = null

  const notices = createNotices(clock, log, parts.notices)
  const warn = (sentence: string) => notices.say('warning', sentence)
  const access: Access = {
    phase: () => session.phase,
    broker: () => live?.broker ?? null,
  }
  const connectionNews = createConnectionNews(clock, (news) => notices.report(news))
  const connection = createConnectionBoard((now) => connectionNews.hear(now))
  const reads = createReadStates(clock)
  const instruments = createInstrumentStore(clock)
  const journalWriter = createJournalWriter(clock, journal, (sentence) =>
    notices.say(
      'error',
      `The order journal cannot be written, so nothing new is sent. Canceling works. ${sentence}`,
    ),
  )
  const kept = readKept(journal.kept)
  const confirmedCodes = createProvenFacts({
    name: 'confirmed-codes',
    recorded: kept,
    journalWriter,
    unreadable: () =>
      warn(
        'The confirmed customer codes in the order journal cannot be read. Codes that look alike must be confirmed again.',
      ),
  })
  const webhookKeys = createProvenFacts({
    name: 'webhook-keys',
    recorded: kept,
    journalWriter,
    unreadable: () =>
      warn(
        'The public keys of webhooks in the order journal cannot be read. Register the webhooks again to check their deliveries.',
      ),
  })
  const customers = createCustomerDirectory(settings, confirmedCodes, warn)
  const trades = createTradeBook((trade, isLiveNews) => accountNews.trade(trade, isLiveNews))
  const said = ledgerAnomalyNotices(notices)
  const ledger = createCashLedger(said.unknownDirection, said.learnt, said.toldTwice, (row, isLiveNews) =>
    accountNews.movement(row, isLiveNews),
  )
  const deeds = createAuditedRequests(clock, journalWriter, () => records.current().deeds)
  const others = createExternalActivityNotice(notices)
  const heardOfOrder: OrderChanged = (now, before, event) => {
    // In a replay every order was sent elsewhere: by the desk that was recorded.
    if (!before && session.venue?.replay?.of !== 'session') others.met(now)
    if (cameBack(before, now)) {
      const cause = `Order ${now.referenceId} of ${now.customerCode} was held for over and is alive at the venue.`
      kill.haltCustomer(now.customerCode, cause)
    }
    if (isAtOdds(now) || isEndDoubted(now)) resolver.watch(now)
    notices.report(orderNews(before, now, event))
    kill.heard(now, before)
    cancelAll.heard(now, before, event)
    if (before && isUnproven(before) && now.phase === 'working' && now.pending === 'cancel')
      cancels.cancelStanding(now)
  }
  const orderStore = createOrderStore(clock, journalWriter, heardOfOrder, (known, why) =>
    notices.report([contradictionNews(known, why)]),
  )
  const relay = createMarketRelay()
  const accountNews = createAccountNews({
    notices,
    isReady: () => session.phase === 'ready',
    holdsOrder: ({ customerCode, referenceId }) =>
      referenceId !== null && orderStore.get(customerCode, referenceId) !== undefined,
    filled({ customerCode, symbol, referenceId }) {
      const filled = referenceId === null ? null : trades.filledBy(customerCode, symbol, referenceId)
      return filled === null ? null : toText(filled)
    },
  })

  const tieOut = createCustomerReconciliation({
    clock,
    orderStore,
    trades,
    ledger,
    customers,
    journalWriter,
    notices,
  })
  const liveOf = (customer: CustomerCode) =>
    orderStore.live().filter((order) => order.customerCode === customer).length
  const readings = createOpenOrderReadings({
    spoiled(reading) {
      const { customerCode } = reading
      const why = unseenExposure(reading, liveOf(customerCode))
      if (why !== null) tieOut.listNotWhole(customerCode, why)
    },
    changed: (reading) => cancelAll.read(reading),
  })
  const mint = createReferenceIds(installOf(settings, random, warn), clock, random)
  const margins = createMarginProfiles(access, notices)
  const resolver = createUnknownOrderResolver({
    clock,
    access,
    orderStore,
    mint,
    readTrades: async () => live?.readTrades() ?? fail(null),
    hasTrade: (customer, id) => trades.hasOrder(customer, id),
    ordersLiveSince: () => live?.ordersLiveSince() ?? null,
  })
  const dispatchGate = createDispatchGate(clock, orderStore)
  const records = createRestoredRecords({
    clock,
    journal,
    kept,
    orderStore,
    journalWriter,
    customers,
    rules: () => [
      ...kill.carried(),
      ...limits.carried(),
      ...confirmedCodes.carried(),
      ...webhookKeys.carried(),
    ],
  })
  const limits = createLimitEngine({
    clock,
    settings,
    orderStore,
    trades,
    instruments,
    leverage: (customer, symbol) => margins.known(customer, symbol),
    walk: async (symbol, side, size) => (await relay.market()?.walk(symbol, side, size)) ?? null,
    who: () => session.username ?? 'nobody signed in',
    journalWriter,
    earlierEntries: journal.kept,
    recovered: kept,
    isJournalLost: parts.isJournalLost,
    startingLimits: parts.startingLimits,
    say: warn,
    report: (news) => notices.report(news),
  })
  const cancels = createOrderCancels({ clock, log, access, orderStore, resolver, dispatchGate })
  const gate = createTradingGate({
    access,
    journalWriter,
    killSwitch: { whyBlocked: (subject, tradeOut) => kill.whyBlocked(subject, tradeOut) },
    reconciliation: tieOut,
    customers,
    lost: () => live?.lostChannels() ?? null,
  })
  const fitContext = createFitContext(instruments, trades)
  const orders = createOrderSubmission({
    clock,
    log,
    access,
    orderStore,
    instruments,
    customers,
    resolver,
    margins,
    notices,
    mint,
    limits,
    fitContext,
    gate,
    dispatchGate,
    intents: () => records.current().intents,
  })
  const unknownOrders = createUnknownOrderActs({ clock, access, orderStore, resolver })
  const kill = createKillSwitch({
    clock,
    access,
    orderStore,
    customers,
    journalWriter,
    notices,
    recovered: kept,
    who: () => session.username ?? 'nobody signed in',
    cancel: (order) => cancels.cancelOnce(order),
    look: (broker, customer, id) => resolver.ask(broker, customer, id),
    readings,
    list: (customer) => live?.listOpenOrders(customer) ?? null,
    whyUnknown: (scope) => (live ? live.whyCustomersUnknown(scope) : 'nobody is signed in'),
  })
  const cancelAll = createCancelAll({
    clock,
    access,
    orderStore,
    cancel: (order) => cancels.cancelOnce(order),
    look: (broker, customer, id) => resolver.ask(broker, customer, id),
    notices,
    unseen: (customer) => readings.notWhole(customer),
  })
  const flatten = createFlatten({
    clock,
    orderStore,
    customers,
    trades,
    submission: orders,
    cancelAll,
    gate,
    lost: () => live?.lostChannels() ?? null,
    unseen: (customer) => readings.notWhole(customer),
    readCustomer: (customer) => live?.readCustomer(customer) ?? Promise.resolve(ok(null)),
  })
  const transfers = createDepositsAndWithdrawals({
    clock,
    log,
    access,
    ledger,
    customers,
    notices,
    deeds,
    readLedger: async () => live?.readLedger() ?? fail(null),
  })

  const amends = createOrderAmends({
    clock,
    log,
    access,
    orderStore,
    resolver,
    notices,
    hasAmend: () => session.venue?.profile.capabilities.amend ?? false,
    dispatchGate,
    gate,
    limits,
    fitContext,
  })
  const fees = createFeeProfiles({ log, access, deeds, notices })
  const webhooks = createWebhookRegistrations({
    log,
    access,
    keys: webhookKeys,
    notices,
    deeds,
    venueId: () => session.venue?.id ?? null,
  })
  const shelf = createSavedVenueProfiles({
    settings,
    venueIdOf: parts.venueIdOf,
    say: warn,
    fixed: new Set(parts.venues.map(({ id }) => id)),
    venues: () => session.venues,
    put: (venue) => session.putVenue(venue),
    drop: (venueId) => session.dropVenue(venueId),
    inUse: () => session.venue?.id ?? null,
  })

  const forgetRecords = () => {
    records.keep()
    resolver.close()
    kill.forget()
    cancelAll.forget()
    orderStore.clear()
    trades.clear()
    ledger.clear()
    instruments.clear()
    margins.clear()
    transfers.forget()
    fees.forget()
    tieOut.clear()
    readings.clear()
  }
  const session = createSignIn({
    openBroker: parts.openBroker,
    vault,
    settings,
    log,
    notices,
    venues: [...parts.venues, ...shelf.kept],
    isEditable: (venueId) => shelf.isEditable(venueId),
    opened(venue, username, broker) {
      // The built-in broker has another address and password in every run, and is the same broker all the same.
      const held = venue.builtIn ? venue.id : `${venue.id} ${venue.profile.restUrl} ${username}`
      // A replay that is started anew begins at its first event.
      const fresh = holds !== held || venue.replay !== undefined
      if (fresh) forgetRecords()
      holds = held
      customers.open(venue.id, venue.sampleCustomers)
      journalWriter.open(held)
      notices.open(journalWriter.whose)
      accountNews.open(clock.now())
      if (fresh) records.restore()
      live = openTradingSession({
        clock,
        random,
        reads,
        venue,
        broker,
        openMarket: parts.openMarket,
        connection,
        instruments,
        customers,
        trades,
        ledger,
        orderStore,
        resolver,
        tieOut,
        readings,
        relay,
        notices,
        setPhase: (phase, message) => session.setPhase(phase, message),
      })
      kill.resume()
      if (!fresh) return
      transfers.takeUp()
      webhooks.takeUp()
      void fees.takeUp()
    },
    closed() {
      live?.close()
      live = null
      others.forget()
    },
  })
  const stopWatching = watchClockSteps(clock, (stepMs) => {
    journalWriter.note({ type: 'clock', stepMs })
    if (!live) return
    const sentence = `This machine slept or its clock was set (${(stepMs / 1000).toFixed(1)} s): everything is read again before anything new is sent.`
    notices.say('warning', sentence, null, { kind: 'connection' })
    live.readEverythingAgain(sentence)
  })
  const desks: Desks = {
    access,
    session,
    connection,
    reads,
    instruments,
    relay,
    customers,
    orderStore,
    orders,
    unknownOrders,
    cancels,
    cancelAll,
    amends,
    flatten,
    kill,
    limits,
    trades,
    ledger,
    tieOut,
    readings,
    transfers,
    margins,
    fees,
    webhooks,
    shelf,
    settings: createWindowSettings(settings),
    files: createSavedFiles(parts.saveFile ?? null),
    notices,
    controlReplay: parts.controlReplay,
    journal,
    journalWriter,
  }

  return {
    handlers: commandHandlers(desks),
    sources: topicSources(desks),
    notices,
    venue: () => session.venue,
    replaceVenue: (venue) => session.replaceVenue(venue),
    listVenue: (venue) => session.putVenue(venue),
    close() {
      log.info('core closed', { count: orderStore.live().length })
      kill.close()
      cancelAll.forget()
      stopWatching()
      resolver.close()
      transfers.close()
      live?.close()
      live = null
      connectionNews.close()
      notices.close()
    },
  }
}
