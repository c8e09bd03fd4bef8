/** The doors of the core: which desk answers each command, and where each topic comes from. Holds nothing. */

import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Reply } from '../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../shared/contract/failure.ts'
import type { ReplayAct } from '../../shared/contract/replay.ts'
import type { CommandHandlers, TopicSources } from '../../shared/contract/ports.ts'
import { notSignedIn, type Access } from './support/access.ts'
import type { OrderAmends } from './dealing/amendOrder.ts'
import type { OrderCancels } from './dealing/cancelOrders.ts'
import type { ConnectionBoard } from './session/connectionStatus.ts'
import type { CustomerDirectory } from './accounts/customerDirectory.ts'
import type { JournalWriter } from './journal/journalWriter.ts'
import type { FeeProfiles } from './administration/feeProfiles.ts'
import type { createFlatten } from './dealing/flattenPosition.ts'
import type { InstrumentStore } from './market/instruments.ts'
import type { KillSwitch } from './risk/halts/killSwitch.ts'
import type { CashLedger } from './accounts/cashLedger.ts'
import type { LimitEngine } from './risk/limits/limitEngine.ts'
import type { MarginProfiles } from './administration/marginProfiles.ts'
import type { MarketRelay } from './market/marketRelay.ts'
import type { Notices } from './support/notices.ts'
import type { OrderStore } from './orders/orderStore.ts'
import type { OrderSubmission } from './dealing/submitOrder.ts'
import type { UnknownOrderActs } from './dealing/unknownOrderActs.ts'
import { readAuditTrail } from './orders/orderAuditTrail.ts'
import type { OpenOrderReadings } from './reconciliation/openOrderReadings.ts'
import type { Journal } from './ports.ts'
import type { ReadStates } from './reconciliation/readStates.ts'
import type { CancelAll } from './risk/cancelAll.ts'
import type { SignInCommands } from './session/signIn.ts'
import type { CustomerReconciliation } from './reconciliation/customerReconciliation.ts'
import type { TradeBook } from './accounts/tradeBook.ts'
import type { DepositsAndWithdrawals } from './administration/depositsAndWithdrawals.ts'
import { createOnDemandReads } from './administration/onDemandReads.ts'
import type { SavedVenueProfiles } from './session/savedVenueProfiles.ts'
import type { WebhookRegistrations } from './administration/webhookRegistrations.ts'
import type { SavedFiles } from './support/savedFiles.ts'
import type { WindowSettings } from './session/sharedSettings.ts'

/** Everything in the core that a window can reach. */
export interface Desks {
  readonly access: Access
  readonly session: SignInCommands
  readonly connection: ConnectionBoard
  readonly reads: ReadStates
  readonly instruments: InstrumentStore
  readonly relay: MarketRelay
  readonly customers: CustomerDirectory
  readonly orderStore: OrderStore
  readonly orders: OrderSubmission
  readonly unknownOrders: UnknownOrderActs
  readonly cancels: OrderCancels
  readonly cancelAll: CancelAll
  readonly amends: OrderAmends
  readonly flatten: ReturnType<typeof createFlatten>
  readonly kill: KillSwitch
  readonly limits: LimitEngine
  readonly trades: TradeBook
  readonly ledger: CashLedger
  readonly tieOut: CustomerReconciliation
  readonly readings: OpenOrderReadings
  readonly transfers: DepositsAndWithdrawals
  readonly margins: MarginProfiles
  readonly fees: FeeProfiles
  readonly webhooks: WebhookRegistrations
  readonly shelf: SavedVenueProfiles
  readonly settings: WindowSettings
  readonly controlReplay: ((act: ReplayAct) => Result<null, string>) | undefined
  readonly notices: Notices
  readonly files: SavedFiles
  readonly journal: Journal
  readonly journalWriter: JournalWriter
}

