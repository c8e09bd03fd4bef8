/** Step 9: venues and their credentials, signing in and out, and reading everything again after a clock step. */

import { createAccountSwitch } from '../session/switchAccount.ts'
import { watchClockSteps } from '../session/detectClockSteps.ts'
import { createRestoredRecords } from '../session/restoreRecords.ts'
import { createSavedVenueProfiles } from '../session/savedVenueProfiles.ts'
import { createSessionJournal } from '../session/journalSignInAndSignOut.ts'
import { publishSession } from '../session/sessionTopic.ts'
import { createSignIn } from '../session/signIn.ts'
import { createVenueCredentials } from '../session/venueCredentials.ts'
import { createVenueList } from '../session/venueList.ts'
import { openTradingSession } from '../session/trading/tradingSession.ts'
import type { Administration } from './transfersFeesMarginAndWebhooks.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { OrderPath } from './orderIdsGateLookUpsAndCancels.ts'
import type { VenueRecords } from './venueDataStores.ts'
import type { ReconciliationAndRisk } from './reconciliationAndRisk.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'

/** Empties every store of the account in use. */
function forgetAccount(
  { orderStore, trades, ledger, instruments, links }: VenueRecords,
  { resolver }: OrderPath,
  { killSwitch, cancelAll, reconciliation, readings }: ReconciliationAndRisk,
  { margins, transfers, fees }: Administration,
): void {
  resolver.close()
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

/** Reads everything again once the machine slept or its clock was set. */
const followClockSteps = (
  { clock }: CoreOptions,
  { current }: SessionAccess,
  { notices, journalWriter }: JournalAndNotices,
) =>
  watchClockSteps(clock, (stepMs) => {
    journalWriter.note({ type: 'clock', stepMs })
    if (!current.isOpen) return
    const sentence = `This machine slept or its clock was set (${(stepMs / 1000).toFixed(1)} s). Openpit reads everything again before it sends anything new.`
    notices.say('warning', sentence, null, { kind: 'connection' })
    current.readEverythingAgain(sentence)
  })

/** `ended`: called whenever a session ended. */
export function createSessionControl(
  options: CoreOptions,
  session: SessionAccess,
  journal: JournalAndNotices,
  records: VenueRecords,
  orderPath: OrderPath,
  administration: Administration,
  risk: ReconciliationAndRisk,
  ended: () => void,
) {
  const { clock, settings } = options
  const { state, current } = session
  const {
    notices,
    warn,
    journalWriter,
    recovered,
    confirmedCodes,
    webhookKeys,
    journalCompleteSince,
    journalFailed,
  } = journal
  const { orderStore, customers, accountNotices } = records
  const { killSwitch, limits } = risk

  const venues = createVenueList(options.venues)
  const credentials = createVenueCredentials({ vault: options.vault, settings, warn })
  const forgetCredentials = async (venueId: string): Promise<void> => {
    const done = await credentials.forget(venueId)
    if (!done.ok) warn(done.failure.message)
  }
  const profiles = createSavedVenueProfiles({
    settings,
    venueIdOf: options.venueIdOf,
    warn,
    venues,
    forgetCredentials: (venueId) => void forgetCredentials(venueId),
    inUse: () => state.venue?.id ?? null,
  })
  const topic = publishSession({
    state,
    venues,
    credentials,
    isEditable: profiles.isEditable,
    whyRestricted: () => journalWriter.problem ?? limits.whyUnconfirmed(),
    restrictionChanged: journalFailed,
  })

  const restored = createRestoredRecords({
    clock,
    journal: options.journal,
    recovered,
    orderStore,
    journalWriter,
    customers,
    rules: () => [
      ...killSwitch.carried(),
      ...limits.carried(),
      ...confirmedCodes.carried(),
      ...webhookKeys.carried(),
      ...journalCompleteSince.carried(),
    ],
  })
  const account = createAccountSwitch({
    clock,
    customers,
    journalWriter,
    notices,
    accountNotices,
    restored,
    forget: () => forgetAccount(records, orderPath, risk, administration),
  })
  const sessionJournal = createSessionJournal(state, journalWriter)
  const signIn = createSignIn({
    openBroker: options.openBroker,
    notices,
    state,
    venues,
    credentials,
    opened(venue, username, broker) {
      const isOtherAccount = account.open(venue, username)
      sessionJournal.signedIn()
      current.open(
        openTradingSession({
          ...options,
          ...records,
          ...orderPath,
          ...risk,
          venue,
          broker,
          notices,
          setPhase: state.setPhase,
        }),
      )
      killSwitch.resume()
      if (!isOtherAccount) return
      administration.recoverUnanswered()
    },
    closed() {
      if (current.isOpen) sessionJournal.signedOut()
      current.close()
      ended()
    },
  })
  const stopClockSteps = followClockSteps(options, session, journal)
  return { venues, credentials, profiles, topic, signIn, stopClockSteps }
}
