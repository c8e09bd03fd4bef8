/** Builds the core step by step and connects its rooms. Everything outside the core comes in as an argument. */

import type { CommandHandlers, TopicSources } from '../../shared/contract/ports.ts'
import { createAlerting } from './assembly/alertsOnFiguresAndEvents.ts'
import { createHealth } from './assembly/healthOfThisRun.ts'
import { createAdministration } from './assembly/transfersFeesMarginAndWebhooks.ts'
import { createFourEyes } from './assembly/fourEyes.ts'
import type { CoreOptions } from './assembly/coreOptions.ts'
import { createDealing, createJournalReadings } from './assembly/newOrdersAmendsAndFlattening.ts'
import { createJournalAndNotices } from './assembly/recoveredStateJournalAndNotices.ts'
import { followOrderChanges } from './assembly/orderChangesToNoticesHaltsAndLookUps.ts'
import { createVenueRecords } from './assembly/orderMarketAndAccountStores.ts'
import { createReconciliationAndRisk } from './assembly/reconciliationAndRisk.ts'
import { createOrderPath } from './assembly/orderIdsGateLookUpsAndCancels.ts'
import { createSessionControl } from './assembly/venuesSignInAndClockSteps.ts'
import { createSessionAccess } from './assembly/sessionStateAndAccess.ts'
import { createUpdatesOfThisRun } from './assembly/updatesOfThisRun.ts'
import { refuseWhileInstalling } from './updates/refuseWhileInstalling.ts'
import { commandHandlers, topicSources, type CoreServices } from './routeCommandsAndTopics.ts'
import { refuseWhileLocked } from './session/lock/refuseWhileLocked.ts'
import { answerStoredHealth } from './health/answerStoredHealth.ts'
import { noMeasures } from './health/measures.ts'
import { timeCalls } from './health/timeCalls.ts'
import { rememberProblems } from './health/recentProblems.ts'
import type { ListedVenue } from './ports/listedVenue.ts'
import { createSharedSettings } from './session/windows/saveAndPublishSettings.ts'
import type { Notices } from './notices/raiseAndAcknowledgeNotices.ts'
import { createExportedFiles } from './session/windows/joinPartsOfExportedFile.ts'
import { createStatementPrinting } from './session/windows/printStatementOfParts.ts'

export interface TradingCore {
  readonly handlers: CommandHandlers
  readonly sources: TopicSources
  readonly notices: Notices
  /** The venue signed in to, or being signed in to. */
  venue(): ListedVenue | null
  /** Takes a venue's new addresses and credentials. Signs in again where the venue is in use and brings its own credentials. */
  replaceVenue(venue: ListedVenue): void
  /** Lists a venue, or lists it anew. The session in use does not change. */
  listVenue(venue: ListedVenue): void
  /** The system says that the machine woke. */
  resumed(): void
  close(): void
}

export function createCore(given: CoreOptions): TradingCore {
  const remembered = rememberProblems(given.clock, given.log)
  const options = { ...given, log: remembered.log }
  const { settings, log, saveFile = null, printStatement = null } = options
  const measures = options.health?.measures ?? noMeasures(options.clock)
  const session = createSessionAccess(options)
  const isLocked = (): boolean => lock.inForce !== null
  const journal = createJournalAndNotices(options)
  const eyes = createFourEyes(options, session, journal)
  const records = createVenueRecords(options, session, journal)
  const orderPath = createOrderPath(options, measures, session, journal, records)
  const administration = createAdministration(options, session, journal, records, () =>
    risk.killSwitch.whyLocked(),
  )
  const risk = createReconciliationAndRisk(
    options,
    session,
    journal,
    records,
    orderPath,
    administration,
    eyes,
  )
  const sharedSettings = createSharedSettings(settings, journal.warn)
  const dealing = createDealing(
    options,
    measures,
    session,
    journal,
    records,
    orderPath,
    risk,
    administration,
    isLocked,
    sharedSettings,
  )
  const externalActivity = followOrderChanges(session, journal, records, orderPath, risk, dealing)
  const { venues, credentials, profiles, checks, topic, signIn, lock, rest } = createSessionControl(
    options,
    session,
    journal,
    records,
    orderPath,
    administration,
    risk,
    eyes,
    {
      ended: () => externalActivity.forget(),
      forget: () => dealing.blocks.forget(),
      restored() {
        administration.recoverUnanswered()
        dealing.blocks.recover()
      },
      alertSymbols: () => alerting.alerts.pricedSymbols(),
    },
  )
  const alerting = createAlerting(options, session, journal, records, administration, risk)
  const health = createHealth(options, measures, remembered, session, journal, records)
  const desk = { session, journal, records, administration, risk, dealing }
  const updates = createUpdatesOfThisRun(options, desk, isLocked)
  const { state, current } = session
  const { notices } = journal
  journal.noteIfWritable({ type: 'started', install: orderPath.install, run: orderPath.run })

  const services: CoreServices = {
    ...session,
    ...journal,
    ...records,
    ...orderPath,
    ...administration,
    ...risk,
    ...dealing,
    ...alerting,
    ...eyes,
    health,
    updates,
    storedHealth: answerStoredHealth(options.health),
    session: { topic, signIn, credentials, lock, rest },
    venueProfiles: profiles,
    venueChecks: checks,
    settings: sharedSettings,
    files: createExportedFiles(saveFile),
    statements: createStatementPrinting(printStatement),
    ...createJournalReadings(options, journal, records),
    controlReplay: options.controlReplay,
  }
  return {
    handlers: refuseWhileInstalling(
      refuseWhileLocked(timeCalls(commandHandlers(services), measures), isLocked),
      () => updates.isInstalling,
    ),
    sources: topicSources(services),
    notices,
    venue: () => state.venue,
    replaceVenue: (venue) => signIn.replaceVenue(venue),
    listVenue: (venue) => venues.put(venue),
    resumed: () => session.clockWatch.resumed(),
    close() {
      log.info('core closed', { count: records.orderStore.live().length })
      checks.stop()
      eyes.approvals.endAll('Openpit was closed before anybody decided.')
      risk.killSwitch.close()
      risk.cancelAll.forget()
      dealing.bracketLegs.close()
      dealing.blocks.forget()
      alerting.stopAlerting()
      health.close()
      updates.close()
      session.clockWatch.stop()
      rest.stop()
      orderPath.resolver.close()
      administration.transfers.close()
      administration.marginTurns.stop()
      records.stopFollowingDay()
      current.close()
      records.restAndMarketDataLinkNotices.close()
      notices.close()
    },
  }
}
