/** The truth of the terminal, assembled: one handler per command, one source per topic. Everything it touches comes in by argument. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Reply } from '../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../shared/contract/failure.ts'
import type { CommandHandlers, TopicSources } from '../../shared/contract/ports.ts'
import { notSignedIn, type Access } from './access.ts'
import { createConnectionBoard } from './connectionBoard.ts'
import { createCustomerDirectory } from './customerDirectory.ts'
import { createFlatten } from './flatten.ts'
import { createInstrumentBoard } from './instrumentBoard.ts'
import { createLedgerBook } from './ledgerBook.ts'
import { createLookUps } from './lookUps.ts'
import { createMarketRelay } from './marketRelay.ts'
import { createNotices, type Notices } from './notices.ts'
import { createOrderBoard } from './orderBoard.ts'
import { createOrderDesk } from './orderDesk.ts'
import type { Broker, Log, OpenBroker, OpenMarket, ReadFailure, Settings, Vault, Venue } from './ports.ts'
import { createReferenceIds, randomText } from './referenceIds.ts'
import { createSessionDesk } from './sessionDesk.ts'
import { openTradingSession, type TradingSession } from './tradingSession.ts'
import { publish } from './topicHub.ts'
import { createTradeBook } from './tradeBook.ts'
import { createTransferDesk } from './transferDesk.ts'

export interface CoreParts {
  readonly clock: Clock
  readonly random: Random
  readonly openBroker: OpenBroker
  readonly openMarket: OpenMarket
  readonly vault: Vault
  readonly settings: Settings
  readonly venues: readonly Venue[]
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
  const { clock, random, vault, settings, log } = parts
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
  const ledger = createLedgerBook((row) =>
    notices.say(
      'warning',
      `The ledger row ${row.code} of ${row.customerCode} has a direction this desk does not know (${row.direction ?? 'none'}); it is kept out of sums. Add the word to the venue profile.`,
    ),
  )
  const board = createOrderBoard(clock, (order) =>
    notices.say(
      'error',
      `Order ${order.referenceId} of ${order.customerCode} was held for rejected and is alive at the venue. Look at it now.`,
    ),
  )
  const lookUps = createLookUps(clock, access, board)
  const relay = createMarketRelay()

  const mint = createReferenceIds(installOf(settings, random, warn), clock, random)
  const desk = createOrderDesk({
    clock,
    log,
    access,
    board,
    instruments,
    customers,
    lookUps,
    notices,
    mint,
  })
  const flatten = createFlatten({ clock, access, board, trades, desk })
  const transfers = createTransferDesk({
    clock,
    log,
    access,
    ledger,
    customers,
    notices,
    readLedger: async () => live?.readLedger(),
  })

  const forgetRecords = () => {
    lookUps.close()
    board.clear()
    trades.clear()
    ledger.clear()
    instruments.clear()
  }
  const session = createSessionDesk({
    openBroker: parts.openBroker,
    vault,
    settings,
    log,
    notices,
    venues: parts.venues,
    opened(venue, username, broker) {
      const whose = `${venue.id} ${venue.profile.restUrl} ${username}`
      if (holds !== whose) forgetRecords()
      holds = whose
      customers.open(venue.id)
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
        lookUps,
        relay,
        notices,
        setPhase: (phase, message) => session.setPhase(phase, message),
      })
    },
    closed() {
      live?.close()
      live = null
    },
  })
  const ofWindow = () =>
    Object.fromEntries(Object.entries(settings.all()).filter(([name]) => OF_WINDOW.test(name)))
  const settingsTopic = publish<'settings'>(ofWindow)

  const readProfile = async <T>(
    read: (broker: Broker) => Promise<Result<T, ReadFailure>>,
  ): Promise<Result<T, Failure>> => {
    const broker = access.broker()
    if (!broker) return fail(notSignedIn())
    const answer = await read(broker)
    if (answer.ok) return answer
    const { kind, code, message } = answer.failure
    return fail(failureOf(kind === 'refused' ? 'rejected-by-venue' : 'not-connected', message, { code }))
  }
  const saved = (result: Result<null, string>): Result<Reply<'setting.save'>, Failure> => {
    if (result.ok) return ok({})
    warn(result.failure)
    return fail(failureOf('refused', result.failure))
  }

  const handlers: CommandHandlers = {
    'session.signIn': (request) => session.signIn(request),
    'session.signOut': async () => {
      session.signOut()
      return ok({})
    },
    'session.forget': ({ venueId }) => session.forget(venueId),
    'order.submit': async (request) => desk.submit(request),
    'order.cancel': async (request) => desk.cancel(request),
    'order.cancelAll': async (request) => desk.cancelAll(request),
    'order.lookUp': (request) => desk.lookUp(request),
    'position.flatten': (request) => flatten(request),
    'transfer.submit': (request) => transfers.submit(request),
    'customer.save': async ({ customer }) => saved(customers.save(customer)),
    'customer.remove': async ({ customerCode }) => saved(customers.remove(customerCode)),
    'marginProfile.read': ({ customerCode }) => readProfile((broker) => broker.marginProfile(customerCode)),
    'feeProfile.read': ({ customerCode }) =>
      readProfile(async (broker) => {
        const list = await broker.feeProfile(customerCode)
        return list.ok ? ok([...list.value]) : list
      }),
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
    orders: board.topic.source,
    trades: trades.trades.source,
    ledger: ledger.ledger.source,
    positions: trades.positions.source,
    balances: ledger.balances.source,
    notices: notices.topic.source,
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
      lookUps.close()
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
