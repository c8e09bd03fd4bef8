/** Step 5: deposits and withdrawals, fees, leverage and webhooks. */

import { createAuditedDispatchGate } from '../administration/journalAndTradeLockCheckBeforeSend.ts'
import { createKnownWebhooks } from '../administration/knownWebhooks.ts'
import { createListWebhooks } from '../administration/listWebhooks.ts'
import { createLastReadFees } from '../administration/readAndPublishFees.ts'
import { createMarginProfiles } from '../administration/margins/readAndPublishMarginProfiles.ts'
import { readMarginProfilesInTurn } from '../administration/margins/readMarginProfilesInTurn.ts'
import { createRegisterWebhook } from '../administration/registerWebhookAndJournalPublicKey.ts'
import { createRemoveWebhook } from '../administration/removeWebhookAndItsKey.ts'
import { createReportLeverageChange } from '../administration/margins/reportLeverageChangeAfterOrder.ts'
import { readBackUnansweredFeeWrites } from '../administration/readBackUnansweredFeeWrites.ts'
import { reportUnansweredWebhookChanges } from '../administration/reportUnansweredWebhookChanges.ts'
import { createDepositsAndWithdrawals } from '../administration/submitDepositsAndWithdrawals.ts'
import { createVerifyWebhookDelivery } from '../administration/verifyWebhookDelivery.ts'
import { createWriteFees } from '../administration/writeFees.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { VenueRecords } from './orderMarketAndAccountStores.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'

/** `whyLocked`: why the trade lock stops a request; null without a lock. Asked only before a request leaves. */
export function createAdministration(
  { clock, random, log }: CoreOptions,
  { state, current, access }: SessionAccess,
  { notices, auditedRequests, webhookKeys }: JournalAndNotices,
  { ledger, customers, trades, orderStore, accountNotices }: VenueRecords,
  whyLocked: () => string | null,
) {
  const dispatchGate = createAuditedDispatchGate(clock, auditedRequests, whyLocked)
  const margins = createMarginProfiles(access, clock)
  const marginTurns = readMarginProfilesInTurn({
    clock,
    random,
    access,
    margins,
    customers: () => [...trades.held(), ...orderStore.live()].map(({ customerCode }) => customerCode),
  })
  const transfers = createDepositsAndWithdrawals({
    clock,
    log,
    access,
    ledger,
    customers,
    notices,
    auditedRequests,
    dispatchGate,
    readLedger: () => current.readLedger(),
    // The stream may have reported the movement before the journal knew who dealt it.
    accepted: (row) => accountNotices.movement(row, false),
  })
  const fees = createLastReadFees(access)
  const webhookOptions = {
    log,
    access,
    keys: webhookKeys,
    known: createKnownWebhooks(),
    notices,
    auditedRequests,
    dispatchGate,
    venueId: () => state.venue?.id ?? null,
  }
  return {
    margins,
    marginTurns,
    reportLeverageChange: createReportLeverageChange(margins, notices),
    transfers,
    fees,
    writeFees: createWriteFees({ log, access, auditedRequests, dispatchGate, fees }),
    webhooks: {
      list: createListWebhooks(webhookOptions),
      register: createRegisterWebhook(webhookOptions),
      remove: createRemoveWebhook(webhookOptions),
      verify: createVerifyWebhookDelivery(webhookOptions),
      wordsOf: (id: string) => webhookOptions.known.wordsOf(webhookOptions.venueId(), id),
    },
    /** Resolves or reports the requests of earlier runs that the venue never answered. */
    recoverUnanswered() {
      transfers.recoverUnanswered()
      reportUnansweredWebhookChanges(auditedRequests, notices)
      void readBackUnansweredFeeWrites({ access, auditedRequests, notices })
    },
  }
}

export type Administration = ReturnType<typeof createAdministration>
