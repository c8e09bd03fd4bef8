/**
 * Routes each command and topic of the contract to the room of the core that serves it. Stores nothing. Itself refuses only: transfers, fee writes and
 * webhook changes under the trade lock, market data without a session, and replay control without a recording.
 */

import { fail, ok, type Result } from '../../shared/base/result.ts'
import { failureOf, type Failure } from '../../shared/contract/failure.ts'
import type { ReplayAct } from '../../shared/contract/replay.ts'
import type { Caller, CommandHandlers, TopicSources } from '../../shared/contract/ports.ts'
import type { Alerts } from './alerts/watchAndFireAlerts.ts'
import { notSignedIn, type Access } from './support/brokerAccess.ts'
import { actKey, type ActKey } from './approvals/actKey.ts'
import type { Approvals, HeldAct } from './approvals/approvals.ts'
import type { FourEyesChanges } from './approvals/changeFourEyes.ts'
import { feesToHold, registerWords, transferToHold, webhookToHold } from './approvals/otherActsToHold.ts'
import type { OrderAmends } from './dealing/amendOrder.ts'
import type { OrderCancels } from './dealing/cancelOrder.ts'
import type { ConnectionStatus } from './session/publishConnectionStatus.ts'
import type { CustomerDirectory } from './accounts/customers/customerDirectory.ts'
import { customerHandlers } from './administration/customers/changeCustomersForWindow.ts'
import { foretellImport, IMPORT_TO_JUDGE } from './administration/customers/importToHold.ts'
import type { JournalWriter } from './journal/journalWriter.ts'
import type { DealtRequestsTopic } from './journal/publishDealtRequests.ts'
import type { ListWebhooks } from './administration/listWebhooks.ts'
import type { LastReadFees } from './administration/readAndPublishFees.ts'
import type { RegisterWebhook } from './administration/registerWebhookAndJournalPublicKey.ts'
import type { RemoveWebhook } from './administration/removeWebhookAndItsKey.ts'
import type { VerifyWebhookDelivery } from './administration/verifyWebhookDelivery.ts'
import type { WriteFees } from './administration/writeFees.ts'
import type { createFlatten } from './dealing/flattenPosition.ts'
import type { HealthWatch } from './health/watchHealth.ts'
import type { InstrumentStore } from './market/instrumentAndTickerStore.ts'
import type { KillSwitch } from './risk/halts/startLiftAndPublishHalts.ts'
import type { CashLedger } from './accounts/cashLedger.ts'
import { limitsKey } from './risk/limits/changeLimitsInForce.ts'
import { amendKey, blockAmendKey } from './risk/limits/ordersToHold.ts'
import type { LimitEngine } from './risk/limits/checkAndCountOrders.ts'
import type { MarginProfiles } from './administration/margins/readAndPublishMarginProfiles.ts'
import type { MarketRelay } from './market/marketRelay.ts'
import type { Notices } from './notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from './orders/journaledOrderStore.ts'
import type { ReadConflicts } from './dealing/conflicts/readConflicts.ts'
import type { DealerInCharge } from './session/dealerInCharge.ts'
import type { ReadFairness } from './dealing/fairness/readFairness.ts'
import type { OrderSubmission } from './dealing/submitOrder.ts'
import type { SubmitScale } from './dealing/scale/submitScale.ts'
import type { Blocks } from './dealing/block/blocks.ts'
import type { CheckOrder } from './dealing/checkOrderWithoutSending.ts'
import type { LookUpOrder } from './dealing/lookUpOrderNow.ts'
import type { WriteOffOrder } from './dealing/writeOffUnresolvedOrder.ts'
import { readAuditTrail } from './orders/readAuditTrail.ts'
import type { OpenOrderReadings } from './reconciliation/openOrders/openOrderListCompleteness.ts'
import type { Journal } from './ports/journal.ts'
import type { ReadStates } from './reconciliation/publishListReadStates.ts'
import type { CancelAllOrdersOfCustomer } from './risk/cancelAllOrdersOfCustomer.ts'
import type { SignIn } from './session/signInAndOut.ts'
import type { LockAfterRest } from './session/lock/lockAfterRest.ts'
import type { SessionLock } from './session/lock/sessionLock.ts'
import type { VenueCredentials } from './session/venues/findAndStoreCredentials.ts'
import type { Published } from './support/publishTopic.ts'
import type { CustomerReconciliation } from './reconciliation/openAndCloseCustomersByReconciliation.ts'
import type { TradeBook } from './accounts/tradeBook.ts'
import type { DepositsAndWithdrawals } from './administration/submitDepositsAndWithdrawals.ts'
import { createInstrumentsRead } from './market/readInstrumentsForWindow.ts'
import { createTradeAndLedgerReads } from './accounts/readTradesAndLedgerForWindow.ts'
import type { VenueChecks } from './session/venues/checkVenueBeforeSignIn.ts'
import type { SavedVenueProfiles } from './session/venues/savedVenueProfiles.ts'
import type { ExportedFiles } from './session/windows/joinPartsOfExportedFile.ts'
import type { Updates } from './updates/updates.ts'
import type { StatementPrinting } from './session/windows/printStatementOfParts.ts'
import type { PanelLinks } from './session/windows/checkSaveAndPublishPanelLinks.ts'
import type { SharedSettings } from './session/windows/saveAndPublishSettings.ts'

