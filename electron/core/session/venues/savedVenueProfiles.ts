/** Reads, saves and removes the venue profiles that a dealer entered on screen, in the settings. Never holds a secret. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { venueProfile, type VenueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { Settings } from '../../ports/settings.ts'
import type { ListedVenue } from '../../ports/listedVenue.ts'
import { setAsideUnread } from '../../support/setAsideUnread.ts'
import { parseVenueProfile } from './parseVenueProfile.ts'
import type { VenueList } from './venuesInMemory.ts'

/** The setting with the profiles. Windows cannot write a name with a hyphen. */
const SETTING = 'core-venues'

export interface SavedVenueProfilesOptions {
  readonly settings: Settings
  /** By address: a password stored for one address is never offered to another. */
  readonly venueIdOf: (profile: VenueProfile) => string
  /** Receives sentences for the dealer. */
  readonly warn: (sentence: string) => void
  /** Every listed venue. A venue that is listed before the profiles are read comes from elsewhere and cannot be edited. */
  readonly venues: VenueList
  readonly forgetCredentials: (venueId: string) => void
  /** The id of the venue in use, which cannot be removed; null while nobody is signed in. */
  readonly inUse: () => string | null
}

export interface SavedVenueProfiles {
  /** Whether the dealer may change the profile of this venue. */
  readonly isEditable: (venueId: string) => boolean
  read(request: Request<'venue.read'>): Result<Reply<'venue.read'>, Failure>
  save(request: Request<'venue.save'>): Result<Reply<'venue.save'>, Failure>
  remove(request: Request<'venue.remove'>): Result<Reply<'venue.remove'>, Failure>
}

/** Lists the stored venues at once. */
export function createSavedVenueProfiles(options: SavedVenueProfilesOptions): SavedVenueProfiles {
  const { settings, venueIdOf, warn, venues, inUse } = options
  const fixed = new Set(venues.all.map(({ id }) => id))
  const saved = new Map<string, VenueProfile>()

  /** The stored text, where a part of it cannot be read: the next save must not destroy it. */
  let unreadText: string | null = null

  const load = (): void => {
    const text = settings.all()[SETTING]
    if (text === undefined) return
    let list: unknown = null
    try {
      list = JSON.parse(text)
    } catch {
      // Reported below like a list of another shape.
    }
    const unread = Array.isArray(list) ? list.some((entry) => !venueProfile.safeParse(entry).success) : true
    if (unread) unreadText = text
    if (!Array.isArray(list)) return warn('The stored venue profiles could not be read. Enter them again.')
    for (const entry of list) {
      const read = venueProfile.safeParse(entry)
      if (read.success) saved.set(venueIdOf(read.data), read.data)
      else warn('A stored venue profile could not be read and is not listed. Enter it again.')
    }
  }
  load()
  const isEditable = (venueId: string): boolean => saved.has(venueId) && !fixed.has(venueId)
  const venueOf = (id: string, profile: VenueProfile): ListedVenue => ({ id, profile, builtIn: null })
  for (const [id, profile] of saved) if (!fixed.has(id)) venues.put(venueOf(id, profile))
  const store = (): void => {
    const aside = unreadText === null ? null : setAsideUnread(settings, SETTING, unreadText)
    if (aside !== null && !aside.ok) return warn(`The venues of this run are not stored. ${aside.failure}`)
    unreadText = null
    const stored = settings.save(SETTING, JSON.stringify([...saved.values()]))
    if (!stored.ok) warn(stored.failure)
  }
  const drop = (venueId: string): void => {
    venues.remove(venueId)
    options.forgetCredentials(venueId)
  }
  const notEditable = (field: string) =>
    fail(
      failureOf('refused', 'This venue cannot be edited: it is the built-in broker, or comes from --venue.', {
        field,
      }),
    )
  const noSuchVenue = () =>
    fail(failureOf('refused', 'There is no such venue. Choose a venue from the list.', { field: 'venueId' }))

  return {
    isEditable,
    read({ venueId }) {
      const venue = venues.find(venueId)
      return venue ? ok({ profile: JSON.stringify(venue.profile, null, 2) }) : noSuchVenue()
    },
    save({ venueId, profile: text }) {
      const read = parseVenueProfile(text)
      if (!read.ok) return read
      const profile = read.value
      const id = venueIdOf(profile)
      if (venueId !== null && !isEditable(venueId))
        return venues.find(venueId) ? notEditable('venueId') : noSuchVenue()
      const other = id === venueId ? undefined : venues.find(id)
      if (other)
        return fail(
          failureOf('refused', `${profile.restUrl} is listed already, as ${other.profile.name}.`, {
            field: 'restUrl',
          }),
        )
      const moved = venueId !== null && venueId !== id
      if (moved && inUse() === venueId)
        return fail(
          failureOf('refused', 'Sign out of this venue before you change its address.', { field: 'restUrl' }),
        )
      if (moved) {
        saved.delete(venueId)
        drop(venueId)
      }
      saved.set(id, profile)
      store()
      venues.put(venueOf(id, profile))
      if (inUse() === id) warn('The venue profile is saved. It takes effect at the next sign-in.')
      return ok({ venueId: id })
    },
    remove({ venueId }) {
      if (!isEditable(venueId)) return venues.find(venueId) ? notEditable('venueId') : noSuchVenue()
      if (inUse() === venueId)
        return fail(
          failureOf('refused', 'Sign out of this venue before you remove it.', { field: 'venueId' }),
        )
      saved.delete(venueId)
      store()
      drop(venueId)
      return ok({})
    },
  }
}
