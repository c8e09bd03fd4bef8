/** Step 9: venues and their credentials, signing in and out, and reading everything again after a clock step. */

import { createAccountSwitch } from '../session/switchAccount.ts'
import { carryRecords } from '../session/carryRecordsAndRulesIntoNewSegment.ts'
import { readAgainAfterClockSteps } from '../session/readAgainAfterClockStep.ts'
import { restoreOrdersFromJournal } from '../session/restoreOrdersFromJournal.ts'
import { copyLiveOrdersToRecoveredState } from '../session/copyLiveOrdersToRecoveredState.ts'
import { createSavedVenueProfiles } from '../session/venues/savedVenueProfiles.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { DEALER_SETTINGS, readDealerSettings } from '../../../shared/domain/settings/dealerSettings.ts'
import { createLockAfterRest } from '../session/lock/lockAfterRest.ts'
import { createSessionLock } from '../session/lock/sessionLock.ts'
import { createSessionJournal } from '../session/journalSignInAndSignOut.ts'
import { publishSession } from '../session/publishSessionAndVenues.ts'
import { createSignIn } from '../session/signInAndOut.ts'
import { createVenueCredentials } from '../session/venues/findAndStoreCredentials.ts'
import { createVenueChecks } from '../session/venues/checkVenueBeforeSignIn.ts'
import { createVenueList } from '../session/venues/venuesInMemory.ts'
import { openTradingSession } from '../session/trading/tradingSession.ts'
import type { Administration } from './transfersFeesMarginAndWebhooks.ts'
import type { CoreOptions } from './coreOptions.ts'
import { clearStoresOfOldAccount } from './clearStoresOfOldAccount.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { FourEyes } from './fourEyes.ts'
import type { OrderPath } from './orderIdsGateLookUpsAndCancels.ts'
import type { VenueRecords } from './orderMarketAndAccountStores.ts'
import type { ReconciliationAndRisk } from './reconciliationAndRisk.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'

/** What other rooms do when the session ended, or when another account's records take the place of these. */
export interface SessionHooks {
  readonly ended: () => void
  readonly forget: () => void
  /** The new account's orders were restored from the journal. */
  readonly restored: () => void
  /** Instruments whose prices alerts watch. */
  readonly alertSymbols: () => readonly Symbol[]
}

export function createSessionControl(
  options: CoreOptions,
  session: SessionAccess,
  journal: JournalAndNotices,
  records: VenueRecords,
  orderPath: OrderPath,
  administration: Administration,
  risk: ReconciliationAndRisk,
  { approvals, fourEyes }: FourEyes,
  hooks: SessionHooks,
) {
  const { clock, settings, program } = options
  const { state, current, dealer } = session
  const { notices, warn, journalWriter, recovered, restrictionChanged } = journal
  const { orderStore, customers, accountNotices } = records
  const { killSwitch, limits, unfinishedCancelAlls } = risk
  const venues = createVenueList(options.venues)
  const credentials = createVenueCredentials({
    vault: options.vault,
    settings,
    warn,
    hasPassword: (venueId) => venues.find(venueId)?.profile.auth !== 'signed',
  })
  const lock = createSessionLock({ clock, state, credentials, notices })
  const rest = createLockAfterRest({
    clock,
    minutes: () => readDealerSettings(settings.all()[DEALER_SETTINGS]).values['lock.restMinutes'],
    isSignedIn: () => state.venue !== null,
    lock: (cause) => lock.lock(cause),
    warn,
  })
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
  const { checkVenue = null, venueIdOf } = options
  const checks = createVenueChecks({ checkVenue, venues, credentials, state, venueIdOf })
  const topic = publishSession({
    program,
    state,
    venues,
    credentials,
    dealer,
    lock,
    isEditable: profiles.isEditable,
    whyRestricted: () => journalWriter.problem ?? limits.whyUnconfirmed(),
    restrictionChanged,
  })

  const accountRecords = { clock, recovered, orderStore, journalWriter, customers }
  carryRecords({
    ...accountRecords,
    journal: options.journal,
    rules: () => [
      ...killSwitch.carried(),
      ...unfinishedCancelAlls.carried(),
      ...limits.carried(),
      ...journal.confirmedCodes.carried(),
      ...journal.webhookKeys.carried(),
      ...fourEyes.register.carried(),
      ...journal.journalCompleteSince.carried(),
      ...journal.olderThanVenue.carried(),
    ],
  })
  const account = createAccountSwitch({
    clock,
    customers,
    journalWriter,
    notices,
    accountNotices,
    copyLiveOrdersToRecoveredState: () => copyLiveOrdersToRecoveredState(accountRecords),
    restoreOrdersFromJournal: () => restoreOrdersFromJournal(accountRecords),
    forget: () => clearStoresOfOldAccount(records, orderPath, risk, administration, hooks.forget),
  })
  const sessionJournal = createSessionJournal(state, journalWriter, dealer)
  const signIn = createSignIn({
    openBroker: options.openBroker,
    notices,
    state,
    venues,
    credentials,
    isLocked: () => lock.inForce !== null,
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
          alertSymbols: hooks.alertSymbols,
          setPhase: state.setPhase,
        }),
      )
      killSwitch.resume()
      unfinishedCancelAlls.tell()
      if (isOtherAccount) hooks.restored()
    },
    closed() {
      approvals.endAll('The dealer signed out before anybody decided.')
      if (current.isOpen) sessionJournal.signedOut()
      current.close()
      hooks.ended()
    },
  })
  readAgainAfterClockSteps({ ...session, ...journal, clock, approvals, accountNotices })
  return { venues, credentials, profiles, checks, topic, signIn, lock, rest }
}