/** Everything in the core that a window can reach. */
export interface CoreServices {
  readonly access: Access
  readonly session: {
    readonly topic: Published<'session'>
    readonly signIn: Pick<SignIn, 'signIn' | 'signOut'>
    readonly credentials: Pick<VenueCredentials, 'forget'>
    readonly lock: Pick<SessionLock, 'lock' | 'unlock'>
    readonly rest: Pick<LockAfterRest, 'active' | 'begin'>
  }
  readonly connection: ConnectionStatus
  readonly reads: ReadStates
  readonly instruments: InstrumentStore
  readonly relay: MarketRelay
  readonly customers: CustomerDirectory
  /** The signed-in dealer, for the journal. */
  readonly who: () => string
  readonly orderStore: OrderStore
  readonly submission: OrderSubmission
  readonly submitScale: SubmitScale
  readonly blocks: Blocks
  readonly checkOrder: CheckOrder
  readonly lookUpOrder: LookUpOrder
  readonly writeOffOrder: WriteOffOrder
  readonly cancels: OrderCancels
  readonly cancelAll: CancelAllOrdersOfCustomer
  readonly amends: OrderAmends
  readonly flatten: ReturnType<typeof createFlatten>
  readonly killSwitch: KillSwitch
  readonly limits: LimitEngine
  readonly trades: TradeBook
  readonly ledger: CashLedger
  readonly reconciliation: CustomerReconciliation
  readonly readings: OpenOrderReadings
  readonly transfers: DepositsAndWithdrawals
  readonly margins: Pick<MarginProfiles, 'topic' | 'readForWindow'>
  readonly fees: Pick<LastReadFees, 'topic' | 'readForWindow'>
  readonly writeFees: WriteFees
  readonly webhooks: {
    readonly list: ListWebhooks
    readonly register: RegisterWebhook
    readonly remove: RemoveWebhook
    readonly verify: VerifyWebhookDelivery
    /** A webhook in words, by its id. */
    readonly wordsOf: (id: string) => string
  }
  readonly venueProfiles: SavedVenueProfiles
  readonly venueChecks: VenueChecks
  readonly settings: SharedSettings
  readonly links: PanelLinks
  /** Left out where no recording is played. */
  readonly controlReplay: ((act: ReplayAct) => Result<null, string>) | undefined
  readonly notices: Notices
  readonly alerts: Pick<Alerts, 'topic' | 'change'>
  readonly health: Pick<HealthWatch, 'topic' | 'measures'>
  readonly storedHealth: Pick<CommandHandlers, 'support.bundle' | 'health.week'>
  readonly updates: Pick<Updates, 'topic' | 'act'>
  readonly files: ExportedFiles
  readonly statements: StatementPrinting
  readonly dealer: DealerInCharge
  readonly approvals: Approvals
  readonly fourEyes: { readonly changes: FourEyesChanges }
  readonly readFairness: ReadFairness
  readonly readConflicts: ReadConflicts
  /** For readings that say whether the journal is proven. */
  readonly journal: Pick<Journal, 'eachMentioning'>
  readonly journalWriter: JournalWriter
  readonly dealtRequests: Pick<DealtRequestsTopic, 'topic'>
}

