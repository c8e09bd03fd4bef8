/** The truth of the terminal, assembled: one handler per command, one source per topic. Everything it touches comes in by argument. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { Reply } from '../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../shared/contract/failure.ts'
import type { CommandHandlers, TopicSources } from '../../shared/contract/ports.ts'
import { notSignedIn, type Access } from './access.ts'
import { createAmendDesk } from './amendDesk.ts'
import { watchClock } from './clockWatch.ts'
import { createCancelDesk } from './cancelDesk.ts'
import { createConnectionBoard } from './connectionBoard.ts'
import { createCustomerDirectory } from './customerDirectory.ts'
import { createDeeds } from './deeds.ts'
import { createDiary } from './diary.ts'
import { createExternalActivity } from './externalActivity.ts'
import { createFeeDesk } from './feeDesk.ts'
import { createFlatten } from './flatten.ts'
import { createInstrumentBoard } from './instrumentBoard.ts'
import { createKillSwitch } from './killSwitch.ts'
import { carriedOver, readKept, restartEvents } from './keptRecords.ts'
import { createLeaving } from './leaving.ts'
import { createLedgerBook } from './ledgerBook.ts'
import { createLimitDesk } from './limitDesk.ts'
import { createMarginDesk } from './marginDesk.ts'
import { createMarketRelay } from './marketRelay.ts'
import { createNotices, type Notices } from './notices.ts'
import { createOrderBoard } from './orderBoard.ts'
import { orderStory } from './orderStory.ts'
import { createOrderDesk } from './orderDesk.ts'
import type { Journal, Log, OpenBroker, OpenMarket, Settings, Vault, Venue } from './ports.ts'
import { createReferenceIds, randomText } from './referenceIds.ts'
import { createResolution } from './resolution.ts'
import { createSessionDesk } from './sessionDesk.ts'
import { isLive, isUnproven } from '../../shared/domain/order.ts'
import { openTradingSession, type TradingSession } from './tradingSession.ts'
import { publish } from './topicHub.ts'
import { createTieOut } from './tieOut.ts'
import { createTradeBook } from './tradeBook.ts'
import { createTransferDesk } from './transferDesk.ts'
import { createVenueShelf } from './venueShelf.ts'
import { createVenueReads } from './venueReads.ts'
import { createWebhookDesk } from './webhookDesk.ts'

export interface CoreParts {
  readonly clock: Clock
  readonly random: Random
  readonly openBroker: OpenBroker
  readonly openMarket: OpenMarket
  readonly vault: Vault
  readonly settings: Settings
  readonly journal: Journal
  readonly venues: readonly Venue[]
  /** Names a venue by its address, so that a password kept for one address is never offered to another. */
  readonly venueIdOf: (profile: VenueProfile) => string
  readonly log: Log
}

export interface TradingCore {
  readonly handlers: CommandHandlers
  readonly sources: TopicSources
  readonly notices: Notices
  /** The venue signed in to, or being signed in to. */
  venue(): Venue | null
  /** Takes a venue's new addresses and credentials; signs in again where it is the one in use and brings its own. */
  replaceVenue(venue: Venue): void
  close(): void
}

/** Names of the window's own settings; the core's have a hyphen. */
const OF_WINDOW = /^[a-zA-Z.]{1,60}$/
const INSTALL = 'core-install'

