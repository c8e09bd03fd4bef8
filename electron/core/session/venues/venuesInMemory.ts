/** Lists the venues that a dealer can choose, in the order in which windows show them. Stores nothing. */

import type { ListedVenue } from '../../ports/listedVenue.ts'
import { createListeners, type Listeners } from '../../support/listeners.ts'

export interface VenueList {
  readonly all: readonly ListedVenue[]
  find(venueId: string): ListedVenue | undefined
  /** Replaces the venue that has the same id; a new venue becomes the last. The session in use does not change. */
  put(venue: ListedVenue): void
  /** Like `put`, but a new venue becomes the first. */
  putFirst(venue: ListedVenue): void
  remove(venueId: string): void
  /** Called after a venue was put. The caller of `remove` reports the removal. */
  readonly changed: Listeners
}

export function createVenueList(initial: readonly ListedVenue[]): VenueList {
  let venues = [...initial]
  const changed = createListeners()
  const replaced = (next: ListedVenue): ListedVenue[] | null =>
    venues.some(({ id }) => id === next.id)
      ? venues.map((venue) => (venue.id === next.id ? next : venue))
      : null
  return {
    get all() {
      return venues
    },
    find: (venueId) => venues.find(({ id }) => id === venueId),
    put(venue) {
      venues = replaced(venue) ?? [...venues, venue]
      changed.call()
    },
    putFirst(venue) {
      venues = replaced(venue) ?? [venue, ...venues]
      changed.call()
    },
    remove(venueId) {
      venues = venues.filter(({ id }) => id !== venueId)
    },
    changed,
  }
}
