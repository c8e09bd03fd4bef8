/** Venue profiles entered on screen, kept in the settings. Checks them against the schema; holds no secret. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { venueProfile, type VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Settings, Venue } from '../ports.ts'

/** Settings the window may not write: its own names have no hyphen. */
const SETTING = 'core-venues'

export interface SavedVenueProfilesOptions {
  readonly settings: Settings
  /** By address: a password kept for one address is never offered to another. */
  readonly venueIdOf: (profile: VenueProfile) => string
  readonly say: (sentence: string) => void
  /** Venues that come from elsewhere; one that was saved here under the same address stands back. */
  readonly fixed: ReadonlySet<string>
  /** Venues that are listed now, from wherever. */
  readonly venues: () => readonly Venue[]
  readonly put: (venue: Venue) => void
  /** Takes a venue off the list and forgets what is kept of its credentials. */
  readonly drop: (venueId: string) => void
  /** The venue in use: not to be removed under the dealer's feet. */
  readonly inUse: () => string | null
}

export interface SavedVenueProfiles {
  /** Kept venues, to be listed at start. */
  readonly kept: readonly Venue[]
  isEditable(venueId: string): boolean
  read(request: Request<'venue.read'>): Result<Reply<'venue.read'>, Failure>
  save(request: Request<'venue.save'>): Result<Reply<'venue.save'>, Failure>
  remove(request: Request<'venue.remove'>): Result<Reply<'venue.remove'>, Failure>
}

/** Reads the JSON text of a profile; the failure names the path of the first fault. */
export function readProfile(text: string): Result<VenueProfile, Failure> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return fail(failureOf('invalid-request', 'The profile is not valid JSON.', { field: 'profile' }))
  }
  const read = venueProfile.safeParse(json)
  if (read.success) return ok(read.data)
  const [issue] = read.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : null
  const path = [...(issue?.path ?? []), ...(unknown === null ? [] : [unknown])].join('.')
  const sentence = unknown === null ? (issue?.message ?? 'does not fit') : 'is no field of a venue profile'
  return fail(
    failureOf('invalid-request', `${path === '' ? 'The profile' : path} ${sentence}.`, {
      field: path === '' ? 'profile' : path,
    }),
  )
}

export function createSavedVenueProfiles(parts: SavedVenueProfilesOptions): SavedVenueProfiles {
  const { settings, venueIdOf, say, fixed } = parts
  const saved = new Map<string, VenueProfile>()

  const load = (): void => {
    const text = settings.all()[SETTING]
    if (text === undefined) return
    let list: unknown = null
    try {
      list = JSON.parse(text)
    } catch {
      // Told below like a list of another shape.
    }
    if (!Array.isArray(list)) return say('The kept venue profiles could not be read. Enter them again.')
    for (const entry of list) {
      const read = venueProfile.safeParse(entry)
      if (read.success) saved.set(venueIdOf(read.data), read.data)
      else say('A kept venue profile could not be read and is left out. Enter it again.')
    }
  }
  load()
  const isEditable = (venueId: string): boolean => saved.has(venueId) && !fixed.has(venueId)
  const venueOf = (id: string, profile: VenueProfile): Venue => ({ id, profile, builtIn: null })
  const keep = (): void => {
    const kept = settings.save(SETTING, JSON.stringify([...saved.values()]))
    if (!kept.ok) say(kept.failure)
  }
  const notEditable = (field: string) =>
    fail(
      failureOf(
        'refused',
        'This venue was not entered here: the built-in broker and venues of --venue stay as they are.',
        {
          field,
        },
      ),
    )
  const noSuchVenue = () =>
    fail(failureOf('refused', 'There is no such venue. Choose one of the list.', { field: 'venueId' }))

  return {
    kept: [...saved].flatMap(([id, profile]) => (fixed.has(id) ? [] : [venueOf(id, profile)])),
    isEditable,
    read({ venueId }) {
      const venue = parts.venues().find((of) => of.id === venueId)
      return venue ? ok({ profile: JSON.stringify(venue.profile, null, 2) }) : noSuchVenue()
    },
    save({ venueId, profile: text }) {
      const read = readProfile(text)
      if (!read.ok) return read
      const profile = read.value
      const id = venueIdOf(profile)
      const listed = parts.venues()
      if (venueId !== null && !isEditable(venueId))
        return listed.some((of) => of.id === venueId) ? notEditable('venueId') : noSuchVenue()
      const other = listed.find((of) => of.id === id && of.id !== venueId)
      if (other)
        return fail(
          failureOf('refused', `${profile.restUrl} is listed already, as ${other.profile.name}.`, {
            field: 'restUrl',
          }),
        )
      const moved = venueId !== null && venueId !== id
      if (moved && parts.inUse() === venueId)
        return fail(
          failureOf('refused', 'Sign out of this venue before you change its address.', { field: 'restUrl' }),
        )
      if (moved) {
        saved.delete(venueId)
        parts.drop(venueId)
      }
      saved.set(id, profile)
      keep()
      parts.put(venueOf(id, profile))
      if (parts.inUse() === id) say('The venue profile is saved; it counts from the next sign-in.')
      return ok({ venueId: id })
    },
    remove({ venueId }) {
      if (!isEditable(venueId))
        return parts.venues().some((of) => of.id === venueId) ? notEditable('venueId') : noSuchVenue()
      if (parts.inUse() === venueId)
        return fail(
          failureOf('refused', 'Sign out of this venue before you remove it.', { field: 'venueId' }),
        )
      saved.delete(venueId)
      keep()
      parts.drop(venueId)
      return ok({})
    },
  }
}