export function commandHandlers(desks: Desks): CommandHandlers {
  const { session, orders, cancels, kill, tieOut, customers, webhooks, shelf } = desks
  /** A setting that cannot be written is told to every window. */
  const saved = (result: Result<null, string>): Result<Reply<'setting.save'>, Failure> => {
    if (result.ok) return ok({})
    desks.notices.say('warning', result.failure)
    return fail(failureOf('refused', result.failure))
  }
  return {
    ...createOnDemandReads(desks.access, desks.ledger, desks.trades),
    'session.signIn': (request) => session.signIn(request),
    'session.signOut': async () => {
      session.signOut()
      return ok({})
    },
    'session.forget': ({ venueId }) => session.forget(venueId),
    'order.submit': (request) => orders.submit(request),
    'order.writeOff': (request) => desks.unknownOrders.writeOff(request, session.username ?? 'the dealer'),
    'order.auditTrail': (request) => readAuditTrail(desks.journal, desks.journalWriter.whose, request),
    'order.lookUp': (request) => desks.unknownOrders.lookUp(request),
    'order.amend': async (request) => desks.amends.amend(request),
    'order.cancel': async (request) => cancels.cancel(request),
    'order.cancelAll': async (request) => desks.cancelAll.start(request),
    'position.flatten': (request) => desks.flatten(request),
    'halt.start': async (request) => kill.start(request),
    'halt.lift': (request) => kill.lift(request),
    'candles.read': async ({ symbol, ...query }) => {
      const market = desks.relay.market()
      return market ? ok(await market.readCandles(symbol, query)) : fail(notSignedIn())
    },
    'book.walk': async ({ symbol, side, amount }) => {
      const market = desks.relay.market()
      return market ? ok({ walk: await market.walk(symbol, side, { amount }) }) : fail(notSignedIn())
    },
    'limits.save': (request) => desks.limits.save(request),
    'reconciliation.readAgain': async ({ customerCode }) =>
      tieOut.readAgain(customerCode) ? ok({}) : fail(notSignedIn()),
    'transfer.submit': (request) => desks.transfers.submit(request),
    'marginProfile.read': ({ customerCode }) => desks.margins.read(customerCode),
    'feeProfile.read': ({ customerCode }) => desks.fees.read(customerCode),
    'feeProfile.write': (request) => desks.fees.write(request),
    'webhook.list': (request) => webhooks.list(request),
    'webhook.register': (request) => webhooks.register(request),
    'webhook.remove': (request) => webhooks.remove(request),
    'webhook.verify': async (request) => webhooks.verify(request),
    'customer.save': async ({ customer }) => {
      const result = saved(customers.save(customer))
      kill.regroup(customer.code)
      return result
    },
    'customer.confirm': async ({ customerCode, typed }) => {
      const confirmed = await customers.confirm(customerCode, typed)
      return confirmed.ok ? ok({}) : fail(failureOf('refused', confirmed.failure))
    },
    'customer.remove': async ({ customerCode }) => {
      const result = saved(customers.remove(customerCode))
      kill.regroup(customerCode)
      return result
    },
    'venue.read': async (request) => shelf.read(request),
    'venue.save': async (request) => shelf.save(request),
    'venue.remove': async (request) => shelf.remove(request),
    'notice.acknowledge': async ({ notices }) => {
      desks.notices.acknowledge(notices)
      return ok({})
    },
    'file.save': (request, caller) => desks.files.save(request, caller),
    'replay.control': async ({ control }) => {
      const moved =
        desks.controlReplay?.(control) ?? fail('No recording is played: start the terminal with --replay.')
      return moved.ok ? ok({}) : fail(failureOf('refused', moved.failure))
    },
    'setting.save': async ({ name, value }) => saved(desks.settings.save(name, value)),
  }
}

export const topicSources = (desks: Desks): TopicSources => ({
  session: desks.session.topic.source,
  connection: desks.connection.topic.source,
  reads: desks.reads.topic.source,
  instruments: desks.instruments.instruments.source,
  tickers: desks.instruments.tickers.source,
  customers: desks.customers.topic.source,
  halts: desks.kill.topic.source,
  orders: desks.orderStore.topic.source,
  trades: desks.trades.trades.source,
  ledger: desks.ledger.ledger.source,
  positions: desks.trades.positions.source,
  balances: desks.ledger.balances.source,
  reconciliation: desks.tieOut.topic.source,
  openOrderReadings: desks.readings.topic.source,
  fees: desks.fees.topic.source,
  notices: desks.notices.topic.source,
  limits: desks.limits.topic.source,
  settings: desks.settings.topic.source,
  ...desks.relay.sources,
})
