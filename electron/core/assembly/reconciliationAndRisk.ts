/** Step 6: what may go out and what must be canceled: reconciliation of customers, limits, halts and cancel-all. */

import { unseenExposure } from '../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { dealerWords } from '../../../shared/domain/settings/dealerName.ts'
import { createCustomerReconciliation } from '../reconciliation/openAndCloseCustomersByReconciliation.ts'
import { createOpenOrderReadings } from '../reconciliation/openOrders/openOrderListCompleteness.ts'
import { createCancelAllOrdersOfCustomer } from '../risk/cancelAllOrdersOfCustomer.ts'
import { createKillSwitch } from '../risk/halts/startLiftAndPublishHalts.ts'
import { createLimitEngine } from '../risk/limits/checkAndCountOrders.ts'
import { createUnfinishedCancelAlls } from '../risk/unfinishedCancelAlls.ts'
import { createTradingGate } from '../risk/tradingGate.ts'
import type { Administration } from './transfersFeesMarginAndWebhooks.ts'
import type { FourEyes } from './fourEyes.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { OrderPath } from './orderIdsGateLookUpsAndCancels.ts'
import type { VenueRecords } from './orderMarketAndAccountStores.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'

export function createReconciliationAndRisk(
  options: CoreOptions,
  { current, access, who, dealer }: SessionAccess,
  {
    notices,
    warn,
    journalWriter,
    recovered,
    cancelAllFacts,
    olderThanVenue,
    restrictionChanged,
  }: JournalAndNotices,
  { orderStore, customers, trades, ledger, instruments, relay }: VenueRecords,
  { resolver, cancels }: OrderPath,
  { margins }: Administration,
  { approvals, fourEyes }: FourEyes,
) {
  const { clock, settings, journal } = options

  const reconciliation = createCustomerReconciliation({
    clock,
    orderStore,
    trades,
    ledger,
    customers,
    journalWriter,
    notices,
  })
  const liveOrdersOf = (customer: CustomerCode) =>
    orderStore.live().filter((order) => order.customerCode === customer).length
  const readings = createOpenOrderReadings({
    spoiled(reading) {
      const { customerCode } = reading
      const why = unseenExposure(reading, liveOrdersOf(customerCode))
      if (why !== null) reconciliation.listNotWhole(customerCode, why)
    },
    changed: (reading) => cancelAll.listRead(reading),
  })

  const limits = createLimitEngine({
    clock,
    settings,
    orderStore,
    trades,
    instruments,
    dealer: () => (dealer.named === null ? null : dealerWords(dealer.named)),
    leverage: (customer, symbol) => margins.known(customer, symbol),
    unread: (besides) => ({
      lists: customers.codes().flatMap((code) => (code === besides ? [] : (readings.notWhole(code) ?? []))),
      customers: current.whyCustomersUnknown({ kind: 'desk' }),
    }),
    walk: async (symbol, side, size) => (await relay.market()?.walk(symbol, side, size)) ?? null,
    who,
    journalWriter,
    earlierEntries: journal.recovered,
    recovered,
    isJournalLost: options.isJournalLost,
    besides: () => {
      const reasons = [fourEyes.register.whyMissing, olderThanVenue.whyUnconfirmed]
      return reasons.filter((why) => why !== null).join(' ') || null
    },
    confirmed() {
      fourEyes.register.confirmMissing()
      olderThanVenue.confirm()
      restrictionChanged.call()
    },
    startingLimits: options.startingLimits,
    say: warn,
    report: (news) => notices.report(news),
    hold: (key, act) => approvals.hold(key, act),
    isApproved: (key) => approvals.isApproved(key),
  })

  olderThanVenue.confirmationNeeded.add(() => {
    limits.besidesChanged()
    restrictionChanged.call()
  })

  const killSwitch = createKillSwitch({
    clock,
    access,
    orderStore,
    customers,
    journalWriter,
    notices,
    recovered,
    who,
    cancel: (order) => cancels.cancelOnce(order),
    lookUp: (broker, customer, id) => resolver.ask(broker, customer, id),
    readings,
    list: (customer) => current.listOpenOrders(customer),
    whyUnknown: (scope) => current.whyCustomersUnknown(scope),
  })
  const unfinishedCancelAlls = createUnfinishedCancelAlls({
    clock,
    facts: cancelAllFacts,
    journalWriter,
    notices,
  })
  const cancelAll = createCancelAllOrdersOfCustomer({
    clock,
    access,
    orderStore,
    cancel: (order) => cancels.cancelOnce(order),
    lookUp: (broker, customer, id) => resolver.ask(broker, customer, id),
    notices,
    unfinished: unfinishedCancelAlls,
    unseen: (customer) => readings.notWhole(customer),
  })

  const gate = createTradingGate({
    access,
    journalWriter,
    killSwitch,
    reconciliation,
    customers,
    lost: () => current.lostChannels(),
  })
  return { reconciliation, readings, limits, killSwitch, cancelAll, unfinishedCancelAlls, gate }
}

export type ReconciliationAndRisk = ReturnType<typeof createReconciliationAndRisk>