const blockHandlers = ({ submit, check, control }: Blocks, approvals: Approvals) =>
  ({
    'order.submitBlock': (request, caller) =>
      approvals.act(actKey('block', request.intentId), caller, () => submit(request)),
    'order.checkBlock': (request) => check(request),
    'block.pause': async (request) => control.pause(request),
    'block.resume': async (request) => control.resume(request),
    'block.stop': async (request) => control.stop(request),
    'block.cancel': async (request) => control.cancel(request),
    'block.amend': (request, caller) =>
      approvals.act(blockAmendKey(request), caller, async () => control.amend(request)),
    'block.checkAmend': async (request) => ok(control.checkAmend(request)),
    'block.splitAnew': async (request) => control.splitAnew(request),
    'block.retryRows': async (request) => control.retryRows(request),
    'block.close': async (request) => control.close(request),
  }) satisfies Partial<CommandHandlers>

/** Requests of the broker besides orders. */
function administrationHandlers(services: CoreServices) {
  const { killSwitch, approvals, webhooks } = services
  /** Requests that are no order have no trading gate, and the trade lock lets nothing out but cancels. */
  const unlessLocked = async <T>(send: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> => {
    const locked = killSwitch.whyLocked()
    return locked === null ? send() : fail(failureOf('refused', locked))
  }
  /** The same for a request that a second dealer may have to approve. Null: nobody has to. */
  const unlessHeld = <T>(
    key: ActKey,
    caller: Caller,
    act: HeldAct | null,
    send: () => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> =>
    approvals.act(key, caller, () =>
      unlessLocked(async () => {
        const held = act === null ? null : approvals.hold(key, act)
        return held === null ? send() : fail(failureOf('refused', held))
      }),
    )
  return {
    'transfer.submit': (request, caller) =>
      unlessHeld(actKey('withdrawal', request.intentId), caller, transferToHold(request), () =>
        services.transfers.submit(request),
      ),
    'marginProfile.read': ({ customerCode }) => services.margins.readForWindow(customerCode),
    'feeProfile.read': ({ customerCode }) => services.fees.readForWindow(customerCode),
    'feeProfile.write': (request, caller) =>
      unlessHeld(actKey('fees', request.intentId), caller, feesToHold(request), () =>
        services.writeFees(request),
      ),
    'webhook.list': (request) => webhooks.list(request),
    'webhook.register': (request, caller) =>
      unlessHeld(
        actKey('webhook', 'register', request.intentId),
        caller,
        webhookToHold(registerWords(request)),
        () => webhooks.register(request),
      ),
    'webhook.remove': (request, caller) =>
      unlessHeld(
        actKey('webhook', 'remove', request.id),
        caller,
        webhookToHold(`remove ${webhooks.wordsOf(request.id)}`),
        () => webhooks.remove(request),
      ),
    'webhook.verify': async (request) => webhooks.verify(request),
  } satisfies Partial<CommandHandlers>
}

const approvalHandlers = ({
  approvals,
  fourEyes,
  limits,
}: Pick<CoreServices, 'approvals' | 'fourEyes' | 'limits'>) =>
  ({
    'approval.foretell': async ({ act }) => {
      if (approvals.isOff()) return ok({ sentence: null })
      if (act.kind === 'import')
        return ok({ sentence: foretellImport(act.customers, approvals.foretell(IMPORT_TO_JUDGE, act.kind)) })
      const judged = await limits.actBeforehand(act)
      return ok({ sentence: judged === null ? null : approvals.foretell(judged, act.kind) })
    },
    'approval.decide': (request, caller) => approvals.decide(request, caller),
    'approval.takeBack': async (request, caller) => approvals.takeBack(request, caller),
    'dealer.prove': (request) => approvals.prove(request),
    'dealer.register': (request, caller) => fourEyes.changes.register(request, caller),
    'dealer.unregister': (request, caller) => fourEyes.changes.unregister(request, caller),
    'fourEyes.save': (request, caller) => fourEyes.changes.saveRules(request, caller),
  }) satisfies Partial<CommandHandlers>

const fileHandlers = ({ files, statements }: Pick<CoreServices, 'files' | 'statements'>) =>
  ({
    'file.save': (request, caller) => files.save(request, caller),
    'statement.print': (request, caller) => statements.print(request, caller),
  }) satisfies Partial<CommandHandlers>

const NO_SECONDS = 'Market data of this instrument is not live, so no candles of seconds are held.'

const marketHandlers = ({ relay }: Pick<CoreServices, 'relay'>) =>
  ({
    'candles.read': async ({ symbol, ...query }) => {
      const market = relay.market()
      if (!market) return fail(notSignedIn())
      const page = await market.readCandles(symbol, query)
      return page ? ok(page) : fail(failureOf('not-connected', NO_SECONDS))
    },
    'book.walk': async ({ symbol, side, size }) => {
      const market = relay.market()
      return market ? ok({ walk: await market.walk(symbol, side, size) }) : fail(notSignedIn())
    },
  }) satisfies Partial<CommandHandlers>

const TOO_MANY_DRAWN = 'The windows report more drawn frames than a minute can have. These are not counted.'

export function commandHandlers(services: CoreServices): CommandHandlers {
  const { session, submission, cancels, killSwitch, venueProfiles, approvals } = services
  /** A setting that cannot be stored is reported to every window. */
  const saved = (result: Result<null, string>): Result<Record<string, never>, Failure> => {
    if (result.ok) return ok({})
    services.notices.say('warning', result.failure)
    return fail(failureOf('refused', result.failure))
  }
  return {
    ...blockHandlers(services.blocks, approvals),
    ...approvalHandlers(services),
    ...fileHandlers(services),
    ...createTradeAndLedgerReads(services.access, services.ledger, services.trades),
    'instruments.read': createInstrumentsRead(services.access),
    'session.signIn': (request) => {
      session.rest.begin()
      return session.signIn.signIn(request)
    },
    'session.nameDealer': async ({ dealer }) => saved(services.dealer.name(dealer)),
    'session.signOut': async () => {
      session.signIn.signOut()
      return ok({})
    },
    'session.lock': async () => session.lock.lock('key'),
    'session.unlock': async ({ typed }) => {
      const unlocked = await session.lock.unlock(typed)
      if (unlocked.ok) session.rest.begin()
      return unlocked
    },
    'session.active': async () => {
      session.rest.active()
      return ok({})
    },
    'session.forget': ({ venueId }) => session.credentials.forget(venueId),
    'order.submit': (request, caller) =>
      approvals.act(actKey('order', request.intentId), caller, () => submission.submit(request)),
    'order.submitScale': (request, caller) =>
      approvals.act(actKey('scale', request.intentId), caller, () => services.submitScale(request)),
    'order.check': async ({ draft, bracket }) => ok(await services.checkOrder(draft, bracket)),
    'order.writeOff': (request) => services.writeOffOrder(request),
    'block.fairness': () => services.readFairness(),
    'order.conflicts': () => services.readConflicts(),
    'order.auditTrail': (request) =>
      readAuditTrail(services.journal, services.journalWriter.accountKey, request),
    'order.lookUp': (request) => services.lookUpOrder(request),
    'order.amend': (request, caller) =>
      approvals.act(amendKey(request), caller, async () => services.amends.amend(request)),
    'order.cancel': async (request) => cancels.cancel(request),
    'order.cancelAll': async (request) => services.cancelAll.start(request),
    'position.flatten': (request) => services.flatten(request),
    'halt.start': async (request) => killSwitch.start(request),
    'halt.lift': (request) => killSwitch.lift(request),
    ...marketHandlers(services),
    'limits.save': (request, caller) =>
      approvals.act(limitsKey(request), caller, () => services.limits.save(request)),
    'reconciliation.readAgain': async ({ customerCode }) =>
      services.reconciliation.readAgain(customerCode) ? ok({}) : fail(notSignedIn()),
    ...administrationHandlers(services),
    ...customerHandlers({ ...services, regroup: (codes) => killSwitch.regroup(codes), saved }),
    'venue.read': async (request) => venueProfiles.read(request),
    'venue.save': async (request) => venueProfiles.save(request),
    'venue.remove': async (request) => venueProfiles.remove(request),
    'venue.check': (request) => services.venueChecks.check(request),
    'venue.stopCheck': async () => {
      services.venueChecks.stop()
      return ok({})
    },
    'notice.acknowledge': async ({ notices }) => {
      services.notices.acknowledge(notices)
      return ok({})
    },
    'alert.change': async ({ change }) => {
      const changed = services.alerts.change(change)
      return changed.ok ? ok(changed.value) : fail(failureOf('refused', changed.failure))
    },
    'health.addDrawn': async (durations) =>
      services.health.measures.add(durations) ? ok({}) : fail(failureOf('refused', TOO_MANY_DRAWN)),
    ...services.storedHealth,
    'update.act': async (request) => services.updates.act(request),
    'replay.control': async ({ control }) => {
      const moved =
        services.controlReplay?.(control) ?? fail('No recording is played: start the terminal with --replay.')
      return moved.ok ? ok({}) : fail(failureOf('refused', moved.failure))
    },
    'link.set': async ({ change }) => {
      const set = services.links.set(change)
      return set.ok ? ok(set.value) : fail(failureOf('refused', set.failure))
    },
    'setting.save': async ({ name, value, on }) => {
      const newer = on === undefined ? undefined : services.settings.newerThan(name, on)
      return newer === undefined ? saved(services.settings.save(name, value)) : ok({ newer })
    },
    'settings.change': async (change) => {
      session.rest.begin()
      return services.settings.change(change, (why) => services.notices.say('warning', why))
    },
  }
}

export const topicSources = (services: CoreServices): TopicSources => ({
  session: services.session.topic.source,
  connection: services.connection.topic.source,
  reads: services.reads.topic.source,
  venueCheck: services.venueChecks.topic.source,
  instruments: services.instruments.instruments.source,
  tickers: services.instruments.tickers.source,
  customers: services.customers.topic.source,
  halts: services.killSwitch.topic.source,
  orders: services.orderStore.topic.source,
  blocks: services.blocks.topic.source,
  trades: services.trades.trades.source,
  ledger: services.ledger.ledger.source,
  positions: services.trades.positions.source,
  balances: services.ledger.balances.source,
  cashSums: services.ledger.sums.source,
  reconciliation: services.reconciliation.topic.source,
  openOrderReadings: services.readings.topic.source,
  fees: services.fees.topic.source,
  dealtRequests: services.dealtRequests.topic.source,
  margins: services.margins.topic.source,
  notices: services.notices.topic.source,
  alerts: services.alerts.topic.source,
  approvals: services.approvals.topic.source,
  health: services.health.topic.source,
  updates: services.updates.topic.source,
  limits: services.limits.topic.source,
  links: services.links.topic.source,
  settings: services.settings.topic.source,
  ...services.relay.sources,
})
