/** Publishes the session to windows: its phase, and the venues that a dealer can choose. Changes nothing. */

import type { ProgramStatus, Session, VenueSummary } from '../../../shared/contract/status.ts'
import type { ListedVenue } from '../ports/listedVenue.ts'
import { publish, type Published } from '../support/publishTopic.ts'
import type { Listeners } from '../support/listeners.ts'
import type { DealerInCharge } from './dealerInCharge.ts'
import type { SessionLock } from './lock/sessionLock.ts'
import type { SessionState } from './sessionState.ts'
import type { VenueCredentials } from './venues/findAndStoreCredentials.ts'
import type { VenueList } from './venues/venuesInMemory.ts'

export interface SessionTopicOptions {
  readonly program: ProgramStatus
  readonly state: SessionState
  readonly venues: VenueList
  readonly credentials: VenueCredentials
  readonly dealer: Pick<DealerInCharge, 'named' | 'changed'>
  readonly lock: Pick<SessionLock, 'inForce' | 'changed'>
  /** Whether the dealer may change the profile of this venue. */
  readonly isEditable: (venueId: string) => boolean
  /** Why this terminal sends less than usual; null: nothing restricts it. */
  readonly whyRestricted: () => string | null
  readonly restrictionChanged: Listeners
}

/** The venue's own process does not run yet: it has no address and no credentials. */
const isAsleep = (venue: ListedVenue): boolean => venue.start !== undefined && venue.builtIn === null

export function publishSession(options: SessionTopicOptions): Published<'session'> {
  const { program, state, venues, credentials, dealer, lock, isEditable, whyRestricted, restrictionChanged } =
    options
  const summaryOf = (venue: ListedVenue): VenueSummary => ({
    id: venue.id,
    name: venue.profile.name,
    kind: venue.profile.kind,
    restUrl: isAsleep(venue) ? '' : venue.profile.restUrl,
    ...credentials.summaryOf(venue),
    auth: venue.profile.auth,
    amend: venue.profile.capabilities.amend,
    openOrders: venue.profile.capabilities.openOrders,
    editable: isEditable(venue.id),
    replay: venue.replay ?? null,
  })
  const seenBy = (mayTrade: boolean): Session => ({
    program,
    phase: state.phase,
    venues: venues.all.map(summaryOf),
    venueId: state.venue?.id ?? null,
    username: state.username,
    dealer: dealer.named,
    message: state.message,
    keychain: credentials.keychain,
    restriction: whyRestricted(),
    mayTrade,
    locked: lock.inForce,
  })
  const topic = publish<'session'>((caller) => seenBy(caller.allows('trade')))
  for (const { changed } of [state, venues, credentials, dealer, lock, { changed: restrictionChanged }])
    changed.add(() => topic.deltaFor((caller) => seenBy(caller.allows('trade'))))
  return topic
}