export function createCore(parts: CoreParts): TradingCore {
  const { clock, random, vault, settings, log, journal } = parts
  let live: TradingSession | null = null
  /** Whose records the desk holds: kept when the same user signs in to the same venue again. */
  let holds: string | null = null

  const notices = createNotices(clock, log)
  const warn = (sentence: string) => notices.say('warning', sentence)
  const access: Access = {
    phase: () => session.phase,
    broker: () => live?.broker ?? null,
  }
  const connection = createConnectionBoard()
  const instruments = createInstrumentBoard(clock)
  const customers = createCustomerDirectory(settings, warn)
  const trades = createTradeBook()
  const ledger = createLedgerBook(
    (row) =>
      notices.say(
        'warning',
        `Ledger rows of this venue have a direction this desk does not know (${row.direction ?? 'none'}); they are shown without a sign and kept out of sums. Add the word to the venue profile.`,
      ),
    (word, sign) =>
      notices.say(
        'info',
        `The ledger's direction "${word}" is read as money ${sign > 0 ? 'in' : 'out'}: two movements that the stream told agree. Add it to the venue profile to know it from the start.`,
      ),
    (known, told) =>
      notices.say(
        'error',
        `The venue told movement ${told.code} of ${told.customerCode} twice, with ${known.totalAmount} and ${told.totalAmount}; the newer stands. Ask the broker which is right.`,
      ),
  )
  const diary = createDiary(clock, journal, (sentence) =>
    notices.say(
      'error',
      `The order journal takes nothing any more, so nothing new is sent; cancelling works. ${sentence}`,
    ),
  )
  const deeds = createDeeds(clock, diary, () => records.of(diary.whose).deeds)
  const others = createExternalActivity(notices)
  const board = createOrderBoard(clock, diary, (now, before) => {
    if (!before) others.met(now)
    if (before && !isLive(before) && isLive(now)) {
      const cause = `Order ${now.referenceId} of ${now.customerCode} was held for over and is alive at the venue.`
      kill.haltCustomer(now.customerCode, cause)
      notices.say(
        'error',
        `${cause} New orders of ${now.customerCode} are halted: look at it now, then lift the halt.`,
      )
    }
    kill.heard(now, before)
    if (before && isUnproven(before) && now.phase === 'working' && now.pending === 'cancel')
      cancels.cancelStanding(now)
  })
  const relay = createMarketRelay()

  const tieOut = createTieOut({ clock, board, trades, ledger, customers, diary, notices })
  const mint = createReferenceIds(installOf(settings, random, warn), clock, random)
  const margins = createMarginDesk(access, notices)
  const resolution = createResolution({
    clock,
    access,
    board,
    notices,
    mint,
    readTrades: async () => live?.readTrades() ?? fail(null),
    hasTrade: (customer, id) => trades.hasOrder(customer, id),
    ordersLiveSince: () => live?.ordersLiveSince() ?? null,
  })
  const leaving = createLeaving(clock, board)
  const records = readKept(journal.kept)
  /** Puts what the board holds of our own orders back into the records that outlive it. */
  const keepRecords = () => {
    const { orders } = records.of(diary.whose)
    orders.clear()
    for (const order of board.live())
      if (order.origin === 'desk') orders.set(`${order.customerCode} ${order.referenceId}`, order)
  }
  journal.carry(() => {
    keepRecords()
    const at = clock.now()
    return [...carriedOver(records, at), ...kill.carried().map((body) => ({ at, whose: diary.whose, body }))]
  })
  /** Takes up what this user's earlier runs left at this venue. */
  const restoreRecords = () => {
    const kept = records.of(diary.whose)
    board.restore([...kept.orders.values()])
    customers.see([...kept.orders.values()].map((order) => order.customerCode))
    for (const { order, event } of restartEvents(kept, clock.now()))
      board.note(order.customerCode, order.referenceId, event)
  }
  const limits = createLimitDesk({
    clock,
    settings,
    board,
    trades,
    instruments,
    leverage: (customer, symbol) => margins.known(customer, symbol),
    walk: async (symbol, side, size) => (await relay.market()?.walk(symbol, side, size)) ?? null,
    who: () => session.username ?? 'nobody signed in',
    diary,
    kept: journal.kept,
    say: warn,
  })
  const cancels = createCancelDesk({ clock, log, access, board, resolution, leaving })
  const desk = createOrderDesk({
    clock,
    log,
    access,
    board,
    diary,
    instruments,
    customers,
    resolution,
    margins,
    notices,
    mint,
    limits,
    stops: (draft, tradeOut) => kill.stops(draft, tradeOut) ?? tieOut.stops(draft.customerCode, tradeOut),
    leaving,
    intents: () => records.of(diary.whose).intents,
  })
  const kill = createKillSwitch({
    clock,
    access,
    board,
    customers,
    diary,
    notices,
    kept: records,
    who: () => session.username ?? 'nobody signed in',
    cancel: (order) => cancels.cancelOnce(order),
    look: (broker, customer, id) => resolution.ask(broker, customer, id),
  })
  const flatten = createFlatten({
    clock,
    access,
    board,
    trades,
    desk,
    cancels,
    stops: (of) => kill.stops(of, true),
  })
  const transfers = createTransferDesk({
    clock,
    log,
    access,
    ledger,
    customers,
    notices,
    deeds,
    readLedger: async () => live?.readLedger() ?? fail(null),
  })

  const amends = createAmendDesk({
    clock,
    log,
    access,
    board,
    resolution,
    notices,
    hasAmend: () => session.venue?.profile.capabilities.amend ?? false,
    leaving,
    stops: (order) => kill.stops(order, false) ?? tieOut.stops(order.customerCode, false),
    limits,
  })
  const fees = createFeeDesk({ log, access, deeds, notices })
  const webhooks = createWebhookDesk({
    log,
    access,
    settings,
    notices,
    deeds,
    venueId: () => session.venue?.id ?? null,
  })
  const shelf = createVenueShelf({
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
    keepRecords()
    resolution.close()
    kill.forget()
    board.clear()
    trades.clear()
    ledger.clear()
    instruments.clear()
    margins.clear()
    transfers.forget()
    tieOut.clear()
  }
  const session = createSessionDesk({
    openBroker: parts.openBroker,
    vault,
    settings,
    log,
    notices,
    venues: [...parts.venues, ...shelf.kept],
    isEditable: (venueId) => shelf.isEditable(venueId),
    opened(venue, username, broker) {
      const held = `${venue.id} ${venue.profile.restUrl} ${username}`
      const fresh = holds !== held
      if (fresh) forgetRecords()
      holds = held
      customers.open(venue.id, venue.sampleCustomers)
      // The built-in broker has another address and password in every run, and is the same broker all the same.
      diary.open(venue.builtIn ? venue.id : held)
      if (fresh) restoreRecords()
      live = openTradingSession({
        clock,
        venue,
        broker,
        openMarket: parts.openMarket,
        connection,
        instruments,
        customers,
        trades,
        ledger,
        board,
        resolution,
        tieOut,
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
  const stopWatching = watchClock(clock, (stepMs) => {
    diary.note({ type: 'clock', stepMs })
    if (!live) return
    const sentence = `This machine slept or its clock was set (${(stepMs / 1000).toFixed(1)} s): everything is read again before anything new is sent.`
    notices.say('warning', sentence)
    live.readEverythingAgain(sentence)
  })
  const ofWindow = () =>
    Object.fromEntries(Object.entries(settings.all()).filter(([name]) => OF_WINDOW.test(name)))
  const settingsTopic = publish<'settings'>(ofWindow)

  const saved = (result: Result<null, string>): Result<Reply<'setting.save'>, Failure> => {
    if (result.ok) return ok({})
    warn(result.failure)
    return fail(failureOf('refused', result.failure))
  }

  const handlers: CommandHandlers = {
    ...createVenueReads(access, ledger, trades),
    'session.signIn': (request) => session.signIn(request),
    'session.signOut': async () => {
      session.signOut()
      return ok({})
    },
    'session.forget': ({ venueId }) => session.forget(venueId),
    'order.submit': (request) => desk.submit(request),
    'order.writeOff': (request) => desk.writeOff(request, session.username ?? 'the dealer'),
    'order.life': (request) => orderStory(journal, diary.whose, request),
    'reconciliation.readAgain': async ({ customerCode }) =>
      tieOut.readAgain(customerCode) ? ok({}) : fail(notSignedIn()),
    'order.cancel': async (request) => cancels.cancel(request),
    'order.cancelAll': async (request) => cancels.cancelAll(request),
    'order.lookUp': (request) => desk.lookUp(request),
    'position.flatten': (request) => flatten(request),
    'transfer.submit': (request) => transfers.submit(request),
    'customer.save': async ({ customer }) => {
      const result = saved(customers.save(customer))
      kill.regroup()
      return result
    },
    'customer.remove': async ({ customerCode }) => saved(customers.remove(customerCode)),
    'halt.start': async (request) => kill.start(request),
    'halt.lift': (request) => kill.lift(request),
    'order.amend': async (request) => amends.amend(request),
    'marginProfile.read': ({ customerCode }) => margins.read(customerCode),
    'feeProfile.write': (request) => fees.write(request),
    'webhook.list': (request) => webhooks.list(request),
    'webhook.register': (request) => webhooks.register(request),
    'webhook.remove': (request) => webhooks.remove(request),
    'webhook.verify': async (request) => webhooks.verify(request),
    'venue.read': async (request) => shelf.read(request),
    'venue.save': async (request) => shelf.save(request),
    'venue.remove': async (request) => shelf.remove(request),
    'limits.save': (request) => limits.save(request),
    'setting.save': async ({ name, value }) => {
      const result = saved(settings.save(name, value))
      settingsTopic.delta(ofWindow())
      return result
    },
  }
  const sources: TopicSources = {
    session: session.topic.source,
    connection: connection.topic.source,
    instruments: instruments.instruments.source,
    tickers: instruments.tickers.source,
    customers: customers.topic.source,
    halts: kill.topic.source,
    orders: board.topic.source,
    trades: trades.trades.source,
    ledger: ledger.ledger.source,
    positions: trades.positions.source,
    balances: ledger.balances.source,
    reconciliation: tieOut.topic.source,
    notices: notices.topic.source,
    limits: limits.topic.source,
    settings: settingsTopic.source,
    ...relay.sources,
  }

  return {
    handlers,
    sources,
    notices,
    venue: () => session.venue,
    replaceVenue: (venue) => session.replaceVenue(venue),
    close() {
      log.info('core closed', { count: board.live().length })
      kill.close()
      stopWatching()
      resolution.close()
      transfers.close()
      live?.close()
      live = null
    },
  }
}

/** Four letters that set this machine's order ids apart; minted once. */
function installOf(settings: Settings, random: Random, warn: (sentence: string) => void): string {
  const known = settings.all()[INSTALL]
  if (known !== undefined && /^[0-9a-z]{4}$/.test(known)) return known
  const minted = randomText(random, 4)
  const kept = settings.save(INSTALL, minted)
  if (!kept.ok) warn(kept.failure)
  return minted
}
