/** Step 10: the alerts of the desk, connected to the figures and events that they watch. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { createEventBursts } from '../alerts/joinEventBursts.ts'
import { createStoredAlertRules } from '../alerts/storedAlertRules.ts'
import { createAlerts } from '../alerts/watchAndFireAlerts.ts'
import type { Administration } from './transfersFeesMarginAndWebhooks.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { VenueRecords } from './orderMarketAndAccountStores.ts'
import type { ReconciliationAndRisk } from './reconciliationAndRisk.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'

export function createAlerting(
  { clock, settings, areSettingsLost = false }: CoreOptions,
  { state, current }: SessionAccess,
  { notices, warn, journalWriter }: JournalAndNotices,
  records: VenueRecords,
  { margins }: Pick<Administration, 'margins'>,
  { reconciliation, readings }: Pick<ReconciliationAndRisk, 'reconciliation' | 'readings'>,
) {
  const { instruments, customers, orderStore, trades, ledger, connection, tradeArrived, orderChanges } =
    records
  const isSignedIn = () => state.phase !== 'signed-out'
  const account = () => journalWriter.accountKey
  const alerts = createAlerts({
    clock,
    notices,
    rules: createStoredAlertRules({
      settings,
      areSettingsLost,
      account,
      instrument: (symbol) => instruments.get(symbol),
      warn,
    }),
    sources: {
      clock,
      isSignedIn,
      instrument: (symbol) => instruments.get(symbol),
      ticker: (symbol) => instruments.ticker(symbol),
      customers: () => customers.codes(),
      whyCustomersUnknown: () => current.whyCustomersUnknown({ kind: 'desk' }),
      whyRecordsOld: () =>
        state.phase === 'channels-down' || state.phase === 'signed-off-by-venue'
          ? 'orders, trades and balances do not arrive from the venue'
          : null,
      liveOrders: () => orderStore.live(),
      reading: (customer) => readings.get(customer),
      account: (customer) => ({
        balance: ledger.balanceOf(customer),
        cashSums: ledger.sumsOf(customer),
        positions: trades.ofCustomer(customer).positions,
        margin: margins.reading(customer),
        reconciliation: reconciliation.statusOf(customer),
      }),
      connection: () => (isSignedIn() && state.phase !== 'signing-in' ? connection.now() : null),
    },
  })
  const bursts = createEventBursts({
    clock,
    alerts,
    seenThrough: () => notices.seenThrough,
    isHistoryRead: () => trades.wasWhole(),
    nameOf: (symbol) => shownCode(instruments.get(symbol)?.underlying ?? symbol),
  })
  instruments.tickersChanged.add((changed) => alerts.pricesChanged(changed.map(({ symbol }) => symbol)))
  tradeArrived.add((trade, isLive) => bursts.trade(trade, isLive))
  orderChanges.add((now, before) => bursts.orderChanged(now, before))
  let known = account()
  let wasSignedIn = isSignedIn()
  state.changed.add(() => {
    if (account() === known && isSignedIn() === wasSignedIn) return
    if (account() !== known) bursts.accountChanged()
    known = account()
    wasSignedIn = isSignedIn()
    alerts.accountChanged()
  })
  return {
    alerts,
    stopAlerting() {
      bursts.close()
      alerts.close()
    },
  }
}
