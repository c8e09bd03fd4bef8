/** Step 5: deposits and withdrawals, fees, leverage and webhooks. */

import { createDepositsAndWithdrawals } from '../administration/submitDepositsAndWithdrawals.ts'
import { createFeeProfiles } from '../administration/readAndWriteFees.ts'
import { createMarginProfiles } from '../administration/readMarginAndReportLeverageChanges.ts'
import { createWebhookRegistrations } from '../administration/listAndRemoveWebhooksAndCheckDeliveries.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { VenueRecords } from './venueDataStores.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'

export function createAdministration(
  { clock, log }: CoreOptions,
  { state, current, access }: SessionAccess,
  { notices, auditedRequests, webhookKeys }: JournalAndNotices,
  { ledger, customers }: VenueRecords,
) {
  const margins = createMarginProfiles(access, notices)
  const transfers = createDepositsAndWithdrawals({
    clock,
    log,
    access,
    ledger,
    customers,
    notices,
    auditedRequests,
    readLedger: () => current.readLedger(),
  })
  const fees = createFeeProfiles({ log, access, auditedRequests, notices })
  const webhooks = createWebhookRegistrations({
    log,
    access,
    keys: webhookKeys,
    notices,
    auditedRequests,
    venueId: () => state.venue?.id ?? null,
  })
  return { margins, transfers, fees, webhooks }
}

export type Administration = ReturnType<typeof createAdministration>
