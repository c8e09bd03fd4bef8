/** Clears every store of the account in use, before another account takes its place. */

import type { OrderPath } from './orderIdsGateLookUpsAndCancels.ts'
import type { ReconciliationAndRisk } from './reconciliationAndRisk.ts'
import type { Administration } from './transfersFeesMarginAndWebhooks.ts'
import type { VenueRecords } from './orderMarketAndAccountStores.ts'

export function clearStoresOfOldAccount(
  { orderStore, trades, ledger, instruments, links }: VenueRecords,
  { resolver, missingInJournal }: OrderPath,
  { killSwitch, cancelAll, reconciliation, readings }: ReconciliationAndRisk,
  { margins, transfers, fees }: Administration,
  forgetBlocks: () => void,
): void {
  forgetBlocks()
  resolver.close()
  missingInJournal.forget()
  killSwitch.forget()
  cancelAll.forget()
  orderStore.clear()
  trades.clear()
  ledger.clear()
  instruments.clear()
  links.forgetCustomers()
  margins.clear()
  transfers.forget()
  fees.clear()
  reconciliation.clear()
  readings.clear()
}
